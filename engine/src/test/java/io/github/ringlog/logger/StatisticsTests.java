package io.github.ringlog.logger;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

import io.github.ringlog.report.WriterError;
import io.github.ringlog.ring.RingStatistics;
import io.github.ringlog.settings.RingSettings;
import io.github.ringlog.settings.RingWaitStrategy;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The measures of a ring.
 */
@Timeout(120)
class StatisticsTests {

	@Test
	void describesNoRingBeforeThereIsOne() {
		RingLoggerContext context = TestRing.newContext();
		RingStatistics statistics = context.statistics();
		assertThat(statistics.capacity()).isEmpty();
		assertThat(statistics.used()).isEmpty();
		assertThat(statistics.peak()).isEmpty();
		assertThat(statistics.writerLag()).isZero();
	}

	@Test
	void countsWhatIsInTheRing() {
		try (TestRing ring = new TestRing()) {
			assertThat(ring.statistics.capacity()).hasValue(TestRing.SIZE);
			assertThat(ring.statistics.used()).hasValue(0);
			ring.closeGate();
			log(ring, 31);
			assertThat(ring.statistics.used()).hasValue(32);
			assertThat(ring.statistics.peak()).hasValue(32);
			assertThat(ring.statistics.published()).isEqualTo(32);
			assertThat(ring.statistics.written()).isZero();
		}
	}

	@Test
	void countsEachPublishedEventWhileTheyAreWritten() {
		for (int round = 1; round <= 200; round++) {
			try (TestRing ring = new TestRing()) {
				ring.closeGate();
				log(ring, 63);
				ring.appender.release();
				while (ring.statistics.written() < 64) {
					assertThat(ring.statistics.published()).isEqualTo(64);
				}
			}
		}
	}

	@Test
	void keepsThePeakWhenTheRingHasEmptied() {
		try (TestRing ring = new TestRing()) {
			ring.fill();
			ring.appender.release();
			awaitEmpty(ring);
			assertThat(ring.statistics.peak().getAsInt()).isGreaterThanOrEqualTo(TestRing.SIZE - 1);
		}
	}

	@Test
	void seesAPeakThatIsReachedWhileABatchIsWritten() {
		try (TestRing ring = new TestRing()) {
			ring.closeGate();
			log(ring, 63);
			// The first event of a batch of 63.
			CountDownLatch inBatch = new CountDownLatch(1);
			CountDownLatch released = new CountDownLatch(1);
			ring.appender.onEvent((event) -> {
				if (event.getMessage().getFormattedMessage().equals("event 0")) {
					inBatch.countDown();
					await(released);
				}
			});
			ring.appender.release();
			await(inBatch);
			log(ring, 64);
			released.countDown();
			awaitEmpty(ring);
			assertThat(ring.statistics.peak().getAsInt()).isBetween(127 - 8, 128);
		}
	}

	@Test
	void lagGrowsWhileTheWriterIsStuckAndIsZeroWhenTheRingIsEmpty() {
		try (TestRing ring = new TestRing()) {
			ring.closeGate();
			Awaitility.await().until(() -> ring.statistics.writerLag().compareTo(Duration.ofMillis(20)) > 0);
			Duration earlier = ring.statistics.writerLag();
			Awaitility.await().until(() -> ring.statistics.writerLag().compareTo(earlier) > 0);
			ring.appender.release();
			awaitEmpty(ring);
			assertThat(ring.statistics.writerLag()).isZero();
		}
	}

	@Test
	void lagIsThatOfTheOldestEvent() {
		try (TestRing ring = new TestRing()) {
			ring.closeGate();
			Awaitility.await().until(() -> ring.statistics.writerLag().compareTo(Duration.ofMillis(50)) > 0);
			log(ring, 10);
			assertThat(ring.statistics.writerLag()).isGreaterThanOrEqualTo(Duration.ofMillis(50));
		}
	}

	@Test
	void isStalledWhileAnAppenderIsStuck() {
		try (TestRing ring = new TestRing()) {
			assertThat(ring.statistics.stalled()).isZero();
			ring.closeGate();
			Awaitility.await().until(() -> ring.statistics.stalled().compareTo(Duration.ofMillis(400)) > 0);
			ring.appender.release();
			awaitEmpty(ring);
			assertThat(ring.statistics.stalled()).isZero();
		}
	}

	@Test
	void isNotStalledWhileTheWriterIsSlow() {
		RingSettings large = TestSettings.withBuffer(TestRing.SETTINGS, 1024, RingWaitStrategy.ADAPTIVE);
		try (TestRing ring = new TestRing(large)) {
			AtomicLong slowest = new AtomicLong();
			AtomicLong last = new AtomicLong(System.nanoTime());
			ring.appender.onEvent((event) -> {
				LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
				long now = System.nanoTime();
				slowest.accumulateAndGet(now - last.getAndSet(now), Math::max);
			});
			log(ring, 60);
			Duration longest = Duration.ZERO;
			while (ring.statistics.used().getAsInt() > 0) {
				Duration stalled = ring.statistics.stalled();
				longest = (stalled.compareTo(longest) > 0) ? stalled : longest;
			}
			// Not the 600 ms that 31 events take. On a busy machine each takes longer.
			assertThat(longest).isPositive().isLessThan(Duration.ofNanos(slowest.get()).plusMillis(380));
		}
	}

	@Test
	void keepsTheLastErrorOfTheWriter() {
		try (TestRing ring = new TestRing()) {
			assertThat(ring.statistics.lastWriterError()).isNull();
			Instant before = Instant.now();
			ring.appender.onEvent((event) -> {
				throw new IllegalStateException(event.getMessage().getFormattedMessage());
			});
			log(ring, 2);
			awaitEmpty(ring);
			WriterError error = ring.statistics.lastWriterError();
			assertThat(error.message()).endsWith("java.lang.IllegalStateException: event 1");
			assertThat(error.time()).isBetween(before, Instant.now());
		}
	}

	@Test
	void isEmptyAfterAStop() {
		try (TestRing ring = new TestRing()) {
			ring.fill();
			ring.drain();
			assertThat(ring.statistics.used()).hasValue(0);
			assertThat(ring.statistics.writerLag()).isZero();
			assertThat(ring.statistics.written()).isEqualTo(TestRing.SIZE);
		}
	}

	private static void log(TestRing ring, int count) {
		for (int i = 0; i < count; i++) {
			ring.logger.info("event {}", i);
		}
	}

	private static void await(CountDownLatch latch) {
		Awaitility.await().until(() -> latch.getCount() == 0);
	}

	private static void awaitEmpty(TestRing ring) {
		Awaitility.await().until(() -> ring.statistics.used().getAsInt() == 0);
	}

}
