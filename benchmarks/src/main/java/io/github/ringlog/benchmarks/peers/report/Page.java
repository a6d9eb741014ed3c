package io.github.ringlog.benchmarks.peers.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import tools.jackson.databind.JsonNode;

/**
 * A page in Markdown, with its plot.
 */
final class Page {

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
	 * Tell where the runs were made, once for each start of the driver.
	 */
	void environment(List<JsonNode> lines) {
		section("Where and how");
		JsonNode last = null;
		int starts = 0;
		for (JsonNode line : lines) {
			if (Sample.kind("environment").test(line)) {
				last = line;
				starts++;
			}
		}
		if (last != null) {
			last.forEachEntry((key, value) -> {
				if (!key.equals("kind")) {
					say("- " + key + ": `" + value.asString() + "`");
				}
			});
		}
		if (starts > 1) {
			say("- the driver was started %d times; this is the last one, the others are in the raw results"
				.formatted(starts));
		}
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
