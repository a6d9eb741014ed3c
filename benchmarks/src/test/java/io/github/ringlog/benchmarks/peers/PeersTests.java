package io.github.ringlog.benchmarks.peers;

import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import javax.xml.parsers.DocumentBuilderFactory;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Runs each scenario with next to nothing to do: that the contenders start, that lines
 * are counted, and that a report comes out of it. It tells nothing of speed.
 */
class PeersTests {

	@TempDir
	private Path out;

	@Test
	void countsEachLineOfAFlood() throws Exception {
		run("flood", "ringlog", "ringlog-batched", "log4j-async-disruptor3", "log4j-async-appender", "logback-sync",
				"logstash-disruptor", "floor");
		List<JsonNode> runs = runs("flood");
		assertThat(runs).hasSize(7).noneMatch((run) -> run.has("error"));
		for (JsonNode run : runs) {
			JsonNode row = run.path("rows").path(0);
			assertThat(row.path("events").asLong()).isEqualTo(20_000);
			String contender = run.path("contender").asString();
			// Stock Log4j promises nothing: it was seen to lose one of these events.
			assertThat(row.path("written").asLong()).as(contender)
				.isBetween(contender.startsWith("log4j-async-disruptor") ? 1 : 20_000L, 20_000L);
			assertThat(row.path("nanos").asLong()).isPositive();
			assertThat(row.path("cpu").asLong()).isNotNegative();
			assertThat(row.path("near").asInt(-1)).isBetween(0, 1);
		}
		assertThat(page("flood")).contains("### 4 threads", "| Ringlog |");
		assertPlot("flood");
		assertThat(page("README")).contains("What to conclude",
				"flood, 4 threads: events that Ringlog loses | at most 0 | 0 | met");
	}

	@Test
	void doesNotRankWhatLosesEvents() throws Exception {
		run("flood", "logback-async");
		JsonNode row = runs("flood").get(0).path("rows").path(0);
		assertThat(row.path("written").asLong()).isPositive().isLessThan(20_000);
		assertThat(page("flood")).containsPattern("Logback AsyncAppender, defaults \\| .* \\| not ranked \\|");
		assertThat(Files.readString(this.out.resolve("flood.svg"))).contains("not ranked");
	}

	@Test
	void leavesOutFloodsWhileTheProcessorsWereApart() throws Exception {
		report(6, 5);
		assertThat(page("flood")).contains("| Ringlog | 1,000,000 |", "While the processors share no cache",
				"| Ringlog | 250,000 (0.25, 5) |");
	}

	@Test
	void leavesOutNothingIfTheProcessorsAreAlwaysApart() throws Exception {
		report(1, 5);
		assertThat(page("flood")).contains("| Ringlog | 250,000 |")
			.doesNotContain("While the processors share no cache");
	}

	/**
	 * Write a report of floods with 1,000,000 events a second while the processors share
	 * a cache, and 250,000 while they do not.
	 */
	private void report(int near, int apart) throws Exception {
		String row = "{'kind':'flood','events':100,'written':100,'cpu':0,'nanos':%d,'near':%d}";
		List<String> rows = new ArrayList<>(Collections.nCopies(near, row.formatted(100_000, 1)));
		rows.addAll(Collections.nCopies(apart, row.formatted(400_000, 0)));
		String run = "{'kind':'run','key':'1','contender':'ringlog','label':'Ringlog','parameters':{'threads':'4'},'rows':%s}";
		Files.writeString(this.out.resolve("flood.json"), run.formatted(rows).replace('\'', '"'));
		assertThat(Peers.execute("smoke", "--out=" + this.out, "--report-only")).isZero();
	}

	@Test
	void goesOnWhereItWasBrokenOff() throws Exception {
		run("flood", "floor");
		run("flood", "floor", "log4j-sync");
		assertThat(runs("flood")).extracting((run) -> run.path("contender").asString())
			.containsExactly("floor", "log4j-sync");
	}

