package io.github.ringlog.benchmarks;

import java.util.Collection;

import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs the benchmarks of JMH for a moment: that they start and end. It tells nothing of
 * speed.
 */
class BenchmarksTests {

	@Test
	void startsAndEnds() throws Exception {
		System.setProperty("jmh.ignoreLock", "true");
		Collection<RunResult> results = new Runner(new OptionsBuilder().include("\\.PublishBenchmark\\.")
			.warmupIterations(0)
			.measurementIterations(1)
			.measurementTime(TimeValue.milliseconds(20))
			.forks(1)
			.jvmArgsAppend("-XX:TieredStopAtLevel=1", "-Xms64m")
			.shouldFailOnError(true)
			.verbosity(VerboseMode.SILENT)
			.build()).run();
		assertThat(results).hasSize(6).allMatch((result) -> result.getPrimaryResult().getScore() > 0);
	}

}
