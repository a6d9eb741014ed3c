package io.github.ringlog.logger;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Consumer;

import io.github.ringlog.ring.DropReason;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A caller does not wait for a writer that waits for that caller: what it can't publish
 * is counted as locked.
 */
@Timeout(120)
class DeadlockTests {

	private static final int LINES = 3 * TestRing.SIZE;

	@Test
	void aSynchronousLoggerWhoseAppenderLogsWhileItHoldsItsLock() throws InterruptedException {
		ReentrantLock lock = new ReentrantLock();
		try (TestRing ring = new TestRing(TestRing.synchronous("audit"))) {
			Logger pool = ring.context.getLogger("pool");
			ring.appender.onEvent((event) -> {
				lock.lock();
				try {
					if (event.getLoggerName().equals("audit")) {
						log(pool);
					}
				}
				finally {
					lock.unlock();
				}
			});
			Thread caller = TestRing.start(() -> ring.context.getLogger("audit").info("audit"));
			TestRing.join(caller);
			ring.drain();
			assertThat(ring.statistics.blocked()).isZero();
			assertThat(ring.statistics.dropped(Level.INFO, DropReason.FULL)).isPositive();
			ring.assertConserved(LINES + 1 + reports(ring));
		}
	}

	@Test
	void aMonitorThatTheCallerHoldsAndTheAppenderNeeds() throws InterruptedException {
		Object monitor = new Object();
		try (TestRing ring = new TestRing()) {
			ring.appender.onEvent((event) -> {
				synchronized (monitor) {
					event.getLevel();
				}
			});
			Thread caller = TestRing.start(() -> {
				synchronized (monitor) {
					log(ring.logger);
				}
			});
			TestRing.join(caller);
			assertNoneUncounted(ring, LINES);
		}
	}

	@Test
	void aLockThatTheCallerHoldsAndTheAppenderNeeds() throws InterruptedException {
		ReentrantLock lock = new ReentrantLock();
		try (TestRing ring = new TestRing()) {
			ring.appender.onEvent((event) -> {
				lock.lock();
				lock.unlock();
			});
			Thread caller = TestRing.start(() -> {
				lock.lock();
				log(ring.logger);
				lock.unlock();
			});
			TestRing.join(caller);
			assertNoneUncounted(ring, LINES);
		}
	}

	@Test
	void aLockOfACallerFurtherBackInLine() throws InterruptedException {
		ReentrantLock lock = new ReentrantLock();
		CountDownLatch held = new CountDownLatch(1);
		CountDownLatch waiting = new CountDownLatch(1);
		try (TestRing ring = new TestRing()) {
			ring.appender.onEvent((event) -> {
				lock.lock();
				lock.unlock();
			});
			Thread owner = TestRing.start(() -> {
				lock.lock();
				held.countDown();
				Awaitility.await().until(() -> waiting.getCount() == 0);
				log(ring.logger);
				lock.unlock();
			});
			held.await();
			Thread first = TestRing.start(() -> log(ring.logger));
			Awaitility.await()
				.until(() -> ring.statistics.used().getAsInt() == TestRing.SIZE
						&& ring.statistics.waiting().orElse(0) > 0);
			waiting.countDown();
			TestRing.join(owner);
			TestRing.join(first);
			assertNoneUncounted(ring, 2 * LINES);
		}
	}

	@Test
	void aLockWhoseOwnerWaitsForAMonitorOfTheCaller() throws InterruptedException {
		assertWrittenThroughAChain(lock(), monitor());
	}

	@Test
	void aMonitorWhoseOwnerWaitsForALockOfTheCaller() throws InterruptedException {
		assertWrittenThroughAChain(monitor(), lock());
	}

	@Test
	void aLockThatTheCallerHoldsWhileTheRingCloses() throws InterruptedException {
		ReentrantLock lock = new ReentrantLock();
		CountDownLatch blocked = new CountDownLatch(1);
		try (TestRing ring = new TestRing(TestRing.drainTimeout(Duration.ofSeconds(10)))) {
			ring.appender.onEvent((event) -> {
				blocked.countDown();
				lock.lock();
				lock.unlock();
			});
			Thread caller = TestRing.start(() -> {
				lock.lock();
				ring.logger.info("open");
				Awaitility.await().until(() -> TestRing.isClosed(ring.context));
				log(ring.logger);
				lock.unlock();
			});
			blocked.await();
			ring.drain();
			TestRing.join(caller);
			assertNoneUncounted(ring, LINES + 1);
		}
	}

	/**
	 * The writer is at the same event still, but for another reason.
	 */
	@Test
	void aCallerThatHasLetGoOfItsLockWaitsAgain() throws InterruptedException {
		ReentrantLock lock = new ReentrantLock();
		CountDownLatch free = new CountDownLatch(1);
		CountDownLatch behind = new CountDownLatch(1);
		CountDownLatch end = new CountDownLatch(1);
		try (TestRing ring = new TestRing()) {
			ring.appender.onEvent((event) -> {
				lock.lock();
				lock.unlock();
				behind.countDown();
				Awaitility.await().until(() -> end.getCount() == 0);
			});
			Thread caller = TestRing.start(() -> {
				lock.lock();
				while (ring.statistics.dropped(Level.INFO, DropReason.LOCKED) == 0) {
					ring.logger.info("locked");
				}
				lock.unlock();
				Awaitility.await().until(() -> behind.getCount() == 0);
				free.countDown();
				for (int i = 0; i < 100; i++) {
					ring.logger.info("not locked");
				}
			});
			Awaitility.await().until(() -> free.getCount() == 0);
			ring.awaitWaiting(1);
			end.countDown();
			TestRing.join(caller);
			assertThat(ring.statistics.dropped(Level.INFO, DropReason.LOCKED)).isOne();
		}
	}

