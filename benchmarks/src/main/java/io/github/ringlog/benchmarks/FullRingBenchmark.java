package io.github.ringlog.benchmarks;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.github.ringlog.engine.RingLogContextSelector;
import io.github.ringlog.engine.RingLoggerContext;
import io.github.ringlog.engine.RingSettings;
import io.github.ringlog.engine.RingSettings.Overflow;
import io.github.ringlog.engine.RingStatistics;
import io.github.ringlog.engine.RingWaitStrategy;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.Property;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cost of a log call on the calling thread while the ring is full, for each overflow
 * policy of {@link RingLogContextSelector}: a small ring and an appender that pauses for
 * each event of the writer.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsAppend = { "-Xms1g", "-Xmx1g" })
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class FullRingBenchmark {

	@Param
	@SuppressWarnings("NullAway.Init") // JMH sets it.
	public Policy policy;

	private final String order = "4711-0815";

	private final String customer = "customer@example.org";

	@SuppressWarnings("NullAway.Init") // Set before the benchmark runs.
	private RingStatistics statistics;

	@SuppressWarnings("NullAway.Init") // Set before the benchmark runs.
	private Logger log;

	@Setup
	public void start() {
		RunningStack running = RunningStack
			.start(Stack.RINGLOG, Output.NULL,
					RingSettings.defaults()
						.withBuffer(RingSettings.MIN_BUFFER_SIZE, RingWaitStrategy.ADAPTIVE)
						.withOverflow(this.policy.overflow))
			.closeAtExit();
		this.statistics = ((RingLoggerContext) running.context()).statistics();
		LoggerConfig root = running.context().getConfiguration().getRootLogger();
		root.addAppender(new SlowAppender(), null, null);
		this.log = LoggerFactory.getLogger("com.example.shop.Checkout");
	}

	@TearDown(Level.Iteration)
	public void check() {
		long waits = this.statistics.blocked();
		long drops = this.statistics.dropped();
		if (waits + drops + this.statistics.synchronous() == 0) {
			throw new IllegalStateException("The ring was never full");
		}
	}

	@Benchmark
	public void twoStrings() {
		this.log.info("Order {} was accepted for {}", this.order, this.customer);
	}

	/**
	 * The overflow policies.
	 */
	public enum Policy {

		/**
		 * Waits.
		 */
		BLOCK(Overflow.block(null)),

		/**
		 * Waits, and drops the event if that takes too long.
		 */
		BLOCK_BRIEFLY(Overflow.block(Duration.ofNanos(50_000))),

		/**
		 * Drops.
		 */
		DROP(Overflow.drop(org.apache.logging.log4j.Level.INFO)),

		/**
		 * Writes on the calling thread.
		 */
		SYNCHRONOUS(Overflow.synchronous());

		private final Overflow overflow;

		Policy(Overflow overflow) {
			this.overflow = overflow;
		}

	}

	private static final class SlowAppender extends AbstractAppender {

		SlowAppender() {
			super("slow", null, null, true, Property.EMPTY_ARRAY);
			start();
		}

		@Override
		public void append(LogEvent event) {
			if (Thread.currentThread().getName().equals("ringlog-writer")) {
				LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(50));
			}
		}

	}

}
