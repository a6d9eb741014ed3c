package io.github.ringlog.logger;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

import io.github.ringlog.ring.DropReason;
import io.github.ringlog.settings.OverflowPolicy;
import io.github.ringlog.settings.RingSettings;
import org.apache.logging.log4j.Level;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The fate of events that are in the ring when it is stopped.
 */
@Timeout(120)
class DrainTests {

	private static final RingSettings SHORT = TestRing.drainTimeout(Duration.ofMillis(50));

	@Test
	void aStartWaitsForAStopThatIsStuckBehindAnAppender() throws InterruptedException {
		try (TestRing ring = new TestRing(TestRing.drainTimeout(Duration.ofMillis(300)))) {
			ring.closeGate();
			assertThat(ring.context.stop(0, TimeUnit.MILLISECONDS)).isFalse();
			RecordingAppender next = new RecordingAppender();
			Thread starting = TestRing.start(() -> ring.context.start(new TestConfiguration(next)));
			Awaitility.await().until(() -> starting.getState() != Thread.State.RUNNABLE);
			ring.appender.release();
			TestRing.join(starting);
			ring.logger.info("again");
			Awaitility.await().until(() -> next.texts().contains("again"));
		}
	}

	@Test
	void writesWhatIsInTheRing() {
		try (TestRing ring = new TestRing()) {
			slowDown(ring, Duration.ofMillis(1));
			for (int i = 0; i < 100; i++) {
				ring.logger.info("event");
			}
			String report = stop(ring);
			assertThat(ring.appender.count()).isEqualTo(100);
			assertThat(ring.statistics.dropped()).isZero();
			assertThat(report).doesNotContain("log event");
		}
	}

	@Test
	void countsWhatIsNotWrittenInTime() {
		try (TestRing ring = new TestRing(SHORT)) {
			slowDown(ring, Duration.ofMillis(20));
			for (int i = 0; i < 50; i++) {
				ring.logger.info("event");
				ring.logger.error("event");
			}
			String report = stop(ring);
			long info = ring.statistics.dropped(Level.INFO, DropReason.SHUTDOWN);
			long error = ring.statistics.dropped(Level.ERROR, DropReason.SHUTDOWN);
			assertThat(info).isPositive();
			assertThat(error).isBetween(info, info + 1);
			assertThat(ring.appender.count()).isEqualTo((int) (100 - info - error));
			ring.assertConserved(100);
			assertThat(report).contains((info + error) + " log events could not be written")
				.contains("ERROR " + error + " (shutdown " + error + "), INFO " + info + " (shutdown " + info + ")")
				.contains("drain timeout was 50 ms");
		}
	}

	/**
	 * Callers of a slow appender may wait for longer than that while the application
	 * runs.
	 */
	@Test
	void whatCallersHaveWaitedBeforeTheShutdownDoesNotShortenTheDrain() throws InterruptedException {
		Duration timeout = Duration.ofSeconds(2);
		try (TestRing ring = new TestRing(TestRing.drainTimeout(timeout))) {
			ring.fill();
			long start = System.nanoTime();
			Thread caller = TestRing.start(() -> ring.logger.info("waits"));
			ring.awaitWaiting(1);
			Awaitility.await().until(() -> System.nanoTime() - start > timeout.toNanos());
			ring.beginShutdown();
			// It looks at the time once per second at least.
			long begun = System.nanoTime();
			Awaitility.await()
				.until(() -> !caller.isAlive() || System.nanoTime() - begun > Duration.ofMillis(1100).toNanos());
			slowDown(ring, Duration.ofMillis(1));
			ring.appender.release();
			Awaitility.await().until(() -> ring.statistics.published() == TestRing.SIZE + 1);
			stop(ring);
			TestRing.join(caller);
			assertThat(ring.appender.count()).isEqualTo(TestRing.SIZE + 1);
			ring.assertConserved(TestRing.SIZE + 1);
		}
	}

	@Test
	void theDrainTimeoutCountsWhoeverStops() {
		try (TestRing ring = new TestRing()) {
			slowDown(ring, Duration.ofMillis(5));
			for (int i = 0; i < 100; i++) {
				ring.logger.info("event");
			}
			// As LogManager.shutdown() does.
			ring.context.terminate();
			assertThat(ring.appender.count()).isEqualTo(100);
			assertThat(ring.statistics.dropped()).isZero();
		}
	}

