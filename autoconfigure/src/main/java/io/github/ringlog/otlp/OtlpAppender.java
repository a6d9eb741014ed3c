package io.github.ringlog.otlp;

import java.util.concurrent.TimeUnit;

import io.github.ringlog.receipts.LineNumber;
import io.github.ringlog.receipts.NumberedSink;
import io.github.ringlog.receipts.Receipts;
import io.opentelemetry.instrumentation.log4j.appender.v2_17.OpenTelemetryAppender;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.appender.AppenderLoggingException;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.apache.logging.log4j.util.SortedArrayStringMap;
import org.apache.logging.log4j.util.StringMap;
import org.jspecify.annotations.Nullable;

/**
 * Hands events to the pipelines of the applications. It waits until the first application
 * has made its own, and while the queue of the exporter is full, so it must be isolated.
 * With receipts, each record has its run and its number.
 */
final class OtlpAppender extends AbstractAppender {

	static final String NAME = "otlp";

	static final String RUN = "run";

	private final OtlpPipelines pipelines;

	private final Configuration configuration;

	// Null if lines are not numbered.
	private @Nullable NumberedSink numbers;

	OtlpAppender(OtlpPipelines pipelines, Configuration configuration) {
		super(NAME, null, null, true, Property.EMPTY_ARRAY);
		this.pipelines = pipelines;
		this.configuration = configuration;
	}

	/**
	 * Return an appender, unless the configuration has one of OpenTelemetry's.
	 */
	static @Nullable Appender create(OtlpPipelines pipelines, Configuration configuration) {
		boolean present = configuration.getAppenders()
			.values()
			.stream()
			.anyMatch((appender) -> appender instanceof OpenTelemetryAppender || appender.getName().equals(NAME));
		return present ? null : new OtlpAppender(pipelines, configuration);
	}

	@Override
	public void start() {
		Receipts receipts = Receipts.of(this.configuration);
		this.numbers = (receipts != null) ? receipts.open(this, this::write) : null;
		this.pipelines.setSink(this.numbers);
		super.start();
	}

	@Override
	public void append(LogEvent event) {
		if (this.numbers != null) {
			this.numbers.append(event);
		}
		else {
			write(event);
		}
	}

	private void write(LogEvent event) {
		OtlpExport export = this.pipelines.current();
		if (export == null) {
			return;
		}
		LineNumber line = LineNumber.current();
		LogEvent record = (line != null) ? numbered(event, line) : event;
		while (!export.append(record)) {
			export = this.pipelines.current();
			if (export == null) {
				throw new AppenderLoggingException("OpenTelemetry has been closed");
			}
		}
	}

	private static LogEvent numbered(LogEvent event, LineNumber line) {
		StringMap data = new SortedArrayStringMap(event.getContextData());
		data.putValue(RUN, line.run());
		data.putValue("event.sequence", Long.toString(line.number()));
		return new Log4jLogEvent.Builder(event).setContextData(data).build();
	}

	@Override
	public boolean stop(long timeout, TimeUnit unit) {
		setStopping();
		if (this.numbers != null) {
			this.numbers.close();
		}
		setStopped();
		return true;
	}

}
