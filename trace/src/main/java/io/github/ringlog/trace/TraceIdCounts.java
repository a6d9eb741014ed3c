package io.github.ringlog.trace;

import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/**
 * Counts ids by their source. Knows no registry of meters: an application may be without
 * one. Any thread may use it.
 */
final class TraceIdCounts {

	private final LongAdder[] counts = Stream.generate(LongAdder::new)
		.limit(TraceIdSource.values().length)
		.toArray(LongAdder[]::new);

	void count(TraceIdSource source) {
		this.counts[source.ordinal()].increment();
	}

	long get(TraceIdSource source) {
		return this.counts[source.ordinal()].sum();
	}

}
