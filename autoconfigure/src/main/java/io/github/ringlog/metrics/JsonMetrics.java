package io.github.ringlog.metrics;

import io.github.ringlog.json.JsonCounts;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * Meters of what JSON does not show as it was logged.
 */
final class JsonMetrics implements MeterBinder {

	@Override
	public void bindTo(MeterRegistry registry) {
		FunctionCounter.builder("ringlog.json.cut", JsonCounts.class, (counts) -> JsonCounts.cutLines())
			.baseUnit("lines")
			.description("Lines of JSON that were longer than ringlog.json.max-line")
			.register(registry);
		FunctionCounter.builder("ringlog.json.collisions", JsonCounts.class, (counts) -> JsonCounts.collisions())
			.description("MDC entries that were renamed or left out because a field of JSON has their name")
			.register(registry);
	}

}
