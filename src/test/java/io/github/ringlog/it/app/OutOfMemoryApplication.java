package io.github.ringlog.it.app;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

import io.github.ringlog.ring.DropReason;
import io.github.ringlog.ring.RingStatistics;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.SimpleMessage;
import org.apache.logging.log4j.spi.ExtendedLogger;
import org.awaitility.Awaitility;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;

/**
 * Fills the heap, lets threads log as long as it is full, and frees it. Some threads have
 * logged before and format messages that need memory; the others log for the first time,
 * past the part of Log4j that needs memory itself. Then logs again, and prints how many
 * log calls there were and what the engine has counted.
 */
public final class OutOfMemoryApplication {

	private static final int USED_THREADS = 1;

	private static final int NEW_THREADS = 4;

	private static final int AGAIN = 1_000;

	// Some find memory that a thread has in its buffer. Each of the others waits for a
	// garbage collection of the whole heap.
	private static final long MOST_GREEDY_NANOS = TimeUnit.SECONDS.toNanos(30);

	private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

	private static final String FQCN = OutOfMemoryApplication.class.getName();

	private static final ExtendedLogger logger = LogManager.getContext(false).getLogger("memory");

	private static final Message MESSAGE = new SimpleMessage("logged for the first time");

	private static final Object GREEDY = new Object() {

		@Override
		public String toString() {
			return "x".repeat(10_000).substring(9_990);
		}

	};

	private static final AtomicLong attempted = new AtomicLong();

	private static final AtomicLong thrown = new AtomicLong();

	private static final AtomicLong warm = new AtomicLong();

	private static final AtomicLong ended = new AtomicLong();

	private static volatile boolean full;

	// Constants that are used for the first time need memory, too.
	private static final String WARM = "warm {}";

	private static final String MORE = "greedy {}";

	private OutOfMemoryApplication() {
	}

	public static void main(String[] args) throws InterruptedException {
		SpringApplication application = new SpringApplication(OutOfMemoryApplication.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		application.run(args);
		RingStatistics statistics = Report.context().statistics();
		long before = statistics.published() + statistics.dropped() + statistics.synchronous();
		List<Thread> threads = new ArrayList<>();
		for (int i = 0; i < USED_THREADS + NEW_THREADS; i++) {
			boolean used = i < USED_THREADS;
			threads.add(new Thread(() -> log(used, statistics)));
		}
		threads.forEach(Thread::start);
		Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> warm.get() == USED_THREADS);
		long outOfMemory = fillHeap();
		for (Thread thread : threads) {
			thread.join();
		}
		for (int i = 0; i < AGAIN; i++) {
			call("again {}", i);
		}
		Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> statistics.used().orElse(0) == 0);
		Report.print("outOfMemory", outOfMemory);
		Report.print("attempted", attempted.get());
		Report.print("thrown", thrown.get());
		Report.print("accounted", statistics.published() + statistics.dropped() + statistics.synchronous() - before);
		Report.print(statistics);
	}

	/**
	 * Fill the heap to the last word, and keep it so until all threads have logged.
	 * @return how often there was no memory
	 */
	private static long fillHeap() {
		Object[] kept = null;
		long failures = 0;
		int size = 1 << 18;
		while (ended.get() < USED_THREADS + NEW_THREADS) {
			try {
				kept = new Object[] { kept, new byte[size] };
			}
			catch (OutOfMemoryError ex) {
				failures++;
				full = size == 1;
				size = Math.max(1, size / 16);
				LockSupport.parkNanos(full ? 20 * PAUSE_NANOS : 0);
			}
		}
		return failures;
	}

	private static void log(boolean used, RingStatistics statistics) {
		if (used) {
			for (int i = 0; i < AGAIN; i++) {
				call(WARM, GREEDY);
			}
			warm.incrementAndGet();
		}
		while (!full) {
			LockSupport.parkNanos(PAUSE_NANOS);
		}
		try {
			if (used) {
				callUntilOneFails(statistics);
			}
			else {
				callFirst();
			}
		}
		finally {
			ended.incrementAndGet();
		}
	}

	private static void callUntilOneFails(RingStatistics statistics) {
		long begin = System.nanoTime();
		while (!hasFailed(statistics) && System.nanoTime() - begin < MOST_GREEDY_NANOS) {
			call(MORE, GREEDY);
		}
	}

	private static boolean hasFailed(RingStatistics statistics) {
		return statistics.writerErrors() + statistics.dropped(Level.INFO, DropReason.ERROR) > 0;
	}

	private static void call(String message, Object parameter) {
		attempted.incrementAndGet();
		try {
			logger.info(message, parameter);
		}
		catch (Throwable ex) {
			thrown.incrementAndGet();
		}
	}

	private static void callFirst() {
		attempted.incrementAndGet();
		try {
			logger.logMessage(FQCN, Level.INFO, null, MESSAGE, null);
		}
		catch (Throwable ex) {
			thrown.incrementAndGet();
		}
	}

}
