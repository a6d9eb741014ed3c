package io.github.ringlog.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.util.ReadOnlyStringMap;
import org.apache.logging.log4j.util.SortedArrayStringMap;
import org.apache.logging.log4j.util.TriConsumer;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.json.JsonWriter;
import org.springframework.boot.json.WritableJson;

/**
 * Writes the entries of the MDC. The place of each key is planned once: its name, its
 * enclosing objects, and whether it is omitted. Entries come sorted by key, so the
 * entries of an object are adjacent, and each is written as it comes. An entry whose name
 * is taken in its object is renamed, or omitted if the new name is taken, too. Used by
 * one thread.
 */
final class JsonContext implements JsonPiece {

	private static final TriConsumer<String, Object, JsonContext> PLACE = (key, value, context) -> context.place(key,
			value);

	// Beyond this number, keys are probably made at run time; their plans are discarded.
	private static final int MAX_KEYS = 1024;

	private static final int USUAL_KEYS = 16;

	/** Shown in place of a masked value. */
	static final String MASKED = "******";

	private static final byte[] MASK = (MASKED + '"').getBytes(StandardCharsets.US_ASCII);

	private static final String TRACE_ID = "trace.id";

	// The key of the member that replaces omitted entries.
	private static final String CUT_KEY = "cut";

	private final JsonSettings settings;

	// Returns the name of a key, empty if the key has none.
	private final UnaryOperator<String> naming;

	private final boolean nested;

	// The names of the format's own members, with the events that have them.
	private final Map<String, Presence> reserved = new HashMap<>();

	// The place of each key, null if the key is omitted.
	private Map<String, @Nullable JsonNode> keys = new HashMap<>();

	private JsonNode root = new JsonNode(null, null);

	// The keys of the last event and their places: the next event often has the same
	// keys.
	private final @Nullable String[] lastKeys = new String[USUAL_KEYS];

	private final @Nullable JsonNode[] lastNodes = new JsonNode[USUAL_KEYS];

	// The following fields describe the current event.

	private boolean hasThrown;

	private boolean hasMarker;

	// The number of entries so far.
	private int position;

	// The number of the event.
	private long event;

	// The object that is being written.
	private JsonNode open = this.root;

	private JsonOutput output = new JsonOutput(0);

	// Bytes left for the parts of entries that can't be cut; negative if there were too
	// few.
	private int room;

	/**
	 * Create a piece.
	 * @param naming returns the name of a key, empty if it has none
	 * @param nested whether a dot in a name begins an object
	 */
	JsonContext(JsonSettings settings, UnaryOperator<String> naming, boolean nested) {
		this.settings = settings;
		this.naming = naming;
		this.nested = nested;
	}

	/**
	 * Reserve the name of a member of the format.
	 * @param presence the events that have the member
	 */
	void reserve(String name, Presence presence) {
		this.reserved.put(name, presence);
	}

	/**
	 * Reserve the names of all members of the line. A member that is not reserved yet is
	 * in all events.
	 */
	void reserve(JsonMembers line) {
		line.names().forEach((name) -> this.reserved.putIfAbsent(name, Presence.ALWAYS));
		reset();
	}

	private void reset() {
		this.keys = new HashMap<>();
		Arrays.fill(this.lastKeys, null);
		Arrays.fill(this.lastNodes, null);
		this.root = new JsonNode(null, null);
		this.reserved.forEach((name, presence) -> this.root.name(name).reserved = presence);
		this.open = this.root;
	}

	@Override
	public void append(LogEvent logEvent, JsonOutput target) {
		ReadOnlyStringMap data = logEvent.getContextData();
		if (data == null || data.isEmpty()) {
			return;
		}
		begin(logEvent, target);
		((this.nested && !(data instanceof SortedArrayStringMap)) ? new SortedArrayStringMap(data) : data)
			.forEach(PLACE, this);
		closeTo(this.root);
		if (this.room < 0) {
			this.room = Integer.MAX_VALUE;
			place(CUT_KEY, JsonOutput.CUT);
			closeTo(this.root);
			target.leaveOut();
		}
	}

	private void begin(LogEvent logEvent, JsonOutput target) {
		if (this.keys.size() > MAX_KEYS) {
			reset();
		}
		this.event++;
		this.hasThrown = Presence.THROWN.in(logEvent);
		this.hasMarker = Presence.MARKED.in(logEvent);
		this.position = 0;
		this.room = target.roomForMembers();
		// Storing a reference into an old object costs a barrier of the garbage
		// collector.
		if (this.open != this.root) {
			this.open = this.root;
		}
		if (this.output != target) {
			this.output = target;
		}
	}

	/**
	 * Take room for the name of a member, and for the part of its value that can't be
	 * cut.
	 * @return whether there was enough
	 */
	private boolean takeRoom(JsonNode.Name name, int uncut) {
		this.room = (this.room < 0) ? this.room : this.room - name.opening.length - uncut;
		return this.room >= 0;
	}

