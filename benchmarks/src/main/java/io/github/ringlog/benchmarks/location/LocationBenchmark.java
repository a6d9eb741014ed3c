package io.github.ringlog.benchmarks.location;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cost of a log call for its caller, without and with the caller's location.
 * {@link LocationBenchmarks} runs it with the numbers and kinds of threads.
 */
@State(Scope.Benchmark)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsAppend = { "-Xms2g", "-Xmx2g" })
public class LocationBenchmark {

	static final int BATCH = 10_000;

	@Param
	@SuppressWarnings("NullAway.Init") // JMH sets it.
	public LocationStack stack;

	@Param({ "false", "true" })
	public boolean location;

	/**
	 * Frames between the benchmark and the call, besides the dozen that JMH has.
	 */
	@Param({ "10", "80" })
	public int frames;

	@SuppressWarnings("NullAway.Init") // Set before the benchmark runs.
	private LocationStack.Running running;

	@SuppressWarnings("NullAway.Init") // Set before the benchmark runs.
	private Runnable call;

	@Setup
	public void start() throws Exception {
		this.running = this.stack.start(this.location, Files.createTempDirectory("ringlog-benchmark-"));
		this.call = this.running.call();
		// What stops in a method of JMH is measured as part of the last iteration.
		Runtime.getRuntime().addShutdownHook(new Thread(this::stop));
	}

	private void stop() {
		try {
			this.running.stop();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Setup(Level.Iteration)
	public void awaitEmpty() {
		this.running.awaitEmpty();
	}

	/**
	 * One call after the other: in the long run as fast as the writer.
	 */
	@Benchmark
	@BenchmarkMode(Mode.AverageTime)
	@Warmup(iterations = 3, time = 1)
	@Measurement(iterations = 5, time = 1)
	public void single() {
		below(this.frames, this.call, 1);
	}

	/**
	 * 10,000 calls into an empty ring, then a pause until they are written.
	 */
	@Benchmark
	@BenchmarkMode(Mode.SingleShotTime)
	@OperationsPerInvocation(BATCH)
	@Warmup(iterations = 30)
	@Measurement(iterations = 30)
	public void batch() {
		below(this.frames, this.call, BATCH);
	}

	@CompilerControl(CompilerControl.Mode.DONT_INLINE)
	private static void below(int frames, Runnable call, int times) {
		if (frames > 1) {
			below(frames - 1, call, times);
			return;
		}
		for (int i = 0; i < times; i++) {
			call.run();
		}
	}

}
