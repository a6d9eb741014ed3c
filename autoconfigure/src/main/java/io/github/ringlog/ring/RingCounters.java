package io.github.ringlog.ring;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

import org.apache.logging.log4j.Level;
import org.jspecify.annotations.Nullable;

/**
 * Counts what can't be read from the sequences of a ring. Any thread adds, any thread
 * reads. The counters outlive the rings of a context that is stopped and started again.
 */
public final class RingCounters {

	private static final DropReason[] REASONS = DropReason.values();

	private final LongAdder[] dropped = Stream.generate(LongAdder::new)
		.limit((long) LevelIndex.LEVELS.size() * REASONS.length)
		.toArray(LongAdder[]::new);

	/**
	 * Drops with reason ERROR by callers that could not even call a counter, see
	 * RingLogger. Two threads whose stacks overflow at the same instant may count as one:
	 * a plain increment is all that needs no stack.
	 */
	public final long[] droppedWithoutStack = new long[LevelIndex.LEVELS.size()];

	/** Events that a calling thread has written. */
	public final LongAdder synchronous = new LongAdder();

	/**
	 * Callers that write an event themselves and keep the configuration from stopping.
	 */
	public final AtomicInteger inPlace = new AtomicInteger();

	final LongAdder blocked = new LongAdder();

	final LongAdder blockedNanos = new LongAdder();

	private final LongAdder errors = new LongAdder();

	private final LongAdder[] failed = Stream.generate(LongAdder::new)
		.limit(LevelIndex.LEVELS.size())
		.toArray(LongAdder[]::new);

	// Replaced by any thread on which something fails.
	private volatile @Nullable WriterError lastError;

	/** Reports what a shutdown has lost. */
	public final LossReport losses;

	public RingCounters() {
		this("");
	}

	/**
	 * Create counters.
	 * @param appender the isolated appender that they are for; empty for the main ring
	 */
	public RingCounters(String appender) {
		this.losses = new LossReport(appender, this::dropped);
	}

	public void drop(int level, DropReason reason) {
		this.dropped[level * REASONS.length + reason.ordinal()].increment();
	}

	public void drop(Level level, DropReason reason) {
		drop(LevelIndex.of(level), reason);
	}

	long dropped(int level, DropReason reason) {
		long count = this.dropped[level * REASONS.length + reason.ordinal()].sum();
		return (reason == DropReason.ERROR) ? count + this.droppedWithoutStack[level] : count;
	}

	DropCounts dropped() {
		return DropCounts.of(this::dropped);
	}

	/**
	 * Count an error and keep it. Does not throw.
	 * @param report what failed, or {@code null} when the cause tells it all
	 * @param cause what was thrown
	 */
	public void countError(@Nullable String report, @Nullable Throwable cause) {
		this.errors.increment();
		try {
			this.lastError = new WriterError(Instant.now(), WriterError.describe(report, cause));
		}
		catch (Throwable ex) {
			// The stack is about to overflow, or the heap is full. The error is counted.
		}
	}

	/**
	 * Count an event on which an appender failed, and the error. Does not throw.
	 * @param level the level of the event
	 * @param report what failed, or {@code null} when the cause tells it all
	 * @param cause what was thrown, if anything
	 */
	public void countFailed(Level level, @Nullable String report, @Nullable Throwable cause) {
		this.failed[LevelIndex.of(level)].increment();
		countError(report, cause);
	}

	long failed(Level level) {
		return this.failed[LevelIndex.of(level)].sum();
	}

	long errors() {
		return this.errors.sum();
	}

	@Nullable WriterError lastError() {
		return this.lastError;
	}

}
