package io.github.ringlog.logger;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

import io.github.ringlog.ring.RingSettings;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LogEvent;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A caller whose stack overflows anywhere in a log call leaves no slot that the writer
 * waits for. If it fails while it fills its slots, the event says so.
 */
@Timeout(120)
class StackOverflowTests {

	private static final int ROUNDS = 50;

	private static final long STACK = 200 * 1024;

	private static final String UNFINISHED = "[the caller failed while it logged this event]";

	// Takes several slots.
	private static final String LARGE = "x".repeat(10_000);

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void doesNotStopTheRing(boolean large) throws InterruptedException {
		try (TestRing ring = new TestRing()) {
			Queue<LogEvent> unfinished = new ConcurrentLinkedQueue<>();
			ring.appender.onEvent((event) -> {
				if (event.getMessage().getFormattedMessage().equals(UNFINISHED)) {
					unfinished.add(event.toImmutable());
				}
			});
			long before = System.currentTimeMillis();
			assertSurvives(ring, large ? LARGE : "");
			assertThat(unfinished).isNotEmpty().allSatisfy((event) -> {
				assertThat(event.getLevel()).isEqualTo(Level.INFO);
				assertThat(event.getThreadName()).isEqualTo("overflowing");
				assertThat(event.getTimeMillis()).isBetween(before, System.currentTimeMillis());
			});
			assertThat(ring.statistics.writerErrors()).isGreaterThanOrEqualTo(unfinished.size());
		}
	}

	@Test
	void doesNotStopARingThatIsFull() throws InterruptedException {
		try (TestRing ring = new TestRing()) {
			ring.appender.onEvent((event) -> spin());
			assertSurvives(ring, "");
			assertThat(ring.statistics.blocked()).isPositive();
		}
	}

	@Test
	void doesNotStopARingThatSheds() throws InterruptedException {
		try (TestRing ring = new TestRing(TestRing.SETTINGS.withOverflow(RingSettings.Overflow.drop(Level.INFO)))) {
			assertSurvives(ring, "");
		}
	}

	/**
	 * Take longer than a caller does, whatever else runs: a thread that yields to others
	 * may get no processor for milliseconds.
	 */
	private static void spin() {
		long start = System.nanoTime();
		while (System.nanoTime() - start < 5_000) {
			Thread.onSpinWait();
		}
	}

	private static void assertSurvives(TestRing ring, String text) throws InterruptedException {
		ring.appender.countOnly();
		AtomicLong overflows = new AtomicLong();
		AtomicLong returned = new AtomicLong();
		AtomicLong begun = new AtomicLong();
		for (int round = 0; round < ROUNDS; round++) {
			int offset = round;
			Thread thread = new Thread(null, () -> {
				try {
					recurse(new Attempts(ring, text, begun, returned), offset % 64, 0);
				}
				catch (StackOverflowError ex) {
					overflows.incrementAndGet();
				}
			}, "overflowing", STACK);
			thread.setDaemon(true);
			thread.start();
			TestRing.join(thread);
		}
		assertThat(overflows).hasPositiveValue();
		assertAccounted(ring, begun.get(), returned.get());
		ring.logger.error("afterwards");
		Awaitility.await()
			.until(() -> ring.statistics.used().getAsInt() == 0
					&& ring.statistics.written() == ring.statistics.published());
		int written = ring.appender.count();
		ring.logger.error("afterwards");
		Awaitility.await().until(() -> ring.appender.count() == written + 1);
	}

	/**
	 * Log at each depth; frames of differing size make it overflow at differing places.
	 */
	private static long recurse(Attempts attempts, int offset, long depth) {
		if (offset > 0) {
			return pad(attempts, offset, depth, depth + 1);
		}
		attempts.log(depth);
		return recurse(attempts, 0, depth + 1) + 1;
	}

	private static long pad(Attempts attempts, int offset, long first, long second) {
		long third = first ^ second;
		return recurse(attempts, offset - 1, third) + third;
	}

	/**
	 * A call that returns is accounted for. One that throws may have failed before it
	 * came to the engine, or after it was accounted for.
	 */
	private static void assertAccounted(TestRing ring, long begun, long returned) {
		Awaitility.await()
			.until(() -> ring.statistics.used().getAsInt() == 0
					&& ring.statistics.written() == ring.statistics.published());
		long accounted = ring.statistics.written() + ring.statistics.dropped() + ring.statistics.synchronous();
		assertThat(accounted).isBetween(returned, begun);
	}

	private record Attempts(TestRing ring, String text, AtomicLong begun, AtomicLong returned) {

		void log(long depth) {
			this.begun.incrementAndGet();
			this.ring.logger.info("depth {} {}", depth, this.text);
			this.returned.incrementAndGet();
		}

	}

}
