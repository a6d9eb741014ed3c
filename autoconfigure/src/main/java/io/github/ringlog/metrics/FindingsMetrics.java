package io.github.ringlog.metrics;

import io.github.ringlog.lint.Findings;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * Meter for the linter's findings on locations. There is none when the linter is off,
 * because 0 would say that there are no findings.
 */
final class FindingsMetrics implements MeterBinder {

	static final String NAME = "ringlog.location.findings";

	private final Findings findings;

	FindingsMetrics(Findings findings) {
		this.findings = findings;
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		if (this.findings.isEnabled()) {
			Gauge.builder(NAME, this.findings, Findings::locations)
				.baseUnit("findings")
				.description("Places in the Log4j configuration that ask for the caller's location")
				.register(registry);
		}
	}

}
