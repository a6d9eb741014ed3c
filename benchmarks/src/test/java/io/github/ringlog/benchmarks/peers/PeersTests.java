package io.github.ringlog.benchmarks.peers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Runs each scenario with next to nothing to do: that the contenders start, and that
 * lines are counted. It tells nothing of speed.
 */
class PeersTests {

	@TempDir
	private Path out;

	@Test
	void countsEachLineOfAFlood() throws Exception {
		run("flood", "--contenders=ringlog,log4j-async-disruptor3,log4j-async-appender,logback-sync,"
				+ "logstash-disruptor");
		List<JsonNode> runs = runs("flood");
		assertThat(runs).hasSize(5).noneMatch((run) -> run.has("error"));
		for (JsonNode run : runs) {
			JsonNode row = run.path("rows").path(0);
			String contender = run.path("contender").asString();
			assertThat(row.path("events").asLong()).isEqualTo(20_000);
			// Stock Log4j promises nothing: it was seen to lose one of these events.
			assertThat(row.path("written").asLong()).as(contender)
				.isBetween(contender.startsWith("log4j-async-disruptor") ? 19_000 : 20_000L, 20_000L);
			assertThat(row.path("nanos").asLong()).isGreaterThanOrEqualTo(row.path("callers").asLong()).isPositive();
			assertThat(row.path("cpu").isNumber()).isTrue();
			assertThat(run.path("round-trip")).hasSize(2);
			assertThat(run.path("queue").asInt()).as(contender).isIn(0, 4_096, 16_384, 262_144);
			assertThat(run.path("lossless").asBoolean()).isTrue();
		}
	}

	@Tag("full")
	@Test
	void publishesEachFloodThatWasMeasured() throws Exception {
		run("flood", "--contenders=log4j-sync", "--seconds=1");
		JsonNode rows = runs("flood").get(0).path("rows");
		long nanos = 0;
		long cpu = 0;
		for (JsonNode row : rows) {
			nanos += row.path("nanos").asLong();
			cpu += row.path("cpu").asLong();
		}
		// The clock of the processor is too coarse for a single short flood.
		assertThat(cpu).isPositive();
		assertThat(nanos).isGreaterThanOrEqualTo(1_000_000_000);
		assertThat(nanos - rows.path(rows.size() - 1).path("nanos").asLong()).isLessThan(1_000_000_000);
	}

	@Tag("full")
	@Test
	void countsWhatIsLost() throws Exception {
		run("flood", "--contenders=logback-async");
		JsonNode run = runs("flood").get(0);
		assertThat(run.path("rows").path(0).path("written").asLong()).isPositive().isLessThan(20_000);
		assertThat(run.path("lossless").asBoolean(true)).isFalse();
	}

	@Test
	void goesOnWhereItWasBrokenOff() throws Exception {
		run("flood", "--contenders=logback-sync");
		run("flood", "--contenders=logback-sync,log4j-sync");
		assertThat(runs("flood")).extracting((run) -> run.path("contender").asString())
			.containsExactlyInAnyOrder("logback-sync", "log4j-sync");
	}

	@Tag("full")
	@ParameterizedTest
	@CsvSource({ "bursts, log4j-sync, bursts, p9999", "packaged, packaged-ringlog, flood, callers",
			"json, 'json-ringlog,json-log4j-async,json-logstash', flood, bytes",
			"location, logback-async-lossless, batch, elapsed", "footprint, log4j-async-appender, footprint, heap" })
	void countsTheLinesOfEachOtherScenario(String scenario, String contenders, String kind, String figure)
			throws Exception {
		run(scenario, "--contenders=" + contenders, "--runs=^(?!.*(eight|unicode|size))");
		assertCounted(scenario, kind, figure);
	}

	@Tag("full")
	@Test
	void raisesTheRateUntilAStackFallsBehind() throws Exception {
		run("latency", "--contenders=logback-sync");
		assertCounted("latency", "paced", "due-p99");
		JsonNode rows = runs("latency").get(0).path("rows");
		for (int i = 1; i < rows.size(); i++) {
			assertThat(rows.path(i).path("rate").asLong()).isGreaterThan(rows.path(i - 1).path("rate").asLong());
			assertThat(rows.path(i - 1).path("behind").asInt()).isZero();
		}
		assertThat(rows.path(rows.size() - 1).path("behind").asInt()).isOne();
	}

	@Tag("full")
	@Test
	void countsEventsOfAllShapes() throws Exception {
		run("shapes", "--contenders=log4j-sync");
		assertCounted("shapes", "batch", "caller-bytes");
		assertThat(runs("shapes")).extracting((run) -> run.path("parameters").path("shape").asString())
			.contains("types", "unicode", "mdc 3", "throwable", "loggers10", "none", "eight", "Log4j API");
	}

	@Test
	void aThrowableOfRinglogIsCountedOnce() throws Exception {
		run("shapes", "--contenders=ringlog", "--runs=throwable");
		assertCounted("shapes", "flood", "bytes");
	}

	@Test
	void namesWhatIsUnknown() {
		assertThatIllegalArgumentException().isThrownBy(() -> Contender.of("tinylog")).withMessageContaining("tinylog");
		assertThatIllegalArgumentException().isThrownBy(() -> Profile.of("long", Map.of()))
			.withMessageContaining("long");
	}

	private void run(String scenario, String... options) throws Exception {
		List<String> arguments = new ArrayList<>(List.of("--form=smoke", scenario, "--out=" + this.out));
		arguments.addAll(List.of(options));
		assertThat(Peers.execute(arguments.toArray(String[]::new))).isZero();
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

}
