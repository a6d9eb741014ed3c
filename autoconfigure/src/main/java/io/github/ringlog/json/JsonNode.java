package io.github.ringlog.json;

import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * An object of a line, or the value of a key of the MDC. Used by one thread.
 */
final class JsonNode {

	private final @Nullable JsonNode parent;

	final Name name;

	private final Map<String, Name> names = new HashMap<>();

	private final Map<String, JsonNode> objects = new HashMap<>();

	boolean isObject = true;

	boolean isMasked;

	// Whether a comma comes next. The line itself has members before.
	boolean hasMembers = true;

	// The last event in which it has no name.
	long omitted;

	JsonNode(@Nullable JsonNode parent, @Nullable Name name) {
		this.parent = parent;
		this.name = (name != null) ? name : new Name("");
	}

	/**
	 * Return the object that it is in; the line is in itself.
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
	 * A name of members of an object.
	 */
	static final class Name {

		private final String text;

		final byte[] opening;

		private @Nullable Name alternative;

		// Of a member of the format.
		@Nullable Presence reserved;

		// The last event in which a member has it.
		long event;

		Name(String text) {
			this.text = text;
			this.opening = JsonMembers.opening(text);
		}

	}

}
