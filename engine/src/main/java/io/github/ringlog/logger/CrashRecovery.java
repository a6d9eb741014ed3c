package io.github.ringlog.logger;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.github.ringlog.crashlog.CrashLog;
import io.github.ringlog.crashlog.CrashLogFile;
import io.github.ringlog.crashlog.CrashLogReader;
import io.github.ringlog.crashlog.CrashLogSettings;
import io.github.ringlog.delivery.Deliveries;
import io.github.ringlog.receipts.Receipts;
import io.github.ringlog.ring.Ring;
import io.github.ringlog.ring.RingSettings;
import io.github.ringlog.ring.RingStatistics;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.impl.ContextDataFactory;
import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.apache.logging.log4j.core.time.MutableInstant;
import org.apache.logging.log4j.message.SimpleMessage;
import org.apache.logging.log4j.util.StringMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes what the crash log of an earlier process holds, and begins that of the ring. The
 * sinks get recovered events before they get any other: a configuration was started, and
 * no logger has it yet. One thread at a time recovers, without a lock of ours, because
 * that runs code of others; any thread may call the rest.
 */
final class CrashRecovery {

	/** The context data of a recovered event, and of one that may have been written. */
	private static final String RECOVERED = "recovered";

	private static final String PERHAPS_TWICE = "perhapsTwice";

	private static final String MAIN = "";

	private final RingStatistics statistics;

	// By the name of the isolated appender; empty for one that can't be used. Added once
	// it is read.
	private final Map<String, Optional<CrashLogFile>> files = new ConcurrentHashMap<>();

	CrashRecovery(RingStatistics statistics) {
		this.statistics = statistics;
	}

	/**
	 * Recover what there is, unless that is done, and keep the events of the rings from
	 * now on.
	 * @param settings those of the main ring
	 * @param deliveries those of the configuration that has started
	 * @param main returns the main ring, or {@code null} if it is not open
	 */
	void recover(RingSettings settings, Deliveries deliveries, Supplier<@Nullable Ring> main) {
		CrashLogSettings crashLog = settings.crashLog();
		if (crashLog == null || !settings.enabled()) {
			return;
		}
		Configuration configuration = deliveries.configuration();
		deliveries.showIsolated((name, isolated, target) -> {
			recover(name, crashLog, deliveries, target);
			keep(name, isolated, settings, null);
		});
		recover(MAIN, crashLog, deliveries,
				(event) -> deliveries.of(configuration.getLoggerConfig(event.getLoggerName())).chain().deliver(event));
		Ring ring = main.get();
		if (ring != null) {
			keep(ring, settings, Receipts.of(configuration));
		}
	}

	private void recover(String name, CrashLogSettings settings, Deliveries deliveries, Consumer<LogEvent> target) {
		if (this.files.containsKey(name)) {
			return;
		}
		CrashLogFile file = CrashLogFile.open(settings.file(name));
		CrashLogReader.Contents contents = (file != null) ? file.read() : null;
		this.files.put(name, Optional.ofNullable((contents != null) ? file : null));
		if (contents == null) {
			return;
		}
		if (!contents.events().isEmpty()) {
			deliveries.endTornLines();
		}
		contents.events().forEach((event) -> recover(event, target));
		Receipts receipts = Receipts.of(deliveries.configuration());
		if (receipts != null) {
			contents.runs().forEach((run) -> receipts.close(run, contents.events().size()));
		}
	}

	private void recover(CrashLogReader.Event event, Consumer<LogEvent> target) {
		try {
			target.accept(logEvent(event));
		}
		catch (Throwable ex) {
			this.statistics.countFailed(level(event), "A recovered event could not be written", ex);
		}
		this.statistics.countRecovered();
	}

	private static Log4jLogEvent logEvent(CrashLogReader.Event event) {
		StringMap data = ContextDataFactory.createContextData();
		event.context().forEach(data::putValue);
		data.putValue(RECOVERED, "true");
		if (event.perhapsTwice()) {
			data.putValue(PERHAPS_TWICE, "true");
		}
		MutableInstant time = new MutableInstant();
		time.initFromEpochMilli(event.millis(), event.nanos());
		return Log4jLogEvent.newBuilder()
			.setLoggerName(event.logger())
			.setLevel(level(event))
			.setInstant(time)
			.setThreadName(event.thread())
			.setContextData(data)
			.setMessage(new SimpleMessage(event.describe()))
			.setEndOfBatch(true)
			.build();
	}

	private static Level level(CrashLogReader.Event event) {
		return Level.forName(event.levelName(), event.level());
	}

	/**
	 * Keep the events of the main ring from now on, if what there was is recovered.
	 * @param ring the ring
	 * @param settings its settings
	 * @param receipts numbers the lines, or {@code null}
	 */
	void keep(Ring ring, RingSettings settings, @Nullable Receipts receipts) {
		keep(MAIN, ring, settings, receipts);
	}

	private void keep(String name, Ring ring, RingSettings settings, @Nullable Receipts receipts) {
		CrashLogFile file = this.files.getOrDefault(name, Optional.empty()).orElse(null);
		CrashLogSettings crashLog = settings.crashLog();
		if (file == null || crashLog == null) {
			return;
		}
		ring.keepIn((first) -> {
			int size = crashLog.recordSize(settings.bufferSize(), ring.capacity());
			CrashLog log = file.begin(ring.capacity(), size, crashLog.level(), first);
			if (receipts != null) {
				receipts.keepIn(log);
			}
			return log;
		});
	}

	/** Leave the files to another process, or to the next start. */
	void close() {
		this.files.values().forEach((file) -> file.ifPresent(CrashLogFile::close));
		this.files.clear();
	}

}
