package io.github.ringlog.trace;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;

/**
 * Counts ids by where they came from. Can be bound to any number of registries, and twice
 * to the same.
 */
final class TraceMetrics implements MeterBinder {

	static final String NAME = "ringlog.trace.ids";

	static final String SOURCE_TAG = "source";

	// Written when a registry is bound, read at each request.
	private final List<Binding> bindings = new CopyOnWriteArrayList<>();

	TraceMetrics(TraceIds ids) {
		ids.counts().listen(this::count);
	}

	@Override
	public synchronized void bindTo(MeterRegistry registry) {
		Map<TraceIdSource, Counter> counters = new EnumMap<>(TraceIdSource.class);
		for (TraceIdSource source : TraceIdSource.values()) {
			counters.put(source,
					Counter.builder(NAME)
						.baseUnit("ids")
						.description("Ids of requests, by where they came from")
						.tag(SOURCE_TAG, source.tag())
						.register(registry));
		}
		// A composite counts for the registries in it.
		this.bindings.removeIf((binding) -> binding.isFor(registry) || contains(registry, binding.registry()));
		if (this.bindings.stream().noneMatch((binding) -> contains(binding.registry(), registry))) {
			this.bindings.add(new Binding(registry, counters));
		}
	}

	private static boolean contains(MeterRegistry registry, MeterRegistry other) {
		return registry instanceof CompositeMeterRegistry composite && composite.getRegistries().contains(other);
	}

	private void count(TraceIdSource source) {
		for (Binding binding : this.bindings) {
			binding.count(source);
		}
	}

	private record Binding(MeterRegistry registry, Map<TraceIdSource, Counter> counters) {

		boolean isFor(MeterRegistry other) {
			return this.registry == other;
		}

		void count(TraceIdSource source) {
			Counter counter = this.counters.get(source);
			if (counter != null) {
				counter.increment();
			}
		}

	}

}
