package io.github.ringlog.benchmarks.peers.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import tools.jackson.databind.JsonNode;

/**
 * A page in Markdown, with its plot.
 */
final class Page {

	// What tells one start of the driver from the others.
	private static final List<String> START = List.of("date", "command", "commit", "processor");

	private final String name;

	private final StringBuilder text = new StringBuilder();

	private final Svg svg = new Svg();

	Page(String name, String title, String plot) {
		this.name = name;
		this.text.append("# ")
			.append(title)
			.append("\n\nMade by `benchmarks/peers/run.sh` from the raw results beside")
			.append(" this page; `benchmarks/peers/README.md` tells how each figure is measured.\n\n")
			.append("![%s](%s.svg)\n".formatted(plot, name));
	}

	Svg svg() {
		return this.svg;
	}

	void section(String title) {
		this.text.append("\n## ").append(title).append("\n\n");
	}

	void say(String sentence) {
		this.text.append(sentence).append('\n');
	}

	void table(List<String> columns, List<List<String>> rows) {
		this.text.append("\n| ")
			.append(String.join(" | ", columns))
			.append(" |\n|---|")
			.append("---:|".repeat(columns.size() - 1))
			.append('\n');
		rows.forEach((row) -> this.text.append("| ").append(String.join(" | ", row)).append(" |\n"));
		this.text.append('\n');
	}

	/**
	 * Tell where the runs were made: each start of the driver, and what they had in
	 * common or not.
	 */
	void environment(List<JsonNode> lines) {
		section("Where and how");
		Map<String, Set<String>> details = new LinkedHashMap<>();
		lines.stream().filter(Sample.kind("environment")).forEach((line) -> {
			say("- `%s`: `%s`, commit `%s`, on %s"
				.formatted(START.stream().map((key) -> line.path(key).asString()).toArray()));
			line.forEachEntry((key, value) -> {
				if (!key.equals("kind") && !START.contains(key)) {
					details.computeIfAbsent(key, (any) -> new LinkedHashSet<>()).add("`" + value.asString() + "`");
				}
			});
		});
		details.forEach((key, values) -> say("- " + key + ": " + String.join("; ", values)));
		lines.stream()
			.filter((line) -> line.has("error"))
			.map((line) -> line.path("key").asString())
			.distinct()
			.forEach((key) -> say("- failed at least once: `" + key + "`"));
	}

	void write(Path directory) throws IOException {
		Files.writeString(directory.resolve(this.name + ".md"), this.text);
		Files.writeString(directory.resolve(this.name + ".svg"), this.svg.finish());
	}

}
