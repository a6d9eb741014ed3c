package io.github.ringlog.json;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.util.ReadOnlyStringMap;
import org.apache.logging.log4j.util.TriConsumer;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.json.JsonWriter;
import org.springframework.boot.json.WritableJson;

/**
 * The entries of the MDC. Each key is looked at once: what is its name, is it left out,
 * which objects is it in. An event then links its entries to a tree, in the order in
 * which they come. An entry whose name another member of the same object has is renamed,
 * or left out where that name is taken, too. Used by one thread.
 */
final class JsonContext implements JsonPiece {

	private static final TriConsumer<String, Object, JsonContext> PLACE = (key, value, context) -> context.place(key,
			value);

	// More keys than these are made at run time, and would be kept for nothing.
	private static final int MAX_KEYS = 1024;

	private static final String MASK = "\"******\"";

	private static final String TRACE_ID = "trace.id";

	private final JsonSettings settings;

	// The name of a key, empty if it has none.
	private final UnaryOperator<String> naming;

	private final boolean nested;

	private final List<Reserved> reserved = new ArrayList<>();

	// Null for a key that is left out.
	private Map<String, @Nullable Node> keys = new HashMap<>();

	private Node root = new Node(null, null);

	private @Nullable List<Name> taken;

	// The number of the event.
	private long event;

	/**
	 * Create it.
	 * @param naming returns the name of a key, empty if it has none
	 * @param nested whether a dot in a name begins an object
	 */
	JsonContext(JsonSettings settings, UnaryOperator<String> naming, boolean nested) {
		this.settings = settings;
		this.naming = naming;
		this.nested = nested;
	}

	/**
	 * Tell of a member of the format, which keeps its name.
	 * @param condition which events have it
	 */
	void reserve(String name, Predicate<LogEvent> condition) {
		this.reserved.add(new Reserved(name, condition));
	}

	/**
	 * Tell of the members of the line that are complete. Those that are not known yet are
	 * in all events.
	 */
	void reserve(JsonMembers line) {
		List<String> known = this.reserved.stream().map(Reserved::name).toList();
		line.names().stream().filter((name) -> !known.contains(name)).forEach((name) -> reserve(name, (any) -> true));
	}

	@Override
	public void append(LogEvent logEvent, JsonOutput output) {
		ReadOnlyStringMap data = logEvent.getContextData();
		if (data == null || data.isEmpty()) {
			return;
		}
		begin(logEvent);
		data.forEach(PLACE, this);
		for (Node member = this.root.first; member != null; member = member.next) {
			output.text().appendAscii(',');
			append(member, output);
		}
	}

	private void begin(LogEvent logEvent) {
		List<Name> names = this.taken;
		if (names == null || this.keys.size() > MAX_KEYS) {
			this.keys = new HashMap<>();
			this.root = new Node(null, null);
			names = this.reserved.stream().map((member) -> this.root.name(member.name())).toList();
			this.taken = names;
		}
		this.event++;
		this.root.first = null;
		for (int i = 0; i < names.size(); i++) {
			if (this.reserved.get(i).condition().test(logEvent)) {
				names.get(i).event = this.event;
			}
		}
	}

	private void append(Node node, JsonOutput output) {
		output.raw(node.opening);
		if (node.key != null) {
			Object value = node.value;
			node.value = null;
			append(node.key, value, output);
			return;
		}
		output.text().appendAscii('{');
		for (Node member = node.first; member != null; member = member.next) {
			if (member != node.first) {
				output.text().appendAscii(',');
			}
			append(member, output);
		}
		output.text().appendAscii('}');
	}

	private void append(String key, @Nullable Object value, JsonOutput output) {
		if (this.settings.isMasked(key)) {
			output.raw(MASK);
		}
		else if (value instanceof String string) {
			output.string(string);
		}
		else if (value == null) {
			output.raw("null");
		}
		else if (value instanceof Boolean || value instanceof Number number && isFinite(number)) {
			output.raw(value.toString());
		}
		else if (value instanceof WritableJson || value instanceof Map || value instanceof Iterable
				|| value.getClass().isArray()) {
			output.raw(JsonWriter.standard().writeToString(value));
		}
		else {
			output.string(value.toString());
		}
	}

