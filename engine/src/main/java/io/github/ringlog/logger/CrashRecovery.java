package io.github.ringlog.logger;

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
 * no logger has it yet. Used under the lock of {@link ContextRing}.
 */
final class CrashRecovery {

	/** The context data of a recovered event, and of one that may have been written. */
	private static final String RECOVERED = "recovered";

	private static final String PERHAPS_TWICE = "perhapsTwice";

	private final RingStatistics statistics;

	private @Nullable CrashLogFile file;

	// Reported once.
	private boolean unusable;

	CrashRecovery(RingStatistics statistics) {
		this.statistics = statistics;
	}

	/**
	 * Recover what there is, unless that is done.
	 * @param settings where the crash log is
	 * @param deliveries those of the configuration that has started
	 * @return whether there is a file now that was not there
	 */
	boolean recover(CrashLogSettings settings, Deliveries deliveries) {
		if (this.file != null || this.unusable) {
			return false;
		}
		this.file = CrashLogFile.open(settings.file());
		this.unusable = this.file == null;
		if (this.file == null) {
			return false;
		}
		CrashLogReader.Contents contents = this.file.read();
		if (!contents.events().isEmpty()) {
			deliveries.endTornLines();
		}
		contents.events().forEach((event) -> recover(event, deliveries));
		Receipts receipts = Receipts.of(deliveries.configuration());
		if (receipts != null) {
			contents.runs().forEach((run) -> receipts.close(run, contents.events().size()));
		}
		return true;
	}

	private void recover(CrashLogReader.Event event, Deliveries deliveries) {
		Configuration configuration = deliveries.configuration();
		try {
			deliveries.of(configuration.getLoggerConfig(event.logger())).deliver(logEvent(event), () -> false);
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
	 * Keep the events of a ring from now on.
	 * @param ring the ring
	 * @param settings those of the ring
	 * @param receipts numbers the lines, or {@code null}
	 */
	void keep(Ring ring, RingSettings settings, @Nullable Receipts receipts) {
		CrashLogFile current = this.file;
		CrashLogSettings wanted = settings.crashLog();
		if (current == null || wanted == null) {
			return;
		}
		ring.keepIn((first) -> {
			CrashLog log = current.begin(ring.capacity(), wanted.recordSize(ring.capacity()), wanted.level(), first);
			if (receipts != null) {
				receipts.keepIn(log);
			}
			return log;
		});
	}

	/** Leave the file to another process, or to the next start. */
	void close() {
		if (this.file != null) {
			this.file.close();
			this.file = null;
		}
	}

}
