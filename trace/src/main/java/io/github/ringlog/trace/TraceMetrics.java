package io.github.ringlog.trace;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * Shows the number of ids by their source. Can be bound to any number of registries, and
 * twice to the same.
 */
final class TraceMetrics implements MeterBinder {

	static final String NAME = "ringlog.trace.ids";

	static final String SOURCE_TAG = "source";

	private final TraceIdCounts counts;

	TraceMetrics(TraceIds ids) {
		this.counts = ids.counts();
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		for (TraceIdSource source : TraceIdSource.values()) {
			FunctionCounter.builder(NAME, this.counts, (counts) -> counts.get(source))
				.baseUnit("ids")
				.description("Trace ids of requests, by source")
				.tag(SOURCE_TAG, source.tag())
				.register(registry);
		}
	}

}
