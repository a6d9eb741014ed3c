package io.github.ringlog.logger;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;

import io.github.ringlog.settings.Log4jPath;
import io.github.ringlog.settings.RingSettings;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LogEvent;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Faults at random, one after another, while callers log: for a minute, or for as many
 * seconds as the system property {@code ringlog.soak} says.
 */
@Tag("full")
class SoakTests {

	private static final Duration DURATION = Duration.ofSeconds(Long.getLong("ringlog.soak", 60));

	private static final long MAX_GROWTH = 32 * 1024 * 1024;

	private static final List<RingSettings.Overflow> OVERFLOWS = List.of(RingSettings.Overflow.block(null),
			RingSettings.Overflow.block(Duration.ofMillis(1)), RingSettings.Overflow.drop(Level.INFO),
			RingSettings.Overflow.synchronous());

	@Test
	void accountsForEachEventAndKeepsNoMemory() throws InterruptedException {
		RandomFaults faults = new RandomFaults(new Random().nextLong());
		try (Flood flood = new Flood(faults, Flood.Policy.BLOCK, Log4jPath.NEVER, Map.of(Flood.ISOLATED,
				new RingSettings.Isolation(TestRing.SIZE, RingSettings.Overflow.drop(Level.FATAL))))) {
			flood.run();
			flood.assertConserved();
			flood.assertTaken();
			assertThat(faults.growth).isLessThan(MAX_GROWTH);
		}
		catch (AssertionError ex) {
			throw new AssertionError("With the seed " + faults.seed, ex);
		}
	}

	private static final class RandomFaults extends Fault {

		private final long seed;

		private final Random random;

		// Written by the test, read by the threads that write.
		private volatile boolean failing;

		// That of the configuration in force.
		private RecordingAppender current;

		private long growth;

		RandomFaults(long seed) {
			this.seed = seed;
			this.random = new Random(seed);
		}

		@Override
		void append(LogEvent event) {
			if (this.failing && Flood.number(event) % 3 == 0) {
				throw new IllegalStateException("test");
			}
		}

		@Override
		void prepare(Flood flood) {
			this.current = flood.appender;
			flood.endless(true);
		}

		@Override
		void meanwhile(Flood flood) {
			flood.awaitAttempts(100_000);
			long before = usedMemory();
			long start = System.nanoTime();
			while (System.nanoTime() - start < DURATION.toNanos()) {
				act(flood);
				flood.awaitAttempts(flood.attempts() + this.random.nextInt(Flood.EVENTS));
			}
			this.growth = usedMemory() - before;
			this.failing = false;
			flood.isolated.release();
			flood.endless(false);
		}

		private void act(Flood flood) {
			switch (this.random.nextInt(6)) {
				case 0 -> holdUp(flood, this.current);
				case 1 -> this.failing = !this.failing;
				case 2 -> {
					this.current = flood.appender();
					flood.context.reconfigure(flood.configuration(this.current));
				}
				case 3 -> flood.context.switchOverflow(OVERFLOWS.get(this.random.nextInt(OVERFLOWS.size())));
				case 4 -> flood.isolated.close();
				default -> flood.isolated.release();
			}
		}

		private static void holdUp(Flood flood, RecordingAppender appender) {
			appender.close();
			Awaitility.await().until(() -> flood.statistics.used().orElse(0) > TestRing.SIZE * 3 / 4);
			appender.release();
		}

		private static long usedMemory() {
			System.gc();
			return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
		}

	}

}
