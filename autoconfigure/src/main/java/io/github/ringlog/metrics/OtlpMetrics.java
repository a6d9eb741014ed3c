package io.github.ringlog.metrics;

import io.github.ringlog.otlp.OtlpExport;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * Meters of the queue of OpenTelemetry's exporter.
 *
 * @param export what is measured
 */
record OtlpMetrics(OtlpExport export) implements MeterBinder {

	private static final String RECORDS = "records";

	@Override
	public void bindTo(MeterRegistry registry) {
		Gauge.builder("ringlog.otlp.queued", this.export, OtlpExport::queued)
			.baseUnit(RECORDS)
			.description("Log records that wait for OpenTelemetry's exporter")
			.register(registry);
		FunctionCounter.builder("ringlog.otlp.exported", this.export, OtlpExport::exported)
			.baseUnit(RECORDS)
			.description("Log records that the collector has taken")
			.register(registry);
		FunctionCounter.builder("ringlog.otlp.failed", this.export, OtlpExport::failed)
			.baseUnit(RECORDS)
			.description("Log records that OpenTelemetry's exporter gave up")
			.register(registry);
	}

}
