package io.github.ringlog.ring;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

import org.apache.logging.log4j.Level;
import org.jspecify.annotations.Nullable;

/**
 * The law of conservation in figures: what became of each event that was attempted. All
 * others read it here. The counts only grow, through the rings of a context that is
 * stopped and started again; at every moment at which nobody logs, <pre>
 * attempted = published + dropped + synchronous
 * published = written + in the ring
 * </pre> A ring counts by itself what is published and written; a slot that is voided is
 * not published. All else is counted here. Any thread adds, any thread reads, and neither
 * takes a lock.
 */
public final class Ledger {

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

	private final LongAdder feedback = new LongAdder();

	/** Events that went beside the ring: a calling thread has written them. */
	public final LongAdder synchronous = new LongAdder();

	/**
	 * Callers that write an event themselves and keep the configuration from stopping.
	 */
	public final AtomicInteger inPlace = new AtomicInteger();

	final LongAdder blocked = new LongAdder();

	final LongAdder blockedNanos = new LongAdder();

	// To count these takes no memory: the heap may be full.
	private final AtomicLong errors = new AtomicLong();

	private final AtomicLongArray failed = new AtomicLongArray(LevelIndex.LEVELS.size());

	// By the name of the appender, so that the counts outlive its configuration.
	private final Map<String, LongAdder> discarded = new ConcurrentHashMap<>();

	// Replaced by any thread on which something fails.
	private volatile @Nullable WriterError lastError;

	// Replaced as a whole by the threads that open and close rings, read by all.
	private volatile Rings rings = new Rings(List.of(), 0, 0);

	/**
	 * Count a ring that opens, live. One that closes may still write.
	 */
	synchronized void begin(RingCounts counts) {
		Rings former = this.rings;
		this.rings = new Rings(Stream.concat(former.live.stream(), Stream.of(counts)).toList(), former.published,
				former.written);
	}

	/**
	 * Keep the counts of a ring that is closed and whose writer has ended, without the
	 * ring. All that was published is written then, or counted as dropped: its own count
	 * may still have a slot in it that a caller claims too late.
	 */
	synchronized void end(RingCounts counts) {
		Rings former = this.rings;
		long written = counts.written.getAsLong();
		this.rings = new Rings(former.live.stream().filter((live) -> live != counts).toList(),
				former.published + written, former.written + written);
	}

	long published() {
		Rings current = this.rings;
		return current.published + current.live.stream().mapToLong((ring) -> ring.published.getAsLong()).sum();
	}

	long written() {
		Rings current = this.rings;
		return current.written + current.live.stream().mapToLong((ring) -> ring.written.getAsLong()).sum();
	}

	public void drop(int level, DropReason reason) {
		this.dropped[level * REASONS.length + reason.ordinal()].increment();
	}

	public void drop(Level level, DropReason reason) {
		drop(LevelIndex.of(level), reason);
	}

	/**
	 * Drop an event that was logged while another one was written that was itself logged
	 * so.
	 * @param level the index of its level
	 */
	public void dropFeedback(int level) {
		this.feedback.increment();
		drop(level, DropReason.ERROR);
	}

	long feedback() {
		return this.feedback.sum();
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
		this.errors.incrementAndGet();
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
		this.failed.incrementAndGet(LevelIndex.of(level));
		countError(report, cause);
	}

	/**
	 * Return the count of events that an appender of Log4j's discards by itself. Log4j
	 * tells neither their level nor their number.
	 * @param appender the name of the appender
	 * @return the count, to be raised by one with each event
	 */
	public LongAdder discarded(String appender) {
		LongAdder created = new LongAdder();
		LongAdder former = this.discarded.putIfAbsent(appender, created);
		return (former != null) ? former : created;
	}

	long failed(Level level) {
		return this.failed.get(LevelIndex.of(level));
	}

	long errors() {
		return this.errors.get();
	}

	@Nullable WriterError lastError() {
		return this.lastError;
	}

	/**
	 * The counts of a ring, live.
	 *
	 * @param published how many events were put into it
	 * @param written how many of them its writer has handed to the appenders
	 */
	record RingCounts(LongSupplier published, LongSupplier written) {
	}

	/**
	 * Holds the rings that are not closed, and the counts of those that are. Immutable.
	 */
	private record Rings(List<RingCounts> live, long published, long written) {
	}

}
