package io.github.ringlog.benchmarks;

import java.util.Collection;
import java.util.List;

import io.github.ringlog.benchmarks.trace.TraceFilterBenchmark;
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
 * Runs the benchmarks of JMH for a moment: that they start and end. It tells nothing of
 * speed.
 */
class BenchmarksTests {

	@BeforeAll
	static void mayRunBesideOthers() {
		System.setProperty("jmh.ignoreLock", "true");
	}

	@Test
	void runsThoseThatNeedNoJvmOfTheirOwn() throws Exception {
		assertThat(run(options(TraceFilterBenchmark.class, "").forks(0))).hasSize(6);
	}

	@ParameterizedTest
	@MethodSource("forked")
	void runsThoseThatStartLogging(ChainedOptionsBuilder options, int runs) throws Exception {
		assertThat(run(options.forks(1).jvmArgsAppend("-XX:TieredStopAtLevel=1", "-Xms64m"))).hasSize(runs);
	}

	static List<Arguments> forked() {
		return List.of(Arguments.of(options(PublishBenchmark.class, ""), 6),
				Arguments.of(options(PatternBenchmark.class, ""), 3));
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
