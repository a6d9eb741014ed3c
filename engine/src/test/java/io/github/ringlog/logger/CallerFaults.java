package io.github.ringlog.logger;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;

import org.apache.logging.log4j.core.LogEvent;
import org.awaitility.Awaitility;

/**
 * Makes callers hard to serve: by what they log, or by the locks that they hold.
 */
final class CallerFaults {

	private CallerFaults() {
	}

	static Map<String, Fault> all() {
		return Map.of("a toString() that throws", new ThrowingParameter(), "a toString() that logs",
				new LoggingParameter(), "callers that hold a lock of the appender", new LockedCallers(),
				"a chain of two locks", new ChainOfLocks(), "large events", new LargeEvents());
	}

	private static final class ThrowingParameter extends Fault {

		@Override
		void call(Flood flood, int thread) {
			for (int i = 0; i < Flood.EVENTS; i++) {
				flood.log(LOGGER, i, new Object() {

					@Override
					public String toString() {
						throw new IllegalStateException("test");
					}

				});
			}
		}

	}

	private static final class LoggingParameter extends Fault {

		@Override
		void call(Flood flood, int thread) {
			for (int i = 0; i < Flood.EVENTS; i++) {
				int number = i;
				flood.log(LOGGER, i, new Object() {

					@Override
					public String toString() {
						flood.log(LOGGER, number, number);
						return "text";
					}

				});
			}
		}

	}

	private static final class LockedCallers extends Fault {

		private final ReentrantLock lock = new ReentrantLock();

		@Override
		void append(LogEvent event) {
			this.lock.lock();
			this.lock.unlock();
		}

		@Override
		void call(Flood flood, int thread) {
			if (thread % 2 == 0) {
				super.call(flood, thread);
				return;
			}
			this.lock.lock();
			try {
				super.call(flood, thread);
			}
			finally {
				this.lock.unlock();
			}
		}

	}

	/**
	 * The appender needs one lock, whose owner waits for another, whose owner logs. What
	 * that one logs needs no lock: if callers write themselves, they would be stuck with
	 * synchronous logging, too.
	 */
	private static final class ChainOfLocks extends Fault {

		private static final String OWNER = "owner";

		private final ReentrantLock appenders = new ReentrantLock();

		private final ReentrantLock callers = new ReentrantLock();

		private final CountDownLatch held = new CountDownLatch(2);

		@Override
		void append(LogEvent event) {
			if (!event.getLoggerName().equals(OWNER)) {
				this.appenders.lock();
				this.appenders.unlock();
			}
		}

		@Override
		void prepare(Flood flood) {
			TestRing.start(() -> {
				this.appenders.lock();
				awaitHeld();
				this.callers.lock();
				this.callers.unlock();
				this.appenders.unlock();
			});
		}

		@Override
		void meanwhile(Flood flood) {
			// The locks are what hold the writer up.
		}

		@Override
		void call(Flood flood, int thread) {
			if (thread > 0) {
				super.call(flood, thread);
				return;
			}
			this.callers.lock();
			awaitHeld();
			flood.log(OWNER, Flood.EVENTS);
			this.callers.unlock();
		}

		private void awaitHeld() {
			this.held.countDown();
			Awaitility.await().until(() -> this.held.getCount() == 0);
		}

	}

	private static final class LargeEvents extends Fault {

		private static final int FEW = 60;

		private static final String LARGE = "x".repeat(100_000);

		@Override
		void prepare(Flood flood) {
			// Two of them fill the ring.
		}

		@Override
		void meanwhile(Flood flood) {
		}

		@Override
		void call(Flood flood, int thread) {
			for (int i = 0; i < FEW; i++) {
				flood.log(LOGGER, i, LARGE);
			}
		}

	}

}