	private static boolean isFinite(Number number) {
		return !(number instanceof Double || number instanceof Float) || Double.isFinite(number.doubleValue());
	}

	private void place(String key, @Nullable Object value) {
		Node node = this.keys.get(key);
		if (node == null) {
			if (this.keys.containsKey(key)) {
				return;
			}
			node = plan(key);
			this.keys.put(key, node);
		}
		if (node != null && link(node) && node.key != null) {
			node.value = value;
		}
	}

	/**
	 * Find out where the entries of a key go.
	 * @return {@code null} if they are left out, and an object if only that remains
	 */
	private @Nullable Node plan(String key) {
		boolean trace = this.nested && key.equals(this.settings.traceKey());
		if (!trace && !this.settings.includesContext()) {
			return null;
		}
		String name = trace ? TRACE_ID : this.naming.apply(key);
		List<String> parts = (this.nested && !name.isEmpty()) ? JsonMembers.parts(name) : List.of(name);
		if (name.isEmpty() || parts.isEmpty()) {
			return null;
		}
		Node node = this.root;
		String path = "";
		for (int i = 0; i < parts.size(); i++) {
			String part = parts.get(i);
			path = JsonSettings.child(path, part);
			if (this.settings.isFiltered(path)) {
				// As with Spring Boot, what it would be in is there, and empty.
				return (node != this.root) ? node : null;
			}
			Name shown = node.name(this.settings.rename(path, part));
			node = (i < parts.size() - 1) ? node.object(part, shown) : new Node(node, shown);
		}
		node.key = key;
		return node;
	}

	/**
	 * Link a node to its parent, under a name that no other member has in this event.
	 * @return whether there is such a name
	 */
	private boolean link(Node node) {
		Node parent = node.parent;
		if (parent == null || node.event == this.event) {
			return parent == null || node.isLinked;
		}
		node.event = this.event;
		node.first = null;
		node.isLinked = link(parent) && name(node, parent);
		if (node.isLinked) {
			parent.add(node);
		}
		return node.isLinked;
	}

	private boolean name(Node node, Node parent) {
		Name name = node.name;
		if (name.event == this.event) {
			JsonCounts.collision();
			name = parent.alternative(name);
			if (name.event == this.event) {
				return false;
			}
		}
		name.event = this.event;
		node.opening = name.opening;
		return true;
	}

	private record Reserved(String name, Predicate<LogEvent> condition) {
	}

	/**
	 * A name of members of an object.
	 */
	private static final class Name {

		private final String text;

		private final byte[] opening;

		private @Nullable Name alternative;

		// The last event in which a member has it.
		private long event;

		Name(String text) {
			this.text = text;
			this.opening = JsonMembers.opening(text);
		}

	}

	/**
	 * An object, or the value of a key.
	 */
	private static final class Node {

		private final @Nullable Node parent;

		private final Name name;

		// Of a value, not of an object.
		private @Nullable String key;

		private final Map<String, Name> names = new HashMap<>();

		private final Map<String, Node> objects = new HashMap<>();

		// What follows is of one event.

		private long event;

		private boolean isLinked;

		private byte[] opening;

		private @Nullable Object value;

		private @Nullable Node first;

		private @Nullable Node last;

		private @Nullable Node next;

		Node(@Nullable Node parent, @Nullable Name name) {
			this.parent = parent;
			this.name = (name != null) ? name : new Name("");
			this.opening = this.name.opening;
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

		Node object(String part, Name shown) {
			Node known = this.objects.get(part);
			if (known == null) {
				known = new Node(this, shown);
				this.objects.put(part, known);
			}
			return known;
		}

		void add(Node member) {
			member.next = null;
			if (this.first == null || this.last == null) {
				this.first = member;
			}
			else {
				this.last.next = member;
			}
			this.last = member;
		}

	}

}
