package io.github.ringlog.metrics;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

import io.github.ringlog.engine.RingStatistics;

/**
 * A count as a counter must be. When the drain of a shutdown ends with events left in the
 * ring, they are taken out of what was published; a monitoring system would take a
 * counter that falls for one that began anew, and count everything twice. So it stays
 * until the count has caught up.
 */
final class NeverFalling implements ToDoubleFunction<RingStatistics> {

	private final ToLongFunction<RingStatistics> count;

	// Any thread that reads the meter raises it.
	private final AtomicLong highest = new AtomicLong();

	NeverFalling(ToLongFunction<RingStatistics> count) {
		this.count = count;
	}

	@Override
	public double applyAsDouble(RingStatistics statistics) {
		return this.highest.accumulateAndGet(this.count.applyAsLong(statistics), Math::max);
	}

}
