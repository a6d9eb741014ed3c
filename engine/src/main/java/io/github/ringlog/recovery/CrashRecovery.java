package io.github.ringlog.recovery;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;

import io.github.ringlog.concurrent.BackgroundThread;
import io.github.ringlog.concurrent.Conditions;
import io.github.ringlog.crashlog.CrashLog;
import io.github.ringlog.crashlog.CrashLogFile;
import io.github.ringlog.crashlog.CrashLogReader;
import io.github.ringlog.delivery.ConfigurationChains;
import io.github.ringlog.receipts.Receipts;
import io.github.ringlog.report.Plural;
import io.github.ringlog.report.StandardError;
import io.github.ringlog.ring.EventHandler;
import io.github.ringlog.ring.Producer;
import io.github.ringlog.ring.Ring;
import io.github.ringlog.ring.RingEvent;
import io.github.ringlog.ring.RingStatistics;
import io.github.ringlog.settings.CrashLogSettings;
import io.github.ringlog.settings.RingSettings;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.Marker;
import org.apache.logging.log4j.MarkerManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.impl.ContextDataFactory;
import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.apache.logging.log4j.core.time.MutableInstant;
import org.apache.logging.log4j.message.SimpleMessage;
import org.apache.logging.log4j.util.StringMap;
import org.jspecify.annotations.Nullable;

/**
 * Begins the crash logs of the rings, and hands the events of earlier processes to the
 * rings. Each ring has a recovery thread, so that no other thread waits for an appender.
 * The file of an earlier process is deleted when the sinks have flushed its events; if
 * that fails, it stays for the next start. One thread at a time calls {@code begin} and
 * {@code start}; any thread may call the other methods.
 */
public final class CrashRecovery {

	/** The key in the context data of an event that may have been written. */
	private static final String PERHAPS_TWICE = "perhapsTwice";

	/** The name of the main ring among the names of isolated appenders. */
	private static final String MAIN = "";

	private final RingStatistics statistics;

	private final Function<String, EventHandler> loggers;

	private final Consumer<String> notice;

	// By the name of the isolated appender; empty for a file that can't be used.
	private final Map<String, Optional<CrashLogFile>> files = new ConcurrentHashMap<>();

	// The recoveries to start once the loggers have the configuration.
	private final Queue<Runnable> found = new ConcurrentLinkedQueue<>();

	// The number of events between an old file and the sinks.
	private final AtomicLong waiting = new AtomicLong();

	// Whether the main ring has a crash log. Written by the thread that begins or closes,
	// read by any thread.
	private volatile boolean keeping;

	private volatile boolean recovering;

	// Whether events of the main ring are left in a file after its recovery. Written by
	// the thread of that recovery before it is over, read by others afterwards.
	private volatile boolean incomplete;

	/**
	 * Create a recovery.
	 * @param statistics counts the recovered events
	 * @param loggers returns a logger by name
	 * @param notice logs a text
	 */
	public CrashRecovery(RingStatistics statistics, Function<String, EventHandler> loggers, Consumer<String> notice) {
		this.statistics = statistics;
		this.loggers = loggers;
		this.notice = notice;
	}

	/**
	 * Begin to keep the events of the rings, unless they are kept already, and find files
	 * to recover.
	 * @param settings the settings of the main ring
	 * @param chains the chains of the configuration that has started
	 * @param main the main ring, or {@code null} if it is not open
	 */
	public void begin(RingSettings settings, ConfigurationChains chains, @Nullable Ring main) {
		CrashLogSettings crashLog = settings.crashLog();
		if (crashLog == null || !settings.enabled()) {
			return;
		}
		chains.showIsolated((name, ring, target) -> begin(name, ring, settings, crashLog, chains, target));
		if (main != null) {
			begin(MAIN, main, settings, crashLog, chains, null);
		}
	}

	private void begin(String name, Ring ring, RingSettings settings, CrashLogSettings crashLog,
			ConfigurationChains chains, @Nullable EventHandler target) {
		Optional<CrashLogFile> known = this.files.get(name);
		boolean first = known == null;
		if (known == null) {
			known = Optional.ofNullable(CrashLogFile.open(crashLog.file(name)));
			this.files.put(name, known);
		}
		CrashLogFile file = known.orElse(null);
		if (file == null) {
			return;
		}
		ring.keepIn((next) -> {
			int size = crashLog.recordSize(settings.bufferSize(), ring.capacity());
			CrashLog log = file.begin(ring.capacity(), size, crashLog.level(), next);
			Receipts receipts = chains.receipts();
			if (receipts != null) {
				receipts.keepIn(name, log);
			}
			if (target == null && log != null) {
				this.keeping = true;
			}
			return log;
		});
		List<Path> old = first ? file.old() : List.of();
		if (!old.isEmpty()) {
			chains.endTornLines();
			if (target == null) {
				this.recovering = true;
			}
			this.found.add(() -> recover(old, ring, chains.receipts(), target));
		}
	}

	/** Start the recoveries, once the loggers have the configuration. */
	public void start() {
		for (Runnable task = this.found.poll(); task != null; task = this.found.poll()) {
			new BackgroundThread(task, "ringlog-recovery").start();
		}
	}

	private void recover(List<Path> old, Ring ring, @Nullable Receipts receipts, @Nullable EventHandler target) {
		try {
			boolean more = true;
			for (Path path : old) {
				more = more && recover(path, ring, receipts, target);
			}
		}
		finally {
			if (target == null) {
				if (old.stream().anyMatch(Files::exists)) {
					this.incomplete = true;
				}
				this.recovering = false;
			}
		}
	}

