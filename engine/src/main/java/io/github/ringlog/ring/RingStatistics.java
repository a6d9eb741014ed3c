package io.github.ringlog.ring;

import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;

import org.apache.logging.log4j.Level;
import org.jspecify.annotations.Nullable;

/**
 * The counts of a {@link Ledger} and the measures of its ring, read live. An event that
 * is still in the ring when the drain timeout of a shutdown ends is taken out of what was
 * published and counted as dropped.
 * <p>
 * Measures of the ring are absent as long as there is none. All methods may be called
 * from any thread, take no lock, and add no cost to logging threads.
 */
public final class RingStatistics {

	private final Ledger ledger;

	// Replaced by the thread that starts a ring, read by all.
	private volatile @Nullable Ring ring;

	public RingStatistics(Ledger ledger) {
		this.ledger = ledger;
	}

	/**
	 * Measure a new ring from now on.
	 * @param newRing the new ring
	 */
	public void replaceRing(Ring newRing) {
		this.ring = newRing;
	}

	/**
	 * Return the levels by which dropped events are counted.
	 * @return the six standard levels, the most severe first
	 */
	public static List<Level> levels() {
		return LevelIndex.LEVELS;
	}

	/**
	 * Return the number of slots.
	 * @return the number of slots
	 */
	public OptionalInt capacity() {
		Ring current = this.ring;
		return (current != null) ? OptionalInt.of(current.buffer().getBufferSize()) : OptionalInt.empty();
	}

	/**
	 * Return how many slots of the ring are taken: by an event each, the one being
	 * written included. A large event takes several.
	 * @return the number of slots, from 0 to the capacity
	 */
	public OptionalInt used() {
		Ring current = this.ring;
		return (current != null) ? OptionalInt.of(current.used()) : OptionalInt.empty();
	}

	/**
	 * Return how full the ring is.
	 * @return the ratio of used slots, from 0 to 1
	 */
	public OptionalDouble fill() {
		Ring current = this.ring;
		return (current != null) ? OptionalDouble.of((double) current.used() / current.buffer().getBufferSize())
				: OptionalDouble.empty();
	}

	/**
	 * Return how many events were in the ring when it was fullest in the last two
	 * minutes.
	 * @return the number of events, from 0 to the capacity
	 */
	public OptionalInt peak() {
		Ring current = this.ring;
		return (current != null)
				? OptionalInt.of(Math.max(current.writer().pulse().peak(System.nanoTime()), current.used()))
				: OptionalInt.empty();
	}

	/**
	 * Return how many callers wait for a slot.
	 * @return the number of threads
	 */
	public OptionalInt waiting() {
		Ring current = this.ring;
		return (current != null) ? OptionalInt.of(current.waiting()) : OptionalInt.empty();
	}

	/**
	 * Return how many events were put into the ring. A slot without an event counts for
	 * an instant: one that is claimed while the ring closes, or beside that of a large
	 * event.
	 * @return the number of events
	 */
	public long published() {
		return this.ledger.published();
	}

	/**
	 * Return how many events the writer has handed to the appenders, including those on
	 * which an appender failed: see {@link #failed(Level)}.
	 * @return the number of events
	 */
	public long written() {
		return this.ledger.written();
	}

	/**
	 * Return how many events were dropped.
	 * @param level one of the six standard levels; an event of a custom level counts as
	 * the more severe of the two around it
	 * @param reason why
	 * @return the number of events
	 */
	public long dropped(Level level, DropReason reason) {
		return this.ledger.dropped(LevelIndex.of(level), reason);
	}

	/**
	 * Return how many events were dropped, of all levels and for all reasons.
	 * @return the number of events
	 */
	public long dropped() {
		return this.ledger.dropped().total();
	}

	/**
	 * Return how many events an appender of Log4j's has discarded by itself: an
	 * {@code AsyncAppender} that does not block and whose queue was full.
	 * @param appender the name of the appender
	 * @return the number of events, which count as written
	 */
	public long discarded(String appender) {
		return this.ledger.discarded(appender).sum();
	}

	/**
	 * Return how many events were written on the calling thread: by synchronous loggers,
	 * by the synchronous overflow policy, by the writer thread when it reports drops or
	 * an appender logs, by threads of Log4j's own when the ring is full, and before and
	 * after the life of the ring.
	 * @return the number of events
	 */
	public long synchronous() {
		return this.ledger.synchronous.sum();
	}

	/**
	 * Return how many times a caller had to wait for a slot.
	 * @return the number of waits that have ended
	 */
	public long blocked() {
		return this.ledger.blocked.sum();
	}

	/**
	 * Return how long callers have waited for a slot, all together.
	 * @return the sum of the waits that have ended
	 */
	public Duration blockedTime() {
		return Duration.ofNanos(this.ledger.blockedNanos.sum());
	}

	/**
	 * Return the age of the oldest event that is not yet written.
	 * @return the age, to a millisecond; zero when the ring is empty
	 */
	public Duration writerLag() {
		Ring current = this.ring;
		return (current != null && current.used() > 0)
				? Duration.ofMillis(current.lagMillis(System.currentTimeMillis())) : Duration.ZERO;
	}

	/**
	 * Return the number of events on which a message, an appender, a layout or a filter
	 * failed, on any thread, plus the failures that an appender reported without an
	 * event.
	 * @return the number of errors
	 */
	public long writerErrors() {
		return this.ledger.errors();
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
		return this.ledger.failed(level);
	}

	/**
	 * Return the last of these errors.
	 * @return the error, or {@code null} when there was none
	 */
	public @Nullable WriterError lastWriterError() {
		return this.ledger.lastError();
	}

	/**
	 * Return for how long nothing has been written although there are events in the ring.
	 * When fast appenders become slow, it may include the time of up to 7 written events.
	 * @return the time since the writer last got on with it; zero when the ring is empty
	 */
	public Duration stalled() {
		Ring current = this.ring;
		return (current != null && current.used() > 0)
				? Duration.ofNanos(current.writer().pulse().sinceActive(System.nanoTime())) : Duration.ZERO;
	}

}
