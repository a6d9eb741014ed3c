package io.github.ringlog.engine;

import java.time.Instant;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

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

	private final LongAdder errors = new LongAdder();

	// Replaced by any thread on which something fails.
	private volatile @Nullable WriterError lastError;

	final DropRecorder dropRecorder = new DropRecorder(this);

	void drop(int severity, DropReason reason) {
		this.dropped[severity * REASONS.length + reason.ordinal()].increment();
		this.dropRecorder.dropped();
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

	/**
	 * Count a failure and keep it. Does not throw.
	 * @param report what failed, or {@code null} when the cause tells it all
	 * @param cause what was thrown
	 */
	void fail(@Nullable String report, @Nullable Throwable cause) {
		this.errors.increment();
		try {
			WriterError error = new WriterError(Instant.now(), WriterError.describe(report, cause));
			this.lastError = error;
			FlightEvents.failed(error.message());
		}
		catch (Throwable ex) {
			// The stack is about to overflow, or the heap is full. It is counted.
		}
	}

	long errors() {
		return this.errors.sum();
	}

	@Nullable WriterError lastError() {
		return this.lastError;
	}

}
