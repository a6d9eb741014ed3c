package io.github.ringlog.it.app;

import java.util.List;

import io.github.ringlog.logger.RingLoggerContext;
import io.github.ringlog.ring.DropReason;
import io.github.ringlog.ring.RingStatistics;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.impl.Log4jContextFactory;
import org.apache.logging.log4j.spi.LoggerContextFactory;
import org.apache.logging.log4j.util.Constants;

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
		print("writerThreads", writerThreads());
	}

	/**
	 * Return how many writers live.
	 */
	public static long writerThreads() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().equals("ringlog-writer"))
			.count();
	}

	/**
	 * Print who has made the loggers, and what Log4j takes the application for.
	 */
	public static void printLog4j() {
		LoggerContextFactory factory = LogManager.getFactory();
		if (factory instanceof Log4jContextFactory log4j) {
			print("selector", log4j.getSelector().getClass().getName());
		}
		print("context", LogManager.getContext(false).getClass().getSimpleName());
		print("logger", LogManager.getLogger("any").getClass().getSimpleName());
		print("classLoader", Report.class.getClassLoader().getClass().getSimpleName());
		print("isWebApp", String.valueOf(Constants.IS_WEB_APP));
		print("threadLocals", String.valueOf(Constants.ENABLE_THREADLOCALS));
		print("liveWriterThreads", writerThreads());
	}

	public static void print(String name, long value) {
		print(name, String.valueOf(value));
	}

	public static void print(String name, String value) {
		System.out.println(name + "=" + value);
	}

}