	private void append(JsonNode node, JsonNode.Name name, @Nullable Object value) {
		if (!takeRoom(name, JsonOutput.CUT.length())) {
			return;
		}
		JsonOutput target = this.output;
		if (node.isMasked) {
			begin(node, name, true);
			target.raw(MASK);
		}
		else if (value instanceof String string) {
			begin(node, name, true);
			target.stringThatHasBegun(string);
		}
		else if (value == null) {
			begin(node, name, false);
			target.raw("null");
		}
		else if (value instanceof Boolean || value instanceof Number number && isFinite(number)) {
			begin(node, name, false);
			target.raw(value.toString());
		}
		else if (value instanceof WritableJson || value instanceof Map || value instanceof Iterable
				|| value.getClass().isArray()) {
			String json = JsonWriter.standard().writeToString(value);
			if (takeRoom(name, json.length())) {
				begin(node, name, false);
				target.rawJson(json);
			}
		}
		else {
			begin(node, name, true);
			target.stringThatHasBegun(value.toString());
		}
	}

	private static boolean isFinite(Number number) {
		return !(number instanceof Double || number instanceof Float) || Double.isFinite(number.doubleValue());
	}

	private void place(String key, @Nullable Object value) {
		if (this.room < 0) {
			return;
		}
		JsonNode node = find(key);
		if (node == null || !enter(node.isObject ? node : node.parent()) || node.isObject) {
			return;
		}
		JsonNode.Name name = name(node);
		if (name != null) {
			append(node, name, value);
		}
	}

	private @Nullable JsonNode find(String key) {
		int index = this.position++;
		if (index < USUAL_KEYS && this.lastKeys[index] == key) {
			return this.lastNodes[index];
		}
		JsonNode node = this.keys.get(key);
		if (node == null && !this.keys.containsKey(key)) {
			node = plan(key);
			this.keys.put(key, node);
		}
		if (index < USUAL_KEYS) {
			this.lastKeys[index] = key;
			this.lastNodes[index] = node;
		}
		return node;
	}

	/**
	 * Plan the place of a key.
	 * @return {@code null} if the key is omitted; its object if only that is written
	 */
	private @Nullable JsonNode plan(String key) {
		boolean trace = this.nested && key.equals(this.settings.traceKey());
		if (!trace && !this.settings.includesContext()) {
			return null;
		}
		String name = trace ? TRACE_ID : this.naming.apply(key);
		List<String> parts = (this.nested && !name.isEmpty()) ? JsonMembers.parts(name) : List.of(name);
		if (name.isEmpty() || parts.isEmpty()) {
			return null;
		}
		JsonNode node = this.root;
		String path = "";
		for (int i = 0; i < parts.size(); i++) {
			String part = parts.get(i);
			path = JsonSettings.child(path, part);
			if (this.settings.isFiltered(path)) {
				// Like Spring Boot, write the object even if it is empty.
				return (node != this.root) ? node : null;
			}
			JsonNode.Name shown = node.name(this.settings.rename(path, part));
			node = (i < parts.size() - 1) ? node.object(part, shown) : new JsonNode(node, shown);
		}
		node.isObject = false;
		node.isMasked = this.settings.masked().contains(key);
		return node;
	}

	/**
	 * Enter an object: close the open objects that do not contain it, and open those that
	 * do.
	 * @return {@code false} if there is no name or no room for the object
	 */
	private boolean enter(JsonNode object) {
		if (object == this.open) {
			return true;
		}
		if (object.omitted == this.event) {
			return false;
		}
		JsonNode common = object;
		while (!common.contains(this.open)) {
			common = common.parent();
		}
		closeTo(common);
		return open(object);
	}

	private boolean open(JsonNode object) {
		if (object == this.open) {
			return true;
		}
		JsonNode.Name name = open(object.parent()) ? name(object) : null;
		if (name == null || !takeRoom(name, 2)) {
			object.omitted = this.event;
			return false;
		}
		begin(object, name, false);
		this.output.text().appendAscii('{');
		object.hasMembers = false;
		this.open = object;
		return true;
	}

	private void closeTo(JsonNode object) {
		while (this.open != object) {
			this.output.text().appendAscii('}');
			this.open = this.open.parent();
		}
	}

	/**
	 * Begin a member.
	 * @param string whether to write the opening quote, too
	 */
	private void begin(JsonNode node, JsonNode.Name name, boolean string) {
		JsonNode parent = node.parent();
		int from = parent.hasMembers ? 0 : 1;
		int to = name.opening.length - (string ? 0 : 1);
		parent.hasMembers = true;
		this.output.text().append(name.opening, from, to - from, false);
	}

	/**
	 * Return a name for a member that is unique in its object for this event, or
	 * {@code null} if there is none.
	 */
	private JsonNode.@Nullable Name name(JsonNode node) {
		JsonNode.Name name = node.name;
		if (isTaken(name)) {
			JsonCounts.collision();
			name = node.parent().alternative(name);
			if (isTaken(name)) {
				return null;
			}
		}
		name.event = this.event;
		return name;
	}

	private boolean isTaken(JsonNode.Name name) {
		return name.event == this.event || (name.reserved != null && switch (name.reserved) {
			case ALWAYS, NUMBERED -> true;
			case THROWN -> this.hasThrown;
			case MARKED -> this.hasMarker;
		});
	}

}