	/**
	 * The JVM names no owner of these: what it sees is a writer that waits for good.
	 */
	@Test
	void aLockThatHasNoOwner() throws InterruptedException {
		List<Thread> callers = new ArrayList<>();
		List<TestRing> rings = new ArrayList<>();
		for (Unowned kind : Unowned.values()) {
			TestRing ring = new TestRing();
			rings.add(ring);
			ring.appender.onEvent((event) -> kind.need());
			callers.add(TestRing.start(() -> kind.hold(() -> log(ring.logger))));
		}
		for (Thread caller : callers) {
			TestRing.join(caller);
		}
		for (TestRing ring : rings) {
			assertNoneUncounted(ring, LINES);
			assertThat(ring.statistics.lastWriterError().message()).contains("nothing was written for 10 s",
					"The writer stands at");
			ring.close();
		}
	}

	@Test
	void aCallerWaitsForASlowAppenderThatNeedsNoLockOfIts() throws InterruptedException {
		AtomicBoolean inPlace = new AtomicBoolean();
		ReentrantLock lock = new ReentrantLock();
		try (TestRing ring = new TestRing()) {
			ring.appender.onEvent((event) -> {
				inPlace.set(inPlace.get() || !Thread.currentThread().getName().equals("ringlog-writer"));
				pauseOnLast(event);
			});
			Thread caller = TestRing.start(() -> {
				lock.lock();
				log(ring.logger);
				lock.unlock();
			});
			TestRing.join(caller);
			ring.drain();
			assertThat(ring.appender.count()).isEqualTo(LINES);
			assertThat(inPlace).isFalse();
			assertThat(ring.statistics.synchronous()).isZero();
		}
	}

	/**
	 * Let the writer need one lock, whose owner waits for the other, whose owner logs.
	 */
	private static void assertWrittenThroughAChain(Consumer<Runnable> appenders, Consumer<Runnable> callers)
			throws InterruptedException {
		CountDownLatch held = new CountDownLatch(2);
		try (TestRing ring = new TestRing()) {
			ring.appender.onEvent((event) -> appenders.accept(event::getLevel));
			Thread between = TestRing.start(() -> appenders.accept(() -> {
				held.countDown();
				Awaitility.await().until(() -> held.getCount() == 0);
				callers.accept(() -> {
				});
			}));
			Thread caller = TestRing.start(() -> callers.accept(() -> {
				held.countDown();
				Awaitility.await().until(() -> held.getCount() == 0);
				log(ring.logger);
			}));
			TestRing.join(caller);
			TestRing.join(between);
			assertNoneUncounted(ring, LINES);
		}
	}

	private static Consumer<Runnable> lock() {
		ReentrantLock lock = new ReentrantLock();
		return (task) -> {
			lock.lock();
			try {
				task.run();
			}
			finally {
				lock.unlock();
			}
		};
	}

	private static Consumer<Runnable> monitor() {
		Object monitor = new Object();
		return (task) -> {
			synchronized (monitor) {
				task.run();
			}
		};
	}

	private static void pauseOnLast(LogEvent event) {
		if (event.getMessage().getFormattedMessage().endsWith("00")) {
			LockSupport.parkNanos(Duration.ofMillis(300).toNanos());
		}
	}

	private static void log(Logger logger) {
		for (int i = 0; i < LINES; i++) {
			logger.info("line {}", i);
		}
	}

	private static void assertNoneUncounted(TestRing ring, int lines) {
		ring.drain();
		long locked = ring.statistics.dropped(Level.INFO, DropReason.LOCKED);
		assertThat(locked).isPositive();
		assertThat(ring.appender.count()).isEqualTo(lines - locked + reports(ring));
		ring.assertConserved(lines + reports(ring));
	}

	/**
	 * The writer reports the drops in events of its own.
	 */
	private static long reports(TestRing ring) {
		return ring.appender.events()
			.stream()
			.filter((event) -> event.getLoggerName().equals("io.github.ringlog"))
			.count();
	}

	/**
	 * Names locks whose owners the JVM does not know.
	 */
	private enum Unowned {

		READ_LOCK {

			private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

			@Override
			void hold(Runnable task) {
				this.lock.readLock().lock();
				task.run();
				this.lock.readLock().unlock();
			}

			@Override
			void need() {
				this.lock.writeLock().lock();
				this.lock.writeLock().unlock();
			}

		},

		SEMAPHORE {

			private final Semaphore semaphore = new Semaphore(1);

			@Override
			void hold(Runnable task) {
				this.semaphore.acquireUninterruptibly();
				task.run();
				this.semaphore.release();
			}

			@Override
			void need() {
				this.semaphore.acquireUninterruptibly();
				this.semaphore.release();
			}

		},

		STAMPED_LOCK {

			private final StampedLock lock = new StampedLock();

			@Override
			void hold(Runnable task) {
				long stamp = this.lock.writeLock();
				task.run();
				this.lock.unlockWrite(stamp);
			}

			@Override
			void need() {
				this.lock.unlockRead(this.lock.readLock());
			}

		},

		STATIC_INITIALIZER {

			@Override
			void hold(Runnable task) {
				Tasks.task = task;
				Initialized.touch();
			}

			@Override
			void need() {
				Initialized.touch();
			}

		};

		abstract void hold(Runnable task);

		abstract void need();

	}

	private static final class Tasks {

		private static volatile Runnable task;

	}

	/**
	 * Runs the task in its static initializer.
	 */
	private static final class Initialized {

		static {
			Tasks.task.run();
		}

		static void touch() {
		}

	}

}
