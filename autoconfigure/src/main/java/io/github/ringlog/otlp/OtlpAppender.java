package io.github.ringlog.otlp;

import java.util.concurrent.TimeUnit;

import io.github.ringlog.receipts.LineNumber;
import io.github.ringlog.receipts.NumberedSink;
import io.github.ringlog.receipts.Receipts;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.instrumentation.log4j.appender.v2_17.OpenTelemetryAppender;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.apache.logging.log4j.util.SortedArrayStringMap;
import org.apache.logging.log4j.util.StringMap;
import org.jspecify.annotations.Nullable;

/**
 * Hands events to OpenTelemetry's appender. It waits until the application has made that
 * appender's target, and while the queue of the exporter is full, so it must be isolated.
 * With receipts, each record has its run and its number.
 */
final class OtlpAppender extends AbstractAppender {

	static final String NAME = "otlp";

	private final OtlpExport export;

	private final Configuration configuration;

	// Null if lines are not numbered.
	private @Nullable NumberedSink numbers;

	// Made with the first event that has a target.
	private volatile @Nullable Appender delegate;

	OtlpAppender(OtlpExport export, Configuration configuration) {
		super(NAME, null, null, true, Property.EMPTY_ARRAY);
		this.export = export;
		this.configuration = configuration;
	}

	/**
	 * Return an appender, unless the configuration has one of OpenTelemetry's.
	 */
	static @Nullable Appender create(OtlpExport export, Configuration configuration) {
		boolean present = configuration.getAppenders()
			.values()
			.stream()
			.anyMatch((appender) -> appender instanceof OpenTelemetryAppender || appender.getName().equals(NAME));
		return present ? null : new OtlpAppender(export, configuration);
	}

	@Override
	public void start() {
		Receipts receipts = Receipts.of(this.configuration);
		this.numbers = (receipts != null) ? receipts.open(this, this::write) : null;
		this.export.setSink(this.numbers);
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
		Appender current = (this.delegate != null) ? this.delegate : delegate();
		if (current != null) {
			this.export.awaitRoom();
			LineNumber line = LineNumber.current();
			current.append((line != null) ? numbered(event, line) : event);
		}
	}

	private synchronized @Nullable Appender delegate() {
		OpenTelemetry target = this.export.target();
		if (this.delegate == null && target != null) {
			Appender made = OpenTelemetryAppender.builder()
				.setName(NAME)
				.setCaptureContextDataAttributes("*")
				.setCaptureMapMessageAttributes(true)
				.setCaptureMarkerAttribute(true)
				.setOpenTelemetry(target)
				.build();
			made.start();
			this.delegate = made;
		}
		return this.delegate;
	}

	private static LogEvent numbered(LogEvent event, LineNumber line) {
		StringMap data = new SortedArrayStringMap(event.getContextData());
		data.putValue("run", line.run());
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
