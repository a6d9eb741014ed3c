package io.github.ringlog.benchmarks.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The file of raw results of a scenario: a JSON object a line, first where and how it was
 * made, then each run. Runs are added as they end, so that a measurement that was broken
 * off can go on.
 */
final class RawResults {

	private static final JsonMapper JSON = JsonMapper.builder().build();

	private final Path file;

	private final Set<String> done = new HashSet<>();

	RawResults(Path directory, String scenario) throws IOException {
		this.file = directory.resolve(scenario + ".json");
		Files.createDirectories(directory);
		for (JsonNode line : read(this.file)) {
			if (line.path("kind").asString().equals("run") && !line.has("error")) {
				this.done.add(line.path("key").asString());
			}
		}
	}

	boolean has(String key) {
		return this.done.contains(key);
	}

	void add(Map<String, ?> line) throws IOException {
		Files.writeString(this.file, JSON.writeValueAsString(line) + "\n", StandardOpenOption.CREATE,
				StandardOpenOption.APPEND);
	}

	static JsonNode parse(String line) {
		return JSON.readTree(line);
	}

	/**
	 * Return the lines of a file, none if it is not there.
	 */
	static List<JsonNode> read(Path file) throws IOException {
		return Files.exists(file) ? Files.readAllLines(file).stream().map(RawResults::parse).toList() : List.of();
	}

}
