package io.github.ringlog.receipts;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import io.github.ringlog.concurrent.BackgroundThread;
import io.github.ringlog.crashlog.CrashLog;
import io.github.ringlog.crashlog.CrashLogReader;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractOutputStreamAppender;
import org.apache.logging.log4j.core.appender.rolling.RollingFileManager;
import org.apache.logging.log4j.core.config.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * The numbered sinks of a logger context. Each writes a receipt regularly, after a
 * rollover of its file, and at its end. Safe for use by several threads.
 */
public final class Receipts {

	/** The logger of receipts. */
	public static final String LOGGER = "ringlog.receipt";

	private static final String KEY = Receipts.class.getName();

	private static final String MAIN = "";

	private static final Duration INTERVAL = Duration.ofMinutes(1);

	private final Counts counts;

	private final long intervalNanos;

	private final List<NumberedSink> sinks = new CopyOnWriteArrayList<>();

	// Record the progress of the sinks for the next start, by the name of the isolated
	// appender, empty for all others. Guarded by this.
	private final Map<String, CrashLog> crashLogs = new HashMap<>();

	// Guarded by this. Runs as long as there are sinks.
	private @Nullable Thread timer;

	private Receipts(Counts counts, Duration interval) {
		this.counts = counts;
		this.intervalNanos = interval.toNanos();
	}

	/**
	 * Number the lines of the sinks of a context, from its next configuration on.
	 * @param context the context
	 * @param counts the counts of the rings before a sink
	 */
	public static void install(LoggerContext context, Counts counts) {
		install(context, counts, INTERVAL);
	}

	static void install(LoggerContext context, Counts counts, Duration interval) {
		context.putObjectIfAbsent(KEY, new Receipts(counts, interval));
	}

	/**
	 * Return the receipts of a context.
	 * @param context the context
	 * @return the receipts, or {@code null} if lines are not numbered
	 */
	public static @Nullable Receipts of(LoggerContext context) {
		return (context.getObject(KEY) instanceof Receipts receipts) ? receipts : null;
	}

	/**
	 * Return the receipts of a configuration's context.
	 * @param configuration the configuration
	 * @return the receipts, or {@code null} if lines are not numbered
	 */
	public static @Nullable Receipts of(@Nullable Configuration configuration) {
		LoggerContext context = (configuration != null) ? configuration.getLoggerContext() : null;
		return (context != null) ? of(context) : null;
	}

	/**
	 * Number the lines of an appender that throws an exception for each event it fails
	 * on.
	 * @param appender the appender
	 * @param target writes an event
	 * @return the sink
	 */
	public NumberedSink open(Appender appender, Consumer<LogEvent> target) {
		return add(new NumberedSink(this, appender, target, null));
	}

	/**
	 * Number the lines of an isolated appender.
	 * @param appender the appender
	 * @return the sink
	 */
	public NumberedSink openIsolated(Appender appender) {
		NumberedSink sink = new NumberedSink(this, appender, appender::append,
				() -> this.counts.failed(appender.getName()));
		if (appender instanceof AbstractOutputStreamAppender<?> stream
				&& stream.getManager() instanceof RollingFileManager file) {
			sink.listenTo(file);
		}
		return add(sink);
	}

	/**
	 * Record the progress of the sinks in a crash log.
	 * @param isolated the isolated appender that has the crash log; empty for all sinks
	 * of which no other one is known
	 * @param log the crash log, or {@code null} if there is none
	 */
	public synchronized void keepIn(String isolated, @Nullable CrashLog log) {
		if (log != null) {
			this.crashLogs.put(isolated, log);
		}
		else {
			this.crashLogs.remove(isolated);
		}
		this.sinks.forEach(this::place);
	}

	private void place(NumberedSink sink) {
		CrashLog log = this.crashLogs.getOrDefault(sink.name(), this.crashLogs.get(MAIN));
		NumberedSink.Place current = sink.place();
		if (log == null) {
			sink.moveTo(null);
		}
		else if (current == null || current.log() != log) {
			Set<NumberedSink.Place> taken = this.sinks.stream()
				.map(NumberedSink::place)
				.filter(Objects::nonNull)
				.collect(Collectors.toSet());
			int index = 0;
			while (taken.contains(new NumberedSink.Place(log, index))) {
				index++;
			}
			sink.moveTo(new NumberedSink.Place(log, index));
		}
	}

	/**
	 * Write the last receipt of a run whose process was killed.
	 * @param run the run
	 * @param recovered how many events of the process were recovered
	 */
	public void close(CrashLogReader.Run run, int recovered) {
		this.sinks.stream()
			.filter((sink) -> run.isOf(sink.name()))
			.findFirst()
			.ifPresent((sink) -> sink.close(run, recovered));
	}

	private synchronized NumberedSink add(NumberedSink sink) {
		this.sinks.add(sink);
		place(sink);
		if (this.timer == null) {
			Thread thread = new BackgroundThread(this::runTimer, "ringlog-receipts");
			thread.start();
			this.timer = thread;
		}
		return sink;
	}

	synchronized void remove(NumberedSink sink) {
		this.sinks.remove(sink);
		sink.moveTo(null);
		if (this.sinks.isEmpty() && this.timer != null) {
			LockSupport.unpark(this.timer);
			this.timer = null;
		}
	}

	private void runTimer() {
		long next = System.nanoTime() + this.intervalNanos;
		while (isTimer()) {
			long rest = next - System.nanoTime();
			if (rest > 0) {
				LockSupport.parkNanos(this, rest);
			}
			else {
				next += this.intervalNanos;
				this.sinks.forEach(NumberedSink::writeReceiptInBackground);
			}
		}
	}

	private synchronized boolean isTimer() {
		return this.timer == Thread.currentThread();
	}

	/**
	 * Return the age of the oldest last receipt of all sinks.
	 * @return the age; zero if no sink has lines
	 */
	public Duration age() {
		return Duration.ofNanos(this.sinks.stream().mapToLong(NumberedSink::ageNanos).max().orElse(0));
	}

	Counts counts() {
		return this.counts;
	}

	/**
	 * Provides the counts of the rings before a sink.
	 */
	public interface Counts {

		/**
		 * Return how many events were dropped by the rings in front of an appender.
		 * @param appender the name of the appender
		 * @return the numbers of events, by level and reason as in {@code info.full}
		 */
		Map<String, Long> dropped(String appender);

		/**
		 * Return how many events an isolated appender has failed on.
		 * @param appender the name of the appender
		 * @return the number of events
		 */
		long failed(String appender);

	}

}
