package io.github.ringlog.logger;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

import io.github.ringlog.settings.RingSettings;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LogEvent;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A caller whose stack overflows anywhere in a log call leaves no slot that the writer
 * waits for. If it fails while it fills the slot, which some of the callers do, an event
 * says so, with the level, the thread and the time of the call.
 */
@Timeout(120)
class StackOverflowTests {

	private static final int ROUNDS = 100;

	private static final long STACK = 200 * 1024;

	private static final String UNFINISHED = "[the caller failed while it logged this event]";

	private final Queue<LogEvent> unfinished = new ConcurrentLinkedQueue<>();

	@Test
	void doesNotStopTheRing() throws InterruptedException {
		try (TestRing ring = new TestRing()) {
			assertSurvives(ring, () -> {
			});
		}
	}

	@Test
	void doesNotStopARingThatIsFull() throws InterruptedException {
		try (TestRing ring = new TestRing()) {
			assertSurvives(ring, StackOverflowTests::spin);
			assertThat(ring.statistics.blocked()).isPositive();
		}
	}

	@Test
	void doesNotStopARingThatSheds() throws InterruptedException {
		try (TestRing ring = new TestRing(TestRing.SETTINGS.withOverflow(RingSettings.Overflow.drop(Level.INFO)))) {
			assertSurvives(ring, () -> {
			});
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

	private void assertSurvives(TestRing ring, Runnable appending) throws InterruptedException {
		long before = System.currentTimeMillis();
		ring.appender.countOnly().onEvent((event) -> {
			appending.run();
			if (event.getMessage().getFormattedMessage().equals(UNFINISHED)) {
				this.unfinished.add(event.toImmutable());
			}
		});
		AtomicLong overflows = new AtomicLong();
		AtomicLong returned = new AtomicLong();
		AtomicLong begun = new AtomicLong();
		for (int round = 0; round < ROUNDS; round++) {
			int offset = round;
			Thread thread = new Thread(null, () -> {
				try {
					recurse(new Attempts(ring, begun, returned), offset % 64, 0);
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
		assertThat(this.unfinished).allSatisfy((event) -> {
			assertThat(event.getLevel()).isEqualTo(Level.INFO);
			assertThat(event.getThreadName()).isEqualTo("overflowing");
			assertThat(event.getTimeMillis()).isBetween(before, System.currentTimeMillis());
		});
		assertThat(ring.statistics.writerErrors()).isGreaterThanOrEqualTo(this.unfinished.size());
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

	private record Attempts(TestRing ring, AtomicLong begun, AtomicLong returned) {

		void log(long depth) {
			this.begun.incrementAndGet();
			this.ring.logger.info("depth {}", depth);
			this.returned.incrementAndGet();
		}

	}

}
