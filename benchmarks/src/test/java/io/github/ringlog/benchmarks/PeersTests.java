package io.github.ringlog.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs the driver with next to nothing to do: that the contenders start, that lines are
 * counted, and that a page comes of it. It tells nothing of speed.
 */
class PeersTests {

	private static final JsonMapper JSON = JsonMapper.builder().build();

	@TempDir
	private Path out;

	@Test
	void countsEachLineOfAFlood() throws Exception {
		drive("flood", "--contenders=ringlog,log4j-async-tuned-disruptor3,logback-sync,logstash-disruptor");
		List<JsonNode> runs = runs("flood");
		assertThat(runs).hasSize(4);
		for (JsonNode run : runs) {
			JsonNode row = run.path("rows").path(0);
			assertThat(row.path("events").asLong()).isEqualTo(20_000);
			assertThat(row.path("written").asLong()).as(run.path("key").asString()).isEqualTo(20_000);
			assertThat(row.path("nanos").asLong()).isGreaterThanOrEqualTo(row.path("callers").asLong()).isPositive();
			assertThat(row.path("cpu").asLong()).isPositive();
			assertThat(run.path("load").isNumber()).isTrue();
			assertThat(run.path("round-trip").asLong()).isPositive();
		}
	}

	@Test
	void countsWhatIsLostAndIsNotRunAgain() throws Exception {
		drive("flood", "--contenders=logback-async");
		drive("flood", "--contenders=logback-async");
		List<JsonNode> runs = runs("flood");
		assertThat(runs).hasSize(1);
		assertThat(runs.get(0).path("rows").path(0).path("written").asLong()).isPositive().isLessThan(20_000);
		assertThat(runs.get(0).path("lossless").asBoolean(true)).isFalse();
	}

	@Tag("full")
	@ParameterizedTest
	@CsvSource({ "bursts, log4j-sync, bursts, p9999", "stall, 'ringlog,boot-logback,boot-log4j-async', paced, p999",
			"users, 'ringlog,boot-logback,boot-log4j,boot-logback-async,boot-log4j-async,json-logstash', flood, cpu",
			"allocation, logback-sync-buffered, jmh, bytes", "location, ringlog, jmh, nanos" })
	void countsTheLinesOfEachOtherScenario(String scenario, String contenders, String kind, String figure)
			throws Exception {
		drive(scenario, "--contenders=" + contenders);
		List<JsonNode> rows = new ArrayList<>();
		runs(scenario).forEach((run) -> run.path("rows").forEach(rows::add));
		assertThat(rows).anyMatch((row) -> row.path("kind").asString().equals(kind) && row.has(figure));
		assertThat(rows).filteredOn((row) -> row.has("written"))
			.allMatch((row) -> row.path("events").asLong() == row.path("written").asLong());
		assertThat(rows).filteredOn((row) -> row.has("attempted"))
			.allMatch((row) -> row.path("attempted").asLong() == row.path("lines").asLong());
	}

	@Test
	void refusesWhatIsUnknown() throws Exception {
		Process process = start("flood", "--contenders=tinylog");
		assertThat(new String(process.getInputStream().readAllBytes())).contains("there is no contender tinylog");
		assertThat(process.waitFor()).isEqualTo(2);
	}

	@Test
	void theCostOfLinesIsTheMedianOfPairedDifferences() throws Exception {
		List<String> pairs = new ArrayList<>();
		for (int without : new int[] { 100, 500, 900 }) {
			pairs.add("""
					{"kind": "pairs", "format": "text", "rate": 100, "stacks": {"ringlog": {"on": %s, "off": %s}}}"""
				.formatted(window(without + 20), window(without)));
		}
		Files.write(this.out.resolve("request.json"), pairs);
		Process process = start(List.of("report.py", this.out.toString()));
		assertThat(process.waitFor()).as(new String(process.getInputStream().readAllBytes())).isZero();
		assertThat(this.out.resolve("README.md")).content()
			.contains("|  | text, 100/s |", "| CPU of logging, µs: Ringlog | 20.0 |", "Pairs: text, 100/s 3.");
		assertThat(this.out.resolve("request.svg")).content().contains(">20.0</text>");
		process = start(
				List.of("-c", "import report, sys; print(report.Summary(sys.argv[1]).files['request']['figures'])",
						this.out.toString()));
		assertThat(new String(process.getInputStream().readAllBytes())).contains(
				"'of it on callers, µs': {'format=text rate=100': {'ringlog': [20.0,",
				"'of it on the writer, µs': {'format=text rate=100': {'ringlog': [0.0,");
	}

	private static String window(int micros) {
		return """
				{"requests": 10, "failed": 0, "cpu": {"callers": %d, "compiler": 0}, "scheduled": 1, "writes": 1,
				"latencies": {"600": 10}}""".formatted(micros * 10_000).replace('\n', ' ');
	}

	private void drive(String... arguments) throws Exception {
		Process process = start(arguments);
		String output = new String(process.getInputStream().readAllBytes());
		assertThat(process.waitFor()).as(output).isZero();
	}

	private Process start(String... arguments) throws IOException {
		List<String> command = new ArrayList<>(List.of("driver.py", "--form=smoke", "--out=" + this.out));
		command.addAll(List.of(arguments));
		return start(command);
	}

	private static Process start(List<String> script) throws IOException {
		List<String> command = new ArrayList<>(script);
		command.add(0, "python3");
		ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
		builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
		return builder.start();
	}

	private List<JsonNode> runs(String scenario) throws IOException {
		List<JsonNode> lines = Files.readAllLines(this.out.resolve(scenario + ".json"))
			.stream()
			.map(JSON::readTree)
			.toList();
		assertThat(lines.get(0).path("libraries").asString()).contains("log4j-core-", "logback-classic-",
				"disruptor-3");
		return lines.stream().filter((line) -> line.path("kind").asString().equals("run")).toList();
	}

}
