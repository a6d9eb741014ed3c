package io.github.ringlog.json;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

import io.github.ringlog.text.ByteText;
import org.jspecify.annotations.Nullable;

import org.springframework.util.StringUtils;

/**
 * Builds the members of an object. Adjacent constant members become one piece. Each
 * top-level member begins with a comma; the encoder replaces the first comma by a brace.
 */
final class JsonMembers {

	private final JsonSettings settings;

	private final String path;

	private final boolean isLine;

	private final Set<String> names;

	// Shared by all objects of the line.
	private final Pieces pieces;

	private boolean isEmpty = true;

	JsonMembers(JsonSettings settings) {
		this(settings, "", true, new HashSet<>(), new Pieces());
	}

	private JsonMembers(JsonSettings settings, String path, boolean isLine, Set<String> names, Pieces pieces) {
		this.settings = settings;
		this.path = path;
		this.isLine = isLine;
		this.names = names;
		this.pieces = pieces;
	}

	/**
	 * Add a member that each event has.
	 */
	void add(String name, JsonPiece value) {
		if (begin(name)) {
			this.pieces.add(value);
		}
	}

	/**
	 * Add a constant member, unless its value is empty.
	 */
	void add(String name, @Nullable String value) {
		if (StringUtils.hasLength(value) && begin(name)) {
			this.pieces.add(quote(value));
		}
	}

	void add(String name, @Nullable Long value) {
		if (value != null && begin(name)) {
			this.pieces.add(value.toString());
		}
	}

	void object(String name, Consumer<JsonMembers> members) {
		if (begin(name)) {
			this.pieces.add("{");
			members.accept(new JsonMembers(this.settings, JsonSettings.child(this.path, name), false, new HashSet<>(),
					this.pieces));
			this.pieces.add("}");
		}
	}

	/**
	 * Add a piece that writes members itself.
	 */
	void piece(JsonPiece piece) {
		this.pieces.add(piece);
	}

	/**
	 * Add members of the line that only some events have.
	 */
	void when(Presence presence, JsonContext context, Consumer<JsonMembers> members) {
		Set<String> before = new HashSet<>(this.names);
		JsonMembers some = new JsonMembers(this.settings, this.path, true, this.names, new Pieces());
		members.accept(some);
		this.pieces.add(JsonPiece.when(presence, some.pieces()));
		this.names.stream().filter((name) -> !before.contains(name)).forEach((name) -> context.reserve(name, presence));
	}

	/**
	 * Add the user's members.
	 */
	void addAll(Map<String, String> added, boolean nested) {
		if (nested) {
			addTree(tree(added));
		}
		else {
			added.forEach((name, value) -> {
				if (begin(name)) {
					this.pieces.add(quote(value));
				}
			});
		}
	}

	@SuppressWarnings("unchecked")
	private void addTree(Map<String, Object> tree) {
		tree.forEach((name, value) -> {
			if (value instanceof Map) {
				object(name, (members) -> members.addTree((Map<String, Object>) value));
			}
			else if (begin(name)) {
				this.pieces.add(quote((String) value));
			}
		});
	}

	/**
	 * Split dotted names into nested objects. A member whose name an object needs is
	 * omitted.
	 */
	@SuppressWarnings("unchecked")
	private static Map<String, Object> tree(Map<String, String> added) {
		Map<String, Object> tree = new LinkedHashMap<>();
		added.forEach((name, value) -> {
			Map<String, Object> object = tree;
			List<String> parts = parts(name);
			for (int i = 0; i < parts.size() - 1; i++) {
				Object inner = object.get(parts.get(i));
				if (!(inner instanceof Map)) {
					inner = new LinkedHashMap<>();
					object.put(parts.get(i), inner);
				}
				object = (Map<String, Object>) inner;
			}
			if (!parts.isEmpty()) {
				object.putIfAbsent(parts.get(parts.size() - 1), value);
			}
		});
		return tree;
	}

	/**
	 * Begin a member, unless the user excludes it.
	 */
	private boolean begin(String name) {
		String shown = take(name);
		if (shown == null) {
			return false;
		}
		this.pieces.add((this.isLine || !this.isEmpty) ? "," : "");
		this.pieces.add(quote(shown) + ":");
		this.isEmpty = false;
		return true;
	}

	/**
	 * Return the shown name of a member, made unique in its object, or {@code null} if
	 * the user excludes the member.
	 */
	private @Nullable String take(String name) {
		String child = JsonSettings.child(this.path, name);
		if (this.settings.isFiltered(child)) {
			return null;
		}
		String shown = this.settings.rename(child, name);
		while (!this.names.add(shown)) {
			shown += "_";
		}
		return shown;
	}

	/**
	 * Return the shown names of the members so far.
	 */
	Set<String> names() {
		return this.names;
	}

	List<JsonPiece> pieces() {
		return this.pieces.all();
	}

	/**
	 * Return the parts of a name, split at its dots as Spring Boot does: a final dot is
	 * ignored, and a dot directly before it is part of the name.
	 */
	static List<String> parts(String name) {
		List<String> parts = new ArrayList<>();
		int length = name.endsWith(".") ? name.length() - 1 : name.length();
		int from = 0;
		for (int at = name.indexOf('.'); at >= 0 && at < length - 1; at = name.indexOf('.', from)) {
			parts.add(name.substring(from, at));
			from = at + 1;
		}
		if (length > 0) {
			parts.add(name.substring(from, length));
		}
		return parts;
	}

	/**
	 * Return the beginning of a member with a string value: comma, name, colon and quote.
	 */
	static byte[] opening(String name) {
		return ("," + quote(name) + ":\"").getBytes(StandardCharsets.UTF_8);
	}

	private static String quote(String value) {
		JsonOutput output = new JsonOutput(0);
		ByteText text = new ByteText(JsonOutput.USUAL_SIZE);
		output.begin(text);
		output.string(value);
		return new String(text.bytes(), 0, text.length(), StandardCharsets.UTF_8);
	}

	private static final class Pieces {

		private final List<JsonPiece> pieces = new ArrayList<>();

		private final StringBuilder constant = new StringBuilder();

		// Adjacent constants and repeated values.
		private final List<JsonPiece> run = new ArrayList<>();

		void add(String json) {
			this.constant.append(json);
		}

		void add(JsonPiece piece) {
			endConstant();
			if (piece instanceof JsonPiece.Repeated) {
				this.run.add(piece);
			}
			else {
				endRun();
				this.pieces.add(piece);
			}
		}

		private void endConstant() {
			if (!this.constant.isEmpty()) {
				this.run.add(JsonPiece.constant(this.constant.toString().getBytes(StandardCharsets.UTF_8)));
				this.constant.setLength(0);
			}
		}

		private void endRun() {
			if (this.run.stream().anyMatch((piece) -> piece instanceof JsonPiece.Repeated)) {
				this.pieces.add(new CachedMembers(this.run));
			}
			else {
				this.pieces.addAll(this.run);
			}
			this.run.clear();
		}

		List<JsonPiece> all() {
			endConstant();
			endRun();
			return this.pieces;
		}

	}

}
