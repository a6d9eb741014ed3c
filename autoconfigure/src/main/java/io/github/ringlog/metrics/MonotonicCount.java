package io.github.ringlog.metrics;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToDoubleFunction;

import io.github.ringlog.ring.RingStatistics;

/**
 * A count that never decreases, as a counter must be. If the drain at shutdown leaves
 * events in the ring, the engine no longer counts them as published. A monitoring system
 * would take the decrease for a restart, and count everything twice. Therefore the value
 * stays until the count has caught up.
 */
final class MonotonicCount implements ToDoubleFunction<RingStatistics> {

	private final ToDoubleFunction<RingStatistics> count;

	// Any thread that reads the meter raises it.
	private final AtomicLong highest = new AtomicLong();

	MonotonicCount(ToDoubleFunction<RingStatistics> count) {
		this.count = count;
	}

	@Override
	public double applyAsDouble(RingStatistics statistics) {
		return this.highest.accumulateAndGet((long) this.count.applyAsDouble(statistics), Math::max);
	}

}
