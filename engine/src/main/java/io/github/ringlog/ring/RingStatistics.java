package io.github.ringlog.ring;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

import io.github.ringlog.report.WriterError;
import org.apache.logging.log4j.Level;
import org.jspecify.annotations.Nullable;

/**
 * Counts what became of each event that was attempted, and reads the measures of the
 * ring. All other code reads the counts here. Counts never decrease, even when a context
 * is stopped and started again with another ring. Whenever no log call is running: <pre>
 * attempted = written + in the ring + dropped + synchronous
 * published = written + in the ring + dropped from the ring
 * </pre> Events are dropped from the ring if they are still there when the drain timeout
 * of a shutdown ends. The published events are computed as this sum: callers do not count
 * them.
 * <p>
 * Measures of the ring are absent until a ring opens. Any thread may count and read;
 * neither takes a lock, and reading adds no cost to logging threads.
 */
public final class RingStatistics {

	private static final DropReason[] REASONS = DropReason.values();

	private final LongAdder[] dropped = Stream.generate(LongAdder::new)
		.limit((long) LevelIndex.LEVELS.size() * REASONS.length)
		.toArray(LongAdder[]::new);

	/**
	 * Drops with reason ERROR by callers without stack left to call a counter, see
	 * RingLogger. Only a plain increment needs no stack, so two threads whose stacks
	 * overflow at the same instant may count as one.
	 */
	public final long[] droppedWithoutStack = new long[LevelIndex.LEVELS.size()];

	private final LongAdder feedback = new LongAdder();

	private final LongAdder synchronous = new LongAdder();

	/**
	 * The number of callers that are writing an event themselves and keep the
	 * configuration from stopping.
	 */
	public final AtomicInteger inPlace = new AtomicInteger();

	private final LongAdder written = new LongAdder();

	// Events that were published and then dropped.
	private final LongAdder lost = new LongAdder();

	// The highest value read so far, because a counter must never decrease.
	private final AtomicLong published = new AtomicLong();

	private final LongAdder recovered = new LongAdder();

	private final LongAdder blocked = new LongAdder();

	private final LongAdder blockedNanos = new LongAdder();

	// Not adders, because these may allocate: the heap may be full.
	private final AtomicLong errors = new AtomicLong();

	private final AtomicLongArray failed = new AtomicLongArray(LevelIndex.LEVELS.size());

	// By the name of the appender, so that the counts outlive its configuration.
	private final Map<String, LongAdder> discarded = new ConcurrentHashMap<>();

	// Replaced by any thread on which something fails.
	private volatile @Nullable WriterError lastError;

	// Replaced by the thread that opens a ring, read by all.
	private volatile @Nullable Measures ring;

	/**
	 * Measure a ring that opens. The former ring may still be writing.
	 */
	void begin(Measures opened) {
		this.ring = opened;
	}

	/** Count an event that the writer has handed to the appenders. */
	void countWritten() {
		this.written.increment();
	}

	/**
	 * Count an event that was published, and is dropped at a shutdown.
	 * @param level the index of its level
	 */
	void lose(int level) {
		this.lost.increment();
		drop(level, DropReason.SHUTDOWN);
	}

	/**
	 * Count an event that is dropped.
	 * @param level the index of its level
	 * @param reason why
	 */
	public void drop(int level, DropReason reason) {
		this.dropped[level * REASONS.length + reason.ordinal()].increment();
	}

	/**
	 * Count the drop of an event that was logged while writing an event that was itself
	 * logged while writing another one.
	 * @param level the index of its level
	 */
	public void dropFeedback(int level) {
		this.feedback.increment();
		drop(level, DropReason.ERROR);
	}

	/** Count an event that bypasses the ring: a calling thread has written it. */
	public void countSynchronous() {
		this.synchronous.increment();
	}

	/** Count an event of an earlier process that is logged again from its crash log. */
	public void countRecovered() {
		this.recovered.increment();
	}

	/**
	 * Count the time that a caller has waited for a slot.
	 * @param first whether it waits for the first time with this event
	 */
	void countBlocked(long nanos, boolean first) {
		this.blockedNanos.add(nanos);
		this.blocked.add(first ? 1 : 0);
	}

	/**
	 * Count an error and keep it. Does not throw.
	 * @param report what failed, or {@code null} if the cause says it all
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
	 * @param report what failed, or {@code null} if the cause says it all
	 * @param cause what was thrown, if anything
	 */
	public void countFailed(Level level, @Nullable String report, @Nullable Throwable cause) {
		this.failed.incrementAndGet(LevelIndex.of(level));
		countError(report, cause);
	}

	/**
	 * Return the count of events that an appender of Log4j's discards by itself. Log4j
	 * reports neither their level nor their number.
	 * @param appender the name of the appender
	 * @return the counter, to be incremented for each event
	 */
	public LongAdder discardedBy(String appender) {
		LongAdder created = new LongAdder();
		LongAdder former = this.discarded.putIfAbsent(appender, created);
		return (former != null) ? former : created;
	}

	/**
	 * Return the number of slots.
	 * @return the number of slots
	 */
	public OptionalInt capacity() {
		return measure(Measures::capacity);
	}

	/**
	 * Return how many events are in the ring, the one being written included.
	 * @return the number of events, from 0 to the capacity
	 */
	public OptionalInt used() {
		return measure(Measures::used);
	}

