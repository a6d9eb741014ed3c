package io.github.ringlog.it.app;

import java.util.List;

import io.github.ringlog.engine.DropReason;
import io.github.ringlog.engine.RingLoggerContext;
import io.github.ringlog.engine.RingStatistics;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;

/**
 * Prints the statistics of the engine for the test to read, one {@code name=number} a
 * line.
 */
public final class Report {

	private static final List<Level> LEVELS = List.of(Level.FATAL, Level.ERROR, Level.WARN, Level.INFO, Level.DEBUG,
			Level.TRACE);

	private Report() {
	}

	/**
	 * Return the context, or {@code null} when it is not ours.
	 */
	public static RingLoggerContext context() {
		return (LogManager.getContext(false) instanceof RingLoggerContext context) ? context : null;
	}

	/**
	 * Stop logging, then print: nothing is in the ring any more.
	 */
	public static void stopAndPrint() {
		RingLoggerContext context = context();
		if (context != null) {
			context.stop();
			print(context.statistics());
		}
		else {
			LogManager.shutdown();
		}
	}

	public static void print(RingStatistics statistics) {
		print("published", statistics.published());
		print("written", statistics.written());
		print("synchronous", statistics.synchronous());
		print("writerErrors", statistics.writerErrors());
		print("blocked", statistics.blocked());
		print("dropped", statistics.dropped());
		for (Level level : LEVELS) {
			for (DropReason reason : DropReason.values()) {
				print("dropped." + level + "." + reason.label(), statistics.dropped(level, reason));
			}
		}
		statistics.capacity().ifPresent((capacity) -> print("capacity", capacity));
		print("writerThreads",
				Thread.getAllStackTraces()
					.keySet()
					.stream()
					.filter((thread) -> thread.getName().equals("ringlog-writer"))
					.count());
	}

	public static void print(String name, long value) {
		System.out.println(name + "=" + value);
	}

}