	@Test
	void returnsThoughAnAppenderIsStuck() {
		try (TestRing ring = new TestRing(SHORT)) {
			ring.fill();
			long start = System.nanoTime();
			String report = stop(ring);
			assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
			assertThat(ring.statistics.dropped(Level.INFO, DropReason.SHUTDOWN)).isEqualTo(TestRing.SIZE);
			assertThat(report).contains("128 log events");
			ring.assertConserved(TestRing.SIZE);
		}
	}

	@Test
	void callersDoNotHangThoughAnAppenderIsStuck() throws InterruptedException {
		try (TestRing ring = new TestRing(SHORT)) {
			ring.fill();
			Thread blocked = TestRing.start(() -> ring.logger.info("blocked"));
			stop(ring);
			Thread late = TestRing.start(() -> ring.logger.info("late"));
			TestRing.join(blocked);
			TestRing.join(late);
			assertThat(ring.appender.count()).isZero();
		}
	}

	@Test
	void reportsTheEventsOfCallersThatWait() throws InterruptedException {
		RingSettings drop = SHORT.withOverflow(RingSettings.Overflow.drop(Level.INFO));
		try (TestRing ring = new TestRing(drop)) {
			ring.fill();
			List<Thread> callers = TestRing.startThreads(5, (number) -> ring.logger.error("waits"));
			ring.awaitWaiting(5);
			String report = stop(ring);
			assertThat(report).contains("133 log events").contains("ERROR 5 (shutdown 5), INFO 128 (shutdown 128)");
			for (Thread caller : callers) {
				TestRing.join(caller);
			}
			ring.assertConserved(TestRing.SIZE + 5);
		}
	}

	@Test
	void whatMayBeDroppedWhileTheRingIsDrainedIsDroppedForTheShutdown() throws InterruptedException {
		RingSettings drop = TestRing.drainTimeout(Duration.ofSeconds(10))
			.withOverflow(new RingSettings.Overflow(OverflowPolicy.DROP, Duration.ofMillis(20), Level.INFO));
		try (TestRing ring = new TestRing(drop)) {
			ring.closeGate();
			Thread stopping = TestRing.start(() -> stop(ring));
			Awaitility.await().until(() -> TestRing.isClosed(ring.context));
			ring.logger.info("never waits");
			ring.logger.info("never waits");
			ring.logger.error("waits");
			assertThat(ring.statistics.dropped(Level.INFO, DropReason.TIMEOUT)).isZero();
			assertThat(ring.statistics.dropped(Level.INFO, DropReason.SHUTDOWN)).isEqualTo(2);
			assertThat(ring.statistics.dropped(Level.ERROR, DropReason.TIMEOUT)).isEqualTo(1);
			ring.appender.release();
			TestRing.join(stopping);
		}
	}

	@Test
	void interruptsAnAppenderThatIsStuck() {
		try (TestRing ring = new TestRing(SHORT)) {
			CountDownLatch entered = new CountDownLatch(1);
			CountDownLatch never = new CountDownLatch(1);
			ring.appender.onEvent((event) -> {
				entered.countDown();
				try {
					never.await();
				}
				catch (InterruptedException ex) {
					Thread.currentThread().interrupt();
				}
			});
			ring.logger.info("stuck");
			ring.logger.info("undrained");
			Awaitility.await().until(() -> entered.getCount() == 0);
			stop(ring);
			assertThat(ring.appender.texts()).containsExactly("stuck");
			assertThat(ring.statistics.written()).isEqualTo(1);
			assertThat(ring.statistics.dropped(Level.INFO, DropReason.SHUTDOWN)).isEqualTo(1);
			ring.assertConserved(2);
		}
	}

	@Test
	void stopsFromInsideAnAppender() {
		try (TestRing ring = new TestRing()) {
			ring.appender.onEvent((event) -> {
				if (event.getMessage().getFormattedMessage().equals("stop")) {
					ring.context.stop(0, TimeUnit.MILLISECONDS);
				}
			});
			ring.logger.info("stop");
			ring.logger.info("after");
			Awaitility.await().until(ring.context::isStopped);
			// The writer is still inside.
			Awaitility.await().untilAsserted(() -> {
				assertThat(ring.appender.texts()).startsWith("stop");
				assertThat(ring.statistics.written() + ring.statistics.synchronous()).isEqualTo(ring.appender.count());
				assertThat(ring.statistics.used()).hasValue(0);
			});
		}
	}