	@Test
	void runsEachOtherScenario() throws Exception {
		run("bursts", "log4j-sync");
		assertCounted("bursts", "bursts", "p9999");
		run("latency", "log4j-sync");
		assertCounted("latency", "paced", "raw-p99");
		run("scaling", "ringlog", "floor");
		assertCounted("scaling", "batch", "caller-cpu");
		run("packaged", "packaged-ringlog");
		assertCounted("packaged", "flood", "callers");
		assertThat(runs("packaged").get(0).path("rows").path(1).path("lines").asLong())
			// Those of the start, too.
			.isEqualTo(runs("packaged").get(0).path("rows").path(0).path("attempted").asLong() + 3);
		run("location", "logback-async-lossless");
		assertCounted("location", "batch", "elapsed");
		for (String page : List.of("latency", "scaling", "flood", "shapes")) {
			assertPlot(page);
		}
		assertThat(page("scaling")).contains("computed, not measured");
	}

	@Test
	void comesThroughAStallOfTheSink() throws Exception {
		run("footprint", "log4j-async-appender");
		List<JsonNode> runs = runs("footprint");
		assertThat(runs).hasSize(2).noneMatch((run) -> run.has("error"));
		JsonNode application = runs.get(0).path("rows").path(0);
		assertThat(application.path("heap").asLong()).isPositive();
		assertThat(application.path("written").asLong()).isEqualTo(application.path("events").asLong());
		assertThat(application.path("first-line-millis").asLong()).isPositive();
		JsonNode stall = runs.get(1).path("rows");
		assertThat(stall.path(1).path("lines").asLong()).isEqualTo(stall.path(0).path("events").asLong());
		// The stall was seen. Whether it was over in time depends on the machine.
		assertThat(stall.path(1).path("oldest-nanos").asLong()).isGreaterThan(200_000_000);
		assertThat(stall.path(1).has("recovery-nanos")).isTrue();
		assertPlot("footprint");
	}

	@Test
	void namesWhatIsUnknown() {
		assertThatIllegalArgumentException().isThrownBy(() -> Contender.of("tinylog")).withMessageContaining("tinylog");
		assertThatIllegalArgumentException().isThrownBy(() -> Profile.of("long")).withMessageContaining("long");
	}

	@Test
	void runsCallsOfOtherShapes() throws Exception {
		assertThat(Peers.execute("smoke", "shapes", "--out=" + this.out, "--contenders=log4j-sync",
				"--runs=throwable|Log4j API|virtual|loggers"))
			.isZero();
		assertCounted("shapes", "batch", "elapsed");
		assertThat(page("shapes")).contains("### throwable", "### Log4j API", "### loggers 10, mdc 2")
			.doesNotContain("### mdc");
	}

	private void run(String scenario, String... contenders) throws Exception {
		assertThat(
				Peers.execute("smoke", scenario, "--out=" + this.out, "--contenders=" + String.join(",", contenders)))
			.isZero();
	}

	private List<JsonNode> runs(String scenario) throws Exception {
		List<JsonNode> lines = RawResults.read(this.out.resolve(scenario + ".json"));
		assertThat(lines.get(0).path("kind").asString()).isEqualTo("environment");
		assertThat(lines.get(0).path("libraries").asString()).contains("log4j-core-", "logback-classic-",
				"disruptor-3");
		return lines.stream().filter((line) -> line.path("kind").asString().equals("run")).toList();
	}

	private void assertCounted(String scenario, String kind, String figure) throws Exception {
		List<JsonNode> runs = runs(scenario);
		assertThat(runs).isNotEmpty().noneMatch((run) -> run.has("error"));
		List<JsonNode> rows = new ArrayList<>();
		runs.forEach((run) -> run.path("rows").forEach(rows::add));
		assertThat(rows).anyMatch((row) -> row.path("kind").asString().equals(kind) && row.has(figure));
		assertThat(rows).filteredOn((row) -> row.has("events"))
			.allMatch((row) -> row.path("events").asLong() == row.path("written").asLong());
	}

	private String page(String name) throws Exception {
		return Files.readString(this.out.resolve(name + ".md"));
	}

	private void assertPlot(String name) throws Exception {
		String svg = Files.readString(this.out.resolve(name + ".svg"));
		DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
		assertThat(svg).contains("<text", "prefers-color-scheme: dark").doesNotContain("NaN");
		assertThat(page(name)).contains(name + ".svg").doesNotContain("NaN", "null");
	}

}
