package io.github.ringlog.engine;

import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;

import org.apache.logging.log4j.Level;
import org.jspecify.annotations.Nullable;

/**
 * What the engine counts and measures, read live. The counters only grow, through
 * reconfiguration and restart; at every moment at which nobody logs, <pre>
 * attempted = published + dropped + synchronous
 * published = written + in the ring
 * </pre> An event that is still in the ring when the drain timeout of a shutdown ends is
 * taken out of what was published and counted as dropped.
 * <p>
 * What describes the ring is absent as long as there is none. All methods may be called
 * from any thread, take no lock, and cost those who log nothing.
 */
public final class RingStatistics {

	private final RingLoggerContext context;

	RingStatistics(RingLoggerContext context) {
		this.context = context;
	}

	/**
	 * Return the levels by which dropped events are counted.
	 * @return the six standard levels, the most severe first
	 */
	public static List<Level> levels() {
		return Severity.LEVELS;
	}

	/**
	 * Return the number of slots.
	 * @return the number of slots
	 */
	public OptionalInt capacity() {
		RingMeasures ring = ring();
		return (ring != null) ? OptionalInt.of(ring.capacity()) : OptionalInt.empty();
	}

	/**
	 * Return how many events are in the ring, the one being written included.
	 * @return the number of events, from 0 to the capacity
	 */
	public OptionalInt used() {
		RingMeasures ring = ring();
		return (ring != null) ? OptionalInt.of(ring.used()) : OptionalInt.empty();
	}

	/**
	 * Return how full the ring is.
	 * @return the ratio of used slots, from 0 to 1
	 */
	public OptionalDouble fill() {
		RingMeasures ring = ring();
		return (ring != null) ? OptionalDouble.of((double) ring.used() / ring.capacity()) : OptionalDouble.empty();
	}

	/**
	 * Return how many events were in the ring when it was fullest in the last two
	 * minutes.
	 * @return the number of events, from 0 to the capacity
	 */
	public OptionalInt peak() {
		RingMeasures ring = ring();
		return (ring != null) ? OptionalInt.of(ring.peak(System.nanoTime())) : OptionalInt.empty();
	}

	/**
	 * Return how many events were put into the ring. While a ring closes, a slot that was
	 * claimed too late counts for an instant.
	 * @return the number of events
	 */
	public long published() {
		return this.context.rings().published();
	}

	/**
	 * Return how many events the writer has handed to the appenders, those included that
	 * an appender failed on: see {@link #writerErrors()}.
	 * @return the number of events
	 */
	public long written() {
		return this.context.rings().written();
	}

	/**
	 * Return how many events were dropped.
	 * @param level one of the six standard levels; an event of a custom level counts as
	 * the more severe of the two around it
	 * @param reason why
	 * @return the number of events
	 */
	public long dropped(Level level, DropReason reason) {
		return this.context.counters().dropped(Severity.of(level), reason);
	}

	/**
	 * Return how many events were dropped, of all levels and for all reasons.
	 * @return the number of events
	 */
	public long dropped() {
		return DropSummary.total(this.context.counters().dropped());
	}

	/**
	 * Return how many events were written on the calling thread: by synchronous loggers,
	 * by the synchronous overflow policy, by the writer thread itself, by other threads
	 * of Log4j's own when the ring is full, and before and after the life of the ring.
	 * @return the number of events
	 */
	public long synchronous() {
		return this.context.counters().synchronous.sum();
	}

	/**
	 * Return how many times a caller had to wait for a slot.
	 * @return the number of waits that have ended
	 */
	public long blocked() {
		return this.context.counters().blocked.sum();
	}

	/**
	 * Return how long callers have waited for a slot, all together.
	 * @return the sum of the waits that have ended
	 */
	public Duration blockedTime() {
		return Duration.ofNanos(this.context.counters().blockedNanos.sum());
	}

	/**
	 * Return the age of the oldest event that is not yet written.
	 * @return the age, to a millisecond; zero when the ring is empty
	 */
	public Duration writerLag() {
		RingMeasures ring = ring();
		return (ring != null) ? Duration.ofMillis(ring.lagMillis(System.currentTimeMillis())) : Duration.ZERO;
	}

	/**
	 * Return how many events a message, an appender, a layout or a filter failed on, on
	 * whichever thread, and failures that an appender reported without an event.
	 * @return the number of errors
	 */
	public long writerErrors() {
		return this.context.counters().errors();
	}

	/**
	 * Return the last of these errors.
	 * @return the error, or {@code null} when there was none
	 */
	public @Nullable WriterError lastWriterError() {
		return this.context.counters().lastError();
	}

	/**
	 * Return for how long nothing has been written although there are events in the ring.
	 * While appenders that were fast become slow, it may reckon in up to 7 events that
	 * were written.
	 * @return the time since the writer last got on with it; zero when the ring is empty
	 */
	public Duration stalled() {
		RingMeasures ring = ring();
		return (ring != null) ? Duration.ofNanos(ring.stalledNanos(System.nanoTime())) : Duration.ZERO;
	}

	private @Nullable RingMeasures ring() {
		LogRing ring = this.context.ring();
		return (ring != null) ? ring.measures() : null;
	}

}
