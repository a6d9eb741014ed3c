package io.github.ringlog.logger;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

import io.github.ringlog.ring.DropReason;
import io.github.ringlog.settings.OverflowPolicy;
import io.github.ringlog.settings.RingSettings;
import io.github.ringlog.settings.RingWaitStrategy;
import org.apache.logging.log4j.Level;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Many callers of a full ring stand in line.
 */
@Timeout(120)
class CallersInLineTests {

	private static final RingSettings DROP = TestRing.SETTINGS.withOverflow(RingSettings.Overflow.drop(Level.INFO));

	@ParameterizedTest
	@ValueSource(longs = { 0, 20_000 })
	void noneStarvesUnderAMaximumWait(long nanosOfAnEvent) throws InterruptedException {
		RingSettings settings = TestSettings.withBuffer(TestRing.SETTINGS, 1024, RingWaitStrategy.ADAPTIVE)
			.withOverflow(RingSettings.Overflow.block(Duration.ofSeconds(2)));
		try (TestRing ring = new TestRing(settings)) {
			ring.appender.countOnly().onEvent((event) -> LockSupport.parkNanos(nanosOfAnEvent));
			AtomicLongArray written = new AtomicLongArray(20);
			AtomicBoolean done = new AtomicBoolean();
			List<Thread> callers = TestRing.startThreads(written.length(), (number) -> {
				while (!done.get()) {
					ring.logger.info("event");
					written.incrementAndGet(number);
				}
			});
			// Not run yet is not starved.
			Awaitility.await()
				.until(() -> ring.appender.count() > 10_000
						&& IntStream.range(0, written.length()).allMatch((i) -> written.get(i) > 0));
			done.set(true);
			for (Thread caller : callers) {
				TestRing.join(caller);
			}
			assertThat(ring.statistics.dropped()).isZero();
		}
	}

	@Test
	void aMaximumWaitCountsUnderEachPolicy() throws InterruptedException {
		Duration maxBlock = Duration.ofMillis(100);
		RingSettings settings = DROP.withOverflow(new RingSettings.Overflow(OverflowPolicy.DROP, maxBlock, Level.INFO));
		try (TestRing ring = new TestRing(settings)) {
			ring.fill();
			List<Thread> callers = TestRing.startThreads(5, (number) -> ring.logger.error("storm"));
			for (Thread caller : callers) {
				TestRing.join(caller);
			}
			assertThat(ring.statistics.dropped(Level.ERROR, DropReason.TIMEOUT)).isEqualTo(5);
			ring.assertConserved(TestRing.SIZE + 5);
		}
	}

	@Test
	void newcomersThatMayBeDroppedAreDroppedWhileOthersWait() throws InterruptedException {
		try (TestRing ring = new TestRing(DROP)) {
			ring.fill();
			Thread caller = TestRing.start(() -> ring.logger.error("severe"));
			ring.awaitWaiting(1);
			ring.logger.info("newcomer");
			assertThat(ring.statistics.dropped(Level.INFO, DropReason.FULL)).isEqualTo(1);
			ring.appender.release();
			TestRing.join(caller);
			ring.drain();
			assertThat(ring.appender.texts()).contains("severe").doesNotContain("newcomer");
		}
	}

	@Test
	void aChangeOfThePolicyFreesThoseBehindTheFirst() throws InterruptedException {
		try (TestRing ring = new TestRing()) {
			ring.fill();
			Thread first = TestRing.start(() -> ring.logger.error("severe"));
			ring.awaitWaiting(1);
			List<Thread> others = TestRing.startThreads(5, (number) -> ring.logger.info("late"));
			ring.awaitWaiting(6);
			ring.context.switchOverflow(DROP.overflow());
			for (Thread other : others) {
				TestRing.join(other);
			}
			assertThat(ring.statistics.dropped(Level.INFO, DropReason.FULL)).isEqualTo(5);
			assertThat(first.isAlive()).isTrue();
		}
	}

	@Test
	void theTimeOfAnEventIsThatOfTheCall() throws InterruptedException {
		try (TestRing ring = new TestRing()) {
			ring.fill();
			// The second one waits before it formats.
			Thread first = TestRing.start(() -> ring.logger.info("late"));
			ring.awaitWaiting(1);
			Thread second = TestRing.start(() -> ring.logger.info("later"));
			ring.awaitWaiting(2);
			long waiting = System.currentTimeMillis();
			Awaitility.await().until(() -> System.currentTimeMillis() > waiting);
			ring.appender.release();
			TestRing.join(first);
			TestRing.join(second);
			ring.drain();
			assertThat(ring.appender.texts()).contains("late", "later");
			assertThat(ring.appender.events())
				.allSatisfy((event) -> assertThat(event.getTimeMillis()).isLessThanOrEqualTo(waiting));
		}
	}

	/**
	 * More than there are slots: what they log is code of users, which may take for ever.
	 */
	@Test
	void thoseThatFormatKeepNobodyWaiting() throws InterruptedException {
		CountDownLatch formatting = new CountDownLatch(1);
		AtomicInteger formatted = new AtomicInteger();
		Object slow = new Object() {

			@Override
			public String toString() {
				formatted.incrementAndGet();
				Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> formatting.getCount() == 0);
				return "slow";
			}

		};
		try (TestRing ring = new TestRing()) {
			ring.fill();
			List<Thread> slowOnes = TestRing.startThreads(TestRing.SIZE + 20, (number) -> ring.logger.info("{}", slow));
			List<Thread> others = TestRing.startThreads(20, (number) -> ring.logger.info("other"));
			Awaitility.await().until(() -> ring.statistics.waiting().orElse(0) >= others.size());
			ring.appender.release();
			for (Thread other : others) {
				TestRing.join(other);
			}
			Awaitility.await().until(() -> formatted.get() == slowOnes.size());
			formatting.countDown();
			for (Thread caller : slowOnes) {
				TestRing.join(caller);
			}
			ring.drain();
			ring.assertConserved(2L * TestRing.SIZE + 40);
			assertThat(ring.statistics.dropped()).isZero();
		}
	}

	@Test
	void waitNoLongerThanTheDrainTimeoutFromTheStartOfAShutdown() throws InterruptedException {
		try (TestRing ring = new TestRing(TestRing.drainTimeout(Duration.ofMillis(500)))) {
			ring.fill();
			long start = System.nanoTime();
			ring.beginShutdown();
			// As the beans of an application do when it is closed.
			for (int i = 0; i < 20; i++) {
				ring.logger.info("closing");
			}
			ring.context.stop();
			assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
			assertThat(ring.statistics.dropped(Level.INFO, DropReason.SHUTDOWN)).isEqualTo(TestRing.SIZE + 20);
			ring.assertConserved(TestRing.SIZE + 20);
		}
	}

}