	/**
	 * Return how many events were in the ring when it was fullest in the last two
	 * minutes.
	 * @return the number of events, from 0 to the capacity
	 */
	public OptionalInt peak() {
		return measure(Measures::peak);
	}

	/**
	 * Return how many callers wait for a slot.
	 * @return the number of threads
	 */
	public OptionalInt waiting() {
		return measure(Measures::waiting);
	}

	private OptionalInt measure(ToIntFunction<Measures> measure) {
		Measures current = this.ring;
		return (current != null) ? OptionalInt.of(measure.applyAsInt(current)) : OptionalInt.empty();
	}

	/**
	 * Return how many events were put into the ring. Those that are dropped from there
	 * stay counted.
	 * @return the number of events
	 */
	public long published() {
		Measures current = this.ring;
		return this.published.accumulateAndGet((current != null) ? current.published(this::left) : left(), Math::max);
	}

	private long left() {
		return written() + this.lost.sum();
	}

	/**
	 * Return how many events the writer has handed to the appenders, including those on
	 * which an appender failed: see {@link #failed(Level)}.
	 * @return the number of events
	 */
	public long written() {
		return this.written.sum();
	}

	/**
	 * Return how many events were dropped.
	 * @param level one of the six standard levels; an event of a custom level counts as
	 * the more severe of the two around it
	 * @param reason why
	 * @return the number of events
	 */
	public long dropped(Level level, DropReason reason) {
		return dropped(LevelIndex.of(level), reason);
	}

	/**
	 * Return how many events were dropped, of all levels and for all reasons.
	 * @return the number of events
	 */
	public long dropped() {
		return drops().total();
	}

	/**
	 * Return how many events an appender of Log4j's has discarded by itself: an
	 * {@code AsyncAppender} that does not block and whose queue was full.
	 * @param appender the name of the appender
	 * @return the number of events, which count as written
	 */
	public long discarded(String appender) {
		LongAdder count = this.discarded.get(appender);
		return (count != null) ? count.sum() : 0;
	}

	/**
	 * Return how many events were written on the calling thread: by synchronous loggers,
	 * by the synchronous overflow policy, by the writer thread when it reports drops, by
	 * threads of Log4j's own when the ring is full, and before and after the life of the
	 * ring.
	 * @return the number of events
	 */
	public long synchronous() {
		return this.synchronous.sum();
	}

	/**
	 * Return how many events of earlier processes were logged again from a crash log.
	 * They are published and written, too.
	 * @return the number of events
	 */
	public long recovered() {
		return this.recovered.sum();
	}

	/**
	 * Return how many times a caller had to wait for a slot.
	 * @return the number of waits that have ended
	 */
	public long blocked() {
		return this.blocked.sum();
	}

	/**
	 * Return how long callers have waited for a slot, all together.
	 * @return the sum of the waits that have ended
	 */
	public Duration blockedTime() {
		return Duration.ofNanos(this.blockedNanos.sum());
	}

	/**
	 * Return the age of the oldest event that is not yet written.
	 * @return the age, to a millisecond; zero when the ring is empty
	 */
	public Duration writerLag() {
		Measures current = this.ring;
		return (current != null && current.used() > 0) ? Duration.ofMillis(current.lagMillis()) : Duration.ZERO;
	}

	/**
	 * Return the number of events on which a message, an appender, a layout or a filter
	 * failed, on any thread, plus the failures that an appender reported without an
	 * event.
	 * @return the number of errors
	 */
	public long writerErrors() {
		return this.errors.get();
	}

	/**
	 * Return how many events an appender, a layout or a filter failed on, on any thread.
	 * They count as written, too, or as synchronous. An event that two appenders lose
	 * from their buffers counts twice.
	 * @param level one of the six standard levels, as in
	 * {@link #dropped(Level, DropReason)}
	 * @return the number of events
	 */
	public long failed(Level level) {
		return this.failed.get(LevelIndex.of(level));
	}

	/**
	 * Return the last error that {@link #writerErrors()} has counted.
	 * @return the error, or {@code null} if there was none
	 */
	public @Nullable WriterError lastWriterError() {
		return this.lastError;
	}

	/**
	 * Return for how long nothing has been written although there are events in the ring.
	 * When fast appenders become slow, it may include the time of up to 7 written events.
	 * @return the time since the writer last made progress; zero when the ring is empty
	 */
	public Duration stalled() {
		Measures current = this.ring;
		return (current != null && current.used() > 0) ? Duration.ofNanos(current.stalledNanos()) : Duration.ZERO;
	}

	private long dropped(int level, DropReason reason) {
		long count = this.dropped[level * REASONS.length + reason.ordinal()].sum();
		return (reason == DropReason.ERROR) ? count + this.droppedWithoutStack[level] : count;
	}

	DropCounts drops() {
		return new DropCounts(this::dropped);
	}

	long feedback() {
		return this.feedback.sum();
	}

	/**
	 * The live measures of a ring. Any thread may call.
	 */
	interface Measures {

		int capacity();

		/** Return how many slots are taken, including the one being written. */
		int used();

		/** Return the most slots that were taken in the last two minutes. */
		int peak();

		/** Return how many callers wait for a slot. */
		int waiting();

		/**
		 * Return how many events were put into the ring.
		 * @param left returns how many have left it
		 */
		long published(LongSupplier left);

		/** Return the age of the oldest event that is not written. */
		long lagMillis();

		/** Return the time since the writer last made progress. */
		long stalledNanos();

	}

}
