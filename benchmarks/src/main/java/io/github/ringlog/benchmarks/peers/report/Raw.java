package io.github.ringlog.benchmarks.peers.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The raw results of a directory.
 */
final class Raw {

	private static final JsonMapper JSON = JsonMapper.builder().build();

	private final Path directory;

	Raw(Path directory) {
		this.directory = directory;
	}

	/**
	 * Return the lines of some scenarios. One that was never run has none.
	 */
	List<JsonNode> lines(String... scenarios) throws IOException {
		List<JsonNode> lines = new ArrayList<>();
		for (String scenario : scenarios) {
			Path file = this.directory.resolve(scenario + ".json");
			if (Files.exists(file)) {
				Files.readAllLines(file).stream().map(JSON::readTree).forEach(lines::add);
			}
		}
		return lines;
	}

	/**
	 * Return the names of the scenarios that have raw results.
	 */
	List<String> scenarios() throws IOException {
		try (Stream<Path> files = Files.list(this.directory)) {
			return files.map((file) -> file.getFileName().toString())
				.filter((name) -> name.endsWith(".json"))
				.map((name) -> name.substring(0, name.length() - ".json".length()))
				.sorted()
				.toList();
		}
	}

	List<Sample> samples(String scenario) throws IOException {
		return Sample.all(lines(scenario));
	}

	Path directory() {
		return this.directory;
	}

}