	@Test
	void stopsOnceThoughTwoThreadsStop() throws InterruptedException {
		try (TestRing ring = new TestRing()) {
			ring.closeGate();
			ring.logger.info("event");
			Thread first = TestRing.start(() -> ring.context.stop(0, TimeUnit.MILLISECONDS));
			Thread second = TestRing.start(() -> ring.context.stop(0, TimeUnit.MILLISECONDS));
			ring.appender.release();
			TestRing.join(first);
			TestRing.join(second);
			assertThat(ring.context.isStopped()).isTrue();
			assertThat(ring.appender.count()).isEqualTo(2);
			ring.assertConserved(2);
		}
	}

	@Test
	void aLogCallAfterAStopDoesNotThrow() {
		try (TestRing ring = new TestRing()) {
			ring.drain();
			ring.logger.info("late");
			ring.logger.error("late {}", "too");
			ring.context.getLogger("new").fatal("later");
			assertThat(ring.appender.count()).isZero();
		}
	}

	@Test
	void countsWhatIsLoggedAfterAStop() {
		try (TestRing ring = new TestRing()) {
			ring.logger.setLevel(Level.INFO);
			ring.drain();
			ring.logger.debug("not logged");
			ring.logger.info("late");
			ring.logger.error("late {}", "too");
			ring.logger.atError().log("later");
			assertThat(ring.appender.count()).isZero();
			assertThat(ring.statistics.dropped(Level.INFO, DropReason.SHUTDOWN)).isEqualTo(1);
			assertThat(ring.statistics.dropped(Level.ERROR, DropReason.SHUTDOWN)).isEqualTo(2);
			ring.assertConserved(3);
		}
	}

	@Test
	void writesAgainAfterARestart() {
		try (TestRing ring = new TestRing()) {
			ring.drain();
			RecordingAppender appender = new RecordingAppender();
			ring.context.start(TestConfiguration.withLogger(appender, "<Logger name='test' level='WARN'/>"));
			ring.logger.info("not logged");
			ring.logger.warn("again");
			Awaitility.await().until(() -> appender.texts().equals(List.of("again")));
			ring.drain();
			ring.assertConserved(1);
		}
	}

	@Test
	void tellsAtARestartWhatCameWhenLoggingHadStopped() {
		try (TestRing ring = new TestRing()) {
			stop(ring);
			ring.logger.info("late");
			String restart = TestRing
				.printedBy(() -> ring.context.start(new TestConfiguration(new RecordingAppender())));
			assertThat(restart).contains("1 log event could not be written before shutdown and is lost: ")
				.contains("1 of them came when logging had stopped");
			ring.logger.info("again");
			assertThat(stop(ring)).doesNotContain("log event");
		}
	}

	@Test
	void aStopWithoutARingStopsTheContext() {
		RingLoggerContext context = TestRing.newContext();
		context.start(new TestConfiguration(new RecordingAppender()));
		assertThat(context.stop(0, TimeUnit.MILLISECONDS)).isTrue();
		assertThat(context.isStopped()).isTrue();
		context.configure(TestRing.SETTINGS);
		assertThat(context.statistics().capacity()).isEmpty();
	}

	@Test
	void theWriterThreadEnds() {
		try (TestRing ring = new TestRing()) {
			AtomicReference<Thread> writer = new AtomicReference<>();
			ring.appender.onEvent((event) -> writer.set(Thread.currentThread()));
			ring.logger.info("event");
			ring.drain();
			assertThat(writer.get().isAlive()).isFalse();
		}
	}

	@Test
	void keepsTheInterruptFlagOfTheThreadThatStops() {
		try (TestRing ring = new TestRing()) {
			slowDown(ring, Duration.ofMillis(1));
			for (int i = 0; i < 50; i++) {
				ring.logger.info("event");
			}
			Thread.currentThread().interrupt();
			stop(ring);
			assertThat(Thread.interrupted()).isTrue();
			assertThat(ring.appender.count()).isEqualTo(50);
		}
	}

	private static void slowDown(TestRing ring, Duration delay) {
		ring.appender.onEvent((event) -> LockSupport.parkNanos(delay.toNanos()));
	}

	private static String stop(TestRing ring) {
		return TestRing.printedBy(() -> ring.context.stop(0, TimeUnit.MILLISECONDS));
	}

}
