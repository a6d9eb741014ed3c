package io.github.ringlog.logger;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

import io.github.ringlog.ring.DropReason;
import io.github.ringlog.settings.RingSettings;
import org.apache.logging.log4j.Level;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Callers that find the ring full.
 */
@Timeout(120)
class OverflowTests {

	private static final RingSettings DROP = TestRing.SETTINGS.withOverflow(RingSettings.Overflow.drop(Level.INFO));

	@Test
	void blocksUntilThereIsSpace() throws InterruptedException {
		try (TestRing ring = new TestRing()) {
			ring.fill();
			Thread caller = TestRing.start(() -> ring.logger.info("late"));
			ring.awaitWaiting(1);
			ring.appender.release();
			TestRing.join(caller);
			ring.drain();
			assertThat(ring.appender.texts()).hasSize(TestRing.SIZE + 1).endsWith("late");
			assertThat(ring.statistics.blocked()).isEqualTo(1);
			assertThat(ring.statistics.blockedTime()).isPositive();
			assertThat(ring.statistics.dropped()).isZero();
		}
	}

	@Test
	void keepsTheInterruptFlagOfACallerThatBlocks() throws InterruptedException {
		try (TestRing ring = new TestRing()) {
			ring.fill();
			AtomicBoolean interrupted = new AtomicBoolean();
			Thread caller = TestRing.start(() -> {
				ring.logger.info("late");
				interrupted.set(Thread.currentThread().isInterrupted());
			});
			ring.awaitWaiting(1);
			caller.interrupt();
			Awaitility.await().until(() -> !caller.isInterrupted());
			ring.appender.release();
			TestRing.join(caller);
			assertThat(interrupted).isTrue();
		}
	}

	@Test
	void anInterruptedCallerDoesNotLoseItsEvent() throws InterruptedException {
		try (TestRing ring = new TestRing()) {
			Thread caller = TestRing.start(() -> {
				Thread.currentThread().interrupt();
				ring.logger.info("interrupted");
			});
			TestRing.join(caller);
			ring.drain();
			assertThat(ring.appender.texts()).containsExactly("interrupted");
		}
	}

	@Test
	void dropsAfterTheLongestBlock() {
		Duration maxBlock = Duration.ofMillis(100);
		try (TestRing ring = new TestRing(TestRing.SETTINGS.withOverflow(RingSettings.Overflow.block(maxBlock)))) {
			ring.fill();
			long start = System.nanoTime();
			ring.logger.error("late");
			Duration waited = Duration.ofNanos(System.nanoTime() - start);
			assertThat(waited).isBetween(maxBlock, Duration.ofSeconds(20));
			assertThat(ring.statistics.dropped(Level.ERROR, DropReason.TIMEOUT)).isEqualTo(1);
			assertThat(ring.statistics.dropped()).isEqualTo(1);
			assertThat(ring.statistics.blockedTime()).isBetween(maxBlock, waited);
		}
	}

	@Test
	void dropsWhenFull() {
		try (TestRing ring = new TestRing(DROP)) {
			ring.fill();
			ring.logger.info("late");
			ring.logger.trace("late");
			assertThat(ring.statistics.dropped(Level.INFO, DropReason.FULL)).isEqualTo(1);
			assertThat(ring.statistics.dropped(Level.TRACE, DropReason.FULL)).isEqualTo(1);
			assertThat(ring.statistics.dropped()).isEqualTo(2);
			assertThat(ring.statistics.blocked()).isZero();
			ring.drain();
			assertThat(ring.appender.texts()).doesNotContain("late");
		}
	}

	@Test
	void blocksWhatIsMoreSevereThanTheDropLevel() throws InterruptedException {
		try (TestRing ring = new TestRing(DROP)) {
			ring.fill();
			Thread caller = TestRing.start(() -> ring.logger.warn("severe"));
			ring.awaitWaiting(1);
			ring.appender.release();
			TestRing.join(caller);
			ring.drain();
			assertThat(ring.appender.texts()).contains("severe");
			assertThat(ring.statistics.dropped()).isZero();
		}
	}

	@Test
	void aCustomLevelIsAsSevereAsTheStandardLevelAboveIt() throws InterruptedException {
		try (TestRing ring = new TestRing(DROP)) {
			Level notice = Level.forName("RINGLOG_TEST_NOTICE", 350);
			ring.fill();
			Thread caller = TestRing.start(() -> ring.logger.log(notice, "severe"));
			ring.awaitWaiting(1);
			ring.appender.release();
			TestRing.join(caller);
			assertThat(ring.statistics.dropped()).isZero();
		}
	}

	@Test
	void writesOnTheCallingThreadWhenFull() throws InterruptedException {
		RingSettings settings = TestRing.SETTINGS.withOverflow(RingSettings.Overflow.synchronous());
		try (TestRing ring = new TestRing(settings)) {
			ring.fill();
			AtomicReference<Thread> writer = new AtomicReference<>();
			ring.appender.onEvent((event) -> {
				if (event.getMessage().getFormattedMessage().equals("mine")) {
					writer.set(Thread.currentThread());
				}
			});
			Thread caller = TestRing.start(() -> ring.logger.info("mine"));
			// The gate stops the caller too.
			Awaitility.await().until(() -> caller.getState() == Thread.State.WAITING);
			ring.appender.release();
			TestRing.join(caller);
			assertThat(writer).hasValue(caller);
			assertThat(ring.statistics.synchronous()).isEqualTo(1);
			ring.drain();
			assertThat(ring.appender.texts()).hasSize(TestRing.SIZE + 1).contains("mine");
			ring.assertConserved(TestRing.SIZE + 1);
		}
	}

	@Test
	void aChangeOfThePolicyFreesCallersThatBlock() throws InterruptedException {
		try (TestRing ring = new TestRing()) {
			ring.fill();
			Thread caller = TestRing.start(() -> ring.logger.info("late"));
			ring.awaitWaiting(1);
			ring.context.configure(DROP);
			TestRing.join(caller);
			assertThat(ring.statistics.dropped(Level.INFO, DropReason.FULL)).isEqualTo(1);
		}
	}

	@Test
	void aChangeOfTheLongestBlockFreesCallersThatBlock() throws InterruptedException {
		try (TestRing ring = new TestRing()) {
			ring.fill();
			Thread caller = TestRing.start(() -> ring.logger.info("late"));
			ring.awaitWaiting(1);
			ring.context.configure(TestRing.SETTINGS.withOverflow(RingSettings.Overflow.block(Duration.ofMillis(1))));
			TestRing.join(caller);
			assertThat(ring.statistics.dropped(Level.INFO, DropReason.TIMEOUT)).isEqualTo(1);
		}
	}

	@Test
	void aStopFreesCallersThatBlock() throws InterruptedException {
		try (TestRing ring = new TestRing(TestRing.drainTimeout(Duration.ofMillis(50)))) {
			ring.fill();
			Thread caller = TestRing.start(() -> ring.logger.info("late"));
			ring.awaitWaiting(1);
			ring.context.stop(0, TimeUnit.MILLISECONDS);
			TestRing.join(caller);
			assertThat(ring.statistics.dropped(Level.INFO, DropReason.SHUTDOWN)).isEqualTo(TestRing.SIZE + 1);
		}
	}

}
