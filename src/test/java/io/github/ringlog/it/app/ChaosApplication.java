package io.github.ringlog.it.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.github.ringlog.logger.RingLoggerContext;
import io.github.ringlog.ring.RingStatistics;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * Virtual threads log in bursts, while the context is restarted and configured again and
 * the heap is exhausted, at random for some seconds. Then prints how many calls there
 * were, and what was counted.
 */
public final class ChaosApplication {

	private static final int CALLERS = 200;

	private static final int BURST = 50;

	private static final String LONG = "x".repeat(20_000);

	private static final Level[] LEVELS = { Level.ERROR, Level.WARN, Level.INFO, Level.DEBUG };

	private static final long[] calls = new long[CALLERS];

	private static volatile boolean over;

	private static int restarts;

	private static int exhaustions;

	private ChaosApplication() {
	}

	public static void main(String[] args) throws Exception {
		long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(args[0]));
		Random random = new Random(Long.parseLong(args[1]));
		RingLoggerContext context = Report.context();
		List<Thread> callers = new ArrayList<>();
		for (int i = 0; i < CALLERS; i++) {
			Runnable caller = caller(i, random.nextLong());
			callers.add((Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, caller));
		}
		for (int i = 0; i < 4 || System.nanoTime() < end; i++) {
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextInt(2000)));
			try {
				disturb(context, i % 4);
			}
			catch (OutOfMemoryError ex) {
				exhaustions++;
			}
		}
		over = true;
		for (Thread caller : callers) {
			caller.join();
		}
		long sum = 0;
		for (long count : calls) {
			sum += count;
		}
		context.stop();
		Report.print(context.statistics());
		RingStatistics statistics = context.statistics();
		long failed = 0;
		for (Level level : LEVELS) {
			failed += statistics.failed(level);
		}
		Report.print("failed", failed);
		Report.print("calls", sum);
		Report.print("restarts", restarts);
		Report.print("exhaustions", exhaustions);
	}

	private static void disturb(RingLoggerContext context, int how) {
		switch (how) {
			case 0 -> {
				context.stop();
				context.start();
				restarts++;
			}
			case 1 -> context.reconfigure();
			case 2 -> context.updateLoggers();
			default -> {
				List<byte[]> all = new ArrayList<>();
				while (!over) {
					all.add(new byte[64 * 1024]);
				}
			}
		}
	}

	private static Runnable caller(int number, long seed) {
		Logger logger = LogManager.getLogger("caller" + number % 10);
		Random random = new Random(seed);
		return () -> {
			while (!over) {
				try {
					for (int i = 0; i < BURST; i++) {
						log(logger, number, random);
					}
					LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextInt(2000)));
				}
				catch (Throwable ex) {
					// The heap is full. The call counts, if it was made.
				}
			}
		};
	}

	private static void log(Logger logger, int number, Random random) {
		int length = (random.nextInt(200) == 0) ? LONG.length() : random.nextInt(80);
		// If there is no memory for it, there is no call.
		String text = number + "/" + (calls[number] + 1) + " " + LONG.substring(0, length) + ".";
		Level level = LEVELS[random.nextInt(LEVELS.length)];
		calls[number]++;
		logger.log(level, text);
	}

}
