package io.github.ringlog.benchmarks;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

import io.github.ringlog.benchmarks.cost.IdleApplication;
import io.github.ringlog.benchmarks.cost.MeterOverhead;
import io.github.ringlog.benchmarks.location.LocationBenchmark;
import io.github.ringlog.benchmarks.trace.TraceFilterBenchmark;
import io.github.ringlog.benchmarks.trace.TraceIdBenchmark;
import io.github.ringlog.benchmarks.writer.WriterApplication;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs the benchmarks that JMH runs, and those with a main method, for a moment: that
 * they start and end. It tells nothing of speed.
 */
class BenchmarksTests {

	@BeforeAll
	static void mayRunBesideOthers() {
		System.setProperty("jmh.ignoreLock", "true");
	}

	@Test
	void runsThoseThatNeedNoJvmOfTheirOwn() throws Exception {
		assertThat(run(options(TraceIdBenchmark.class, "").forks(0))).hasSize(7);
		assertThat(run(options(TraceFilterBenchmark.class, "").forks(0))).hasSize(6);
	}

	@ParameterizedTest
	@MethodSource("forked")
	void runsThoseThatStartLogging(ChainedOptionsBuilder options, int runs) throws Exception {
		assertThat(run(options.forks(1).jvmArgsAppend("-XX:TieredStopAtLevel=1", "-Xms64m"))).hasSize(runs);
	}

	static List<Arguments> forked() {
		return List.of(
				Arguments.of(options(PublishBenchmark.class, "").param("stack", "RINGLOG").param("output", "NULL"), 6),
				Arguments.of(options(PublishBenchmark.class, "twoStrings$").param("stack", "LOG4J_ASYNC", "LOG4J_SYNC")
					.param("output", "FILE"), 2),
				// It checks that the ring was full, which takes more than a moment.
				Arguments.of(options(FullRingBenchmark.class, "").measurementTime(TimeValue.milliseconds(500)),
						FullRingBenchmark.Policy.values().length),
				Arguments.of(options(ObservedPublishBenchmark.class, ""),
						ObservedPublishBenchmark.Observer.values().length),
				Arguments.of(options(LocationBenchmark.class, "").param("stack", "RINGLOG")
					.param("location", "true")
					.param("frames", "10"), 2));
	}

	@ParameterizedTest
	@MethodSource("mains")
	void runsThoseWithAMainMethod(List<String> arguments, String output) throws Exception {
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
						"-Xmx256m", "-cp", System.getProperty("java.class.path")));
		command.addAll(arguments);
		Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
		String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		assertThat(process.waitFor()).as(text).isZero();
		assertThat(text).containsPattern(output);
	}

	static Stream<Arguments> mains() {
		return Stream.of(Arguments.of(List.of(MeterOverhead.class.getName(), "1", "1000"), "ns a call: "),
				Arguments.of(List.of(IdleApplication.class.getName(), "--idle.events=10"), "(?m)^heap=\\d+$"),
				Arguments.of(
						List.of(WriterApplication.class.getName(), "10", "100", "--ringlog.location.validation=off"),
						"(?m)^written=11\\d$"));
	}

	private static ChainedOptionsBuilder options(Class<?> type, String method) {
		return new OptionsBuilder().include(type.getName().replace(".", "\\.") + "\\." + method)
			.warmupIterations(0)
			.measurementIterations(1)
			.measurementTime(TimeValue.milliseconds(20))
			.shouldFailOnError(true)
			.verbosity(VerboseMode.SILENT);
	}

	private static Collection<RunResult> run(ChainedOptionsBuilder options) throws Exception {
		Collection<RunResult> results = new Runner(options.build()).run();
		assertThat(results).allMatch((result) -> result.getPrimaryResult().getScore() > 0);
		return results;
	}

}