	/**
	 * Recover the events of a file.
	 * @param target the handler of the events; {@code null} for the logger of each event
	 * @return whether the ring is open, so that there may be more
	 */
	private boolean recover(Path path, Ring ring, @Nullable Receipts receipts, @Nullable EventHandler target) {
		if (!ring.isOpen()) {
			return false;
		}
		try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE,
				LinkOption.NOFOLLOW_LINKS)) {
			CrashLogReader.Contents contents = CrashLogReader.read(file);
			int events = contents.events().size();
			if (contents.broken() > 0) {
				StandardError.print("Ringlog: " + Plural.of(contents.broken(), "record") + " of " + path
						+ " can't be read, and the events are lost");
			}
			if (events > 0) {
				this.notice.accept("Recovering " + Plural.of(events, "event") + " of process " + contents.process()
						+ " from " + path);
				// If this process is killed, the events come a second time.
				CrashLogReader.beginRecovery(file);
			}
			this.waiting.addAndGet(events);
			try {
				if (!hand(contents, ring, target)) {
					StandardError.print("Ringlog: " + Plural.of(events, "recovered event")
							+ " could not all be written. " + path + " stays for the next start");
					return ring.isOpen();
				}
			}
			finally {
				this.waiting.addAndGet(-events);
			}
			if (receipts != null && !contents.runs().isEmpty()) {
				if (target != null && !isMainRecovered(ring)) {
					StandardError.print("Ringlog: events of the main ring are not all recovered. " + path
							+ " stays for the next start, too");
					return ring.isOpen();
				}
				contents.runs().forEach((run) -> receipts.close(run, events));
			}
			Files.delete(path);
		}
		catch (IOException | RuntimeException ex) {
			setAside(path, ex);
			if (target == null) {
				this.incomplete = true;
			}
		}
		return true;
	}

	/**
	 * Wait for the recovery of the main ring: it has events for isolated appenders, too,
	 * and no run of theirs is complete without them.
	 */
	private boolean isMainRecovered(Ring isolated) {
		Conditions.await(() -> !this.recovering || !isolated.isOpen(), Long.MAX_VALUE);
		return !this.recovering && !this.incomplete;
	}

	/**
	 * Hand events to a ring, and wait until the sinks have flushed them.
	 * @return whether all are written, as far as known
	 */
	private boolean hand(CrashLogReader.Contents contents, Ring ring, @Nullable EventHandler target) {
		long lost = ring.lost();
		Producer producer = new Producer(false);
		for (CrashLogReader.Event event : contents.events()) {
			RingEvent draft = new RingEvent();
			draft.draft(logEvent(event));
			EventHandler to = (target != null) ? target : this.loggers.apply(event.logger());
			// Without a limit, whatever the settings for a full ring.
			Conditions.await(() -> producer.accounted || !ring.isOpen() || ring.tryOffer(draft, to, producer),
					Long.MAX_VALUE);
			if (!producer.accounted) {
				return false;
			}
			producer.accounted = false;
			this.statistics.countRecovered();
		}
		return contents.events().isEmpty() || (ring.awaitFlushed() && ring.lost() == lost);
	}

	private static LogEvent logEvent(CrashLogReader.Event event) {
		StringMap data = ContextDataFactory.createContextData();
		event.context().forEach(data::putValue);
		data.putValue(CrashLogReader.PROCESS, event.process());
		data.putValue(CrashLogReader.RECOVERED, "true");
		if (event.perhapsTwice()) {
			data.putValue(PERHAPS_TWICE, "true");
		}
		MutableInstant time = new MutableInstant();
		time.initFromEpochSecond(event.time().getEpochSecond(), event.time().getNano());
		return Log4jLogEvent.newBuilder()
			.setLoggerName(event.logger())
			.setLevel(Level.forName(event.level(), event.levelValue()))
			.setMarker(marker(event.markers()))
			.setInstant(time)
			.setThreadName(event.thread())
			.setContextData(data)
			.setMessage(new SimpleMessage(event.describe()))
			.build();
	}

	/**
	 * Return a marker with its parents, which the application may not have created yet.
	 */
	private static @Nullable Marker marker(List<String> names) {
		if (names.size() < 2) {
			return names.isEmpty() ? null : MarkerManager.getMarker(names.get(0));
		}
		return new MarkerManager.Log4jMarker(names.get(0))
			.setParents(names.stream().skip(1).map(MarkerManager::getMarker).toArray(Marker[]::new));
	}

	/**
	 * Rename a file that can't be read, so that no start finds it.
	 */
	private static void setAside(Path path, Exception cause) {
		Path kept = path.resolveSibling(path.getFileName().toString().replace(CrashLogReader.OLD, ".unreadable-"));
		try {
			Files.move(path, kept);
			StandardError.print("Ringlog: nothing is recovered from the crash log " + kept + ": " + cause.getMessage()
					+ ". ringlog-verify.jar --crash-log of the version that wrote it prints it");
		}
		catch (IOException ex) {
			StandardError.print("Ringlog: the crash log " + path + " can't be recovered: " + cause.getMessage());
		}
	}

	/**
	 * Wait until the recovery of the main ring has ended.
	 * @param nanos the longest wait in nanoseconds
	 */
	public void await(long nanos) {
		Conditions.await(() -> !this.recovering, nanos);
	}

	/**
	 * Return the state of a crash log.
	 * @param settings its settings
	 * @return its file and its state
	 */
	public CrashLogStatus status(CrashLogSettings settings) {
		long events = this.waiting.get();
		String state = this.keeping ? ((events > 0) ? "recovering" : "keeping") : "unusable";
		return new CrashLogStatus(settings.file(), state, this.statistics.recovered(), events);
	}

	/** Release the files for another process or the next start. */
	public void close() {
		this.keeping = false;
		this.files.values().forEach((file) -> file.ifPresent(CrashLogFile::close));
		this.files.clear();
	}

}
