package io.github.ringlog.json;

import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * A node of the line: an object, or the value of an MDC key. Used by one thread.
 */
final class JsonNode {

	private final @Nullable JsonNode parent;

	final Name name;

	private final Map<String, Name> names = new HashMap<>();

	private final Map<String, JsonNode> objects = new HashMap<>();

	boolean isObject = true;

	boolean isMasked;

	// Whether a comma comes next. Always true for the line, which begins with other
	// members.
	boolean hasMembers = true;

	// The last event in which the object was omitted.
	long omitted;

	JsonNode(@Nullable JsonNode parent, @Nullable Name name) {
		this.parent = parent;
		this.name = (name != null) ? name : new Name("");
	}

	/**
	 * Return the enclosing object; the root is its own parent.
	 */
	JsonNode parent() {
		return (this.parent != null) ? this.parent : this;
	}

	boolean contains(JsonNode other) {
		JsonNode node = other;
		while (node != this && node.parent != null) {
			node = node.parent;
		}
		return node == this;
	}

	Name name(String text) {
		Name known = this.names.get(text);
		if (known == null) {
			known = new Name(text);
			this.names.put(text, known);
		}
		return known;
	}

	Name alternative(Name of) {
		Name known = of.alternative;
		if (known == null) {
			known = name(of.text + "_");
			of.alternative = known;
		}
		return known;
	}

	JsonNode object(String part, Name shown) {
		JsonNode known = this.objects.get(part);
		if (known == null) {
			known = new JsonNode(this, shown);
			this.objects.put(part, known);
		}
		return known;
	}

	/**
	 * A name of a member within an object.
	 */
	static final class Name {

		private final String text;

		final byte[] opening;

		private @Nullable Name alternative;

		// The events in which a member of the format has the name.
		@Nullable Presence reserved;

		// The last event in which an entry has the name.
		long event;

		Name(String text) {
			this.text = text;
			this.opening = JsonMembers.opening(text);
		}

	}

}
