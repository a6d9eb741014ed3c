package io.github.ringlog.trace;

import java.util.concurrent.atomic.LongAdder;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * Binds counters of ids by source. Can be bound to several registries, and several times
 * to one.
 */
final class TraceMetrics implements MeterBinder {

	private final TraceIdCounts counts;

	TraceMetrics(TraceIds ids) {
		this.counts = ids.counts();
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		bind("incoming", this.counts.incoming(), registry);
		bind("generated", this.counts.generated(), registry);
		bind("rejected", this.counts.rejected(), registry);
	}

	private static void bind(String source, LongAdder count, MeterRegistry registry) {
		FunctionCounter.builder("ringlog.trace.ids", count, LongAdder::sum)
			.baseUnit("ids")
			.description("Trace ids of requests, by source")
			.tag("source", source)
			.register(registry);
	}

}
