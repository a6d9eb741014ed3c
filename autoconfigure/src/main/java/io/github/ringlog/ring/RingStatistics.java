package io.github.ringlog.ring;

import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

import org.apache.logging.log4j.Level;
import org.jspecify.annotations.Nullable;

/**
 * The counts and measures of the engine, read live. The counters only grow, through
 * reconfiguration and restart; at every moment at which nobody logs, <pre>
 * attempted = published + dropped + synchronous
 * published = written + in the ring
 * </pre> An event that is still in the ring when the drain timeout of a shutdown ends is
 * taken out of what was published and counted as dropped.
 * <p>
 * Measures of the ring are absent as long as there is none. All methods may be called
 * from any thread, take no lock, and add no cost to logging threads.
 */
public final class RingStatistics {

	private final RingCounters counters;

	// Replaced as a whole by the thread that starts a ring, read by all.
	private volatile Rings rings = new Rings(null, 0, 0);

	public RingStatistics(RingCounters counters) {
		this.counters = counters;
	}

	/**
	 * Measure a new ring from now on. The counts of those before it stay.
	 * @param ring the new ring
	 */
	public void replaceRing(LogRing ring) {
		this.rings = new Rings(ring, published(), written());
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
		LogRing ring = ring();
		return (ring != null) ? OptionalInt.of(ring.buffer().getBufferSize()) : OptionalInt.empty();
	}

	/**
	 * Return how many events are in the ring, including the one being written.
	 * @return the number of events, from 0 to the capacity
	 */
	public OptionalInt used() {
		LogRing ring = ring();
		return (ring != null) ? OptionalInt.of(ring.used()) : OptionalInt.empty();
	}

	/**
	 * Return how full the ring is.
	 * @return the ratio of used slots, from 0 to 1
	 */
	public OptionalDouble fill() {
		LogRing ring = ring();
		return (ring != null) ? OptionalDouble.of((double) ring.used() / ring.buffer().getBufferSize())
				: OptionalDouble.empty();
	}

	/**
	 * Return how many events were in the ring when it was fullest in the last two
	 * minutes.
	 * @return the number of events, from 0 to the capacity
	 */
	public OptionalInt peak() {
		LogRing ring = ring();
		return (ring != null) ? OptionalInt.of(Math.max(ring.writer().pulse().peak(System.nanoTime()), ring.used()))
				: OptionalInt.empty();
	}

	/**
	 * Return the estimated memory that large events in the ring hold.
	 * @return the number of bytes
	 */
	public OptionalLong heldBytes() {
		LogRing ring = ring();
		return (ring != null) ? OptionalLong.of(ring.heldBytes()) : OptionalLong.empty();
	}

	/**
	 * Return how many events were put into the ring. While a ring closes, a slot that was
	 * claimed too late counts for an instant.
	 * @return the number of events
	 */
	public long published() {
		Rings current = this.rings;
		return current.publishedBefore + ((current.ring != null) ? current.ring.published() : 0);
	}

	/**
	 * Return how many events the writer has handed to the appenders, including those on
	 * which an appender failed: see {@link #failed(Level)}.
	 * @return the number of events
	 */
	public long written() {
		Rings current = this.rings;
		return current.writtenBefore + ((current.ring != null) ? current.ring.writer().written() : 0);
	}

	/**
	 * Return how many events were dropped.
	 * @param level one of the six standard levels; an event of a custom level counts as
	 * the more severe of the two around it
	 * @param reason why
	 * @return the number of events
	 */
	public long dropped(Level level, DropReason reason) {
		return this.counters.dropped(LevelIndex.of(level), reason);
	}

	/**
	 * Return how many events were dropped, of all levels and for all reasons.
	 * @return the number of events
	 */
	public long dropped() {
		return this.counters.dropped().total();
	}

	/**
	 * Return how many events were written on the calling thread: by synchronous loggers,
	 * by the synchronous overflow policy, by the writer thread itself, by other threads
	 * of Log4j's own when the ring is full, and before and after the life of the ring.
	 * @return the number of events
	 */
	public long synchronous() {
		return this.counters.synchronous.sum();
	}

	/**
	 * Return how many times a caller had to wait for a slot.
	 * @return the number of waits that have ended
	 */
	public long blocked() {
		return this.counters.blocked.sum();
	}

	/**
	 * Return how long callers have waited for a slot, all together.
	 * @return the sum of the waits that have ended
	 */
	public Duration blockedTime() {
		return Duration.ofNanos(this.counters.blockedNanos.sum());
	}

	/**
	 * Return the age of the oldest event that is not yet written.
	 * @return the age, to a millisecond; zero when the ring is empty
	 */
	public Duration writerLag() {
		LogRing ring = ring();
		return (ring != null && ring.used() > 0)
				? Duration.ofMillis(ring.writer().lagMillis(System.currentTimeMillis())) : Duration.ZERO;
	}

	/**
	 * Return the number of events on which a message, an appender, a layout or a filter
	 * failed, on any thread, plus the failures that an appender reported without an
	 * event.
	 * @return the number of errors
	 */
	public long writerErrors() {
		return this.counters.errors();
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
		return this.counters.failed(level);
	}

	/**
	 * Return the last of these errors.
	 * @return the error, or {@code null} when there was none
	 */
	public @Nullable WriterError lastWriterError() {
		return this.counters.lastError();
	}

	/**
	 * Return for how long nothing has been written although there are events in the ring.
	 * When fast appenders become slow, it may include the time of up to 7 written events.
	 * @return the time since the writer last got on with it; zero when the ring is empty
	 */
	public Duration stalled() {
		LogRing ring = ring();
		return (ring != null && ring.used() > 0)
				? Duration.ofNanos(ring.writer().pulse().sinceActive(System.nanoTime())) : Duration.ZERO;
	}

	private @Nullable LogRing ring() {
		return this.rings.ring;
	}

	/**
	 * Holds the ring, and the counts of those before it. Immutable, so that a reader
	 * never adds a ring to itself.
	 */
	private record Rings(@Nullable LogRing ring, long publishedBefore, long writtenBefore) {
	}

}
