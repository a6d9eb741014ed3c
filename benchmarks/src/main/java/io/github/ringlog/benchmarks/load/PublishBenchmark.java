package io.github.ringlog.benchmarks.load;

import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * A log call through SLF4J. With {@code -prof gc} it shows what all threads allocate for
 * it. The driver runs it on the class path of each contender; alone it is Ringlog, whose
 * appender then writes nothing.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsAppend = { "-Xms1g", "-Xmx1g" })
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class PublishBenchmark {

	private final String order = "4711-0815";

	private final String customer = "customer@example.org";

	private final IllegalStateException failure = new IllegalStateException("The payment was refused");

	// Never small enough to come out of the cache of boxed integers.
	private int amount = 1000;

	@SuppressWarnings("NullAway.Init") // Set before the benchmark runs.
	private Logger log;

	@SuppressWarnings("NullAway.Init") // Set before the benchmark runs.
	private Backend backend;

	@Setup
	public void start() throws Exception {
		if (System.getProperty("peers.backend") == null) {
			System.setProperty("logging.config", "classpath:benchmark-null.xml");
			System.setProperty("spring.main.banner-mode", "off");
		}
		this.backend = Backend.start(System.getProperty("peers.backend", "boot-log4j"));
		this.log = LoggerFactory.getLogger(LogCalls.LOGGER);
	}

	@TearDown
	public void stop() {
		this.backend.stop();
	}

	@Benchmark
	public void noParameters() {
		this.log.info("An order was accepted and sent to the warehouse");
	}

	@Benchmark
	public void twoStrings() {
		this.log.info("Order {} was accepted for {}", this.order, this.customer);
	}

	/**
	 * The caller itself makes an object of the number: 16 bytes which no stack can save.
	 */
	@Benchmark
	public void stringAndInt() {
		this.log.info("Order {} was accepted for {} cents", this.order, this.amount++ | 1024);
	}

	@Benchmark
	public void twoStringsWithMdc(@SuppressWarnings("unused") Request request) {
		this.log.info("Order {} was accepted for {}", this.order, this.customer);
	}

	@Benchmark
	public void throwable() {
		this.log.info("An order was refused", this.failure);
	}

	/**
	 * Below as many frames as a log call of a web application: who looks for the caller
	 * walks them.
	 */
	@Benchmark
	public void below40Frames() {
		below(40);
	}

	private void below(int frames) {
		if (frames > 0) {
			below(frames - 1);
			return;
		}
		this.log.info("Order {} was accepted for {}", this.order, this.customer);
	}

	/**
	 * A thread that works on a request: three entries in the MDC.
	 */
	@State(Scope.Thread)
	public static class Request {

		@Setup
		public void begin() {
			MDC.put("traceId", "4bf92f3577b34da6a3ce929d0e0e4736");
			MDC.put("spanId", "00f067aa0ba902b7");
			MDC.put("user", "4711");
		}

		@TearDown
		public void end() {
			MDC.clear();
		}

	}

}
