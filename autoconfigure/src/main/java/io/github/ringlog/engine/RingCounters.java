package io.github.ringlog.engine;

import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/**
 * What the engine counts beyond the sequences of the ring. Any thread adds, any thread
 * reads; they outlive the rings of a context that is stopped and started again.
 */
final class RingCounters {

	private static final DropReason[] REASONS = DropReason.values();

	private final LongAdder[] dropped = Stream.generate(LongAdder::new)
		.limit((long) Severity.LEVELS.size() * REASONS.length)
		.toArray(LongAdder[]::new);

	final LongAdder synchronous = new LongAdder();

	final LongAdder blocked = new LongAdder();

	final LongAdder blockedNanos = new LongAdder();

	final LongAdder writerErrors = new LongAdder();

	void drop(int severity, DropReason reason) {
		this.dropped[severity * REASONS.length + reason.ordinal()].increment();
	}

	long dropped(int severity, DropReason reason) {
		return this.dropped[severity * REASONS.length + reason.ordinal()].sum();
	}

	/**
	 * A copy of all drop counts, by severity and then by reason.
	 */
	long[][] dropped() {
		long[][] counts = new long[Severity.LEVELS.size()][REASONS.length];
		for (int severity = 0; severity < counts.length; severity++) {
			for (DropReason reason : REASONS) {
				counts[severity][reason.ordinal()] = dropped(severity, reason);
			}
		}
		return counts;
	}

}
