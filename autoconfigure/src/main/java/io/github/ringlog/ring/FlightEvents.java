package io.github.ringlog.ring;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import org.jspecify.annotations.Nullable;

/**
 * Records the work of the engine with the Flight Recorder. Costs almost nothing while no
 * recording runs. Touches no class of the recorder in a Java runtime that was linked
 * without it, so callers ask here for an event and hold it by its own type. One event of
 * each type is never committed and only tells whether the type is recorded, because a new
 * one for each question would be garbage. Any thread may call.
 */
public final class FlightEvents {

	private static final boolean AVAILABLE = ModuleLayer.boot().findModule("jdk.jfr").isPresent();

	private FlightEvents() {
	}

	/**
	 * Whether there may be a recording. Until then the types of the events are not
	 * touched: with the first of them the recorder reads the metadata of all types, which
	 * takes tens of milliseconds.
	 */
	private static boolean isUsed() {
		return AVAILABLE && FlightRecorder.isInitialized();
	}

	/**
	 * Begin the wait of a caller.
	 * @return the event, or {@code null} when nobody records it
	 */
	public static @Nullable RingFull beginRingFull() {
		if (isUsed() && RingFull.PROBE.isEnabled()) {
			RingFull event = new RingFull();
			event.begin();
			return event;
		}
		return null;
	}

	/**
	 * Begin a batch of the writer.
	 * @return the event, or {@code null} when nobody records it
	 */
	public static @Nullable SlowBatch beginBatch() {
		if (isUsed() && SlowBatch.PROBE.isEnabled()) {
			SlowBatch event = new SlowBatch();
			event.begin();
			return event;
		}
		return null;
	}

	/**
	 * Records that a caller waited for a slot.
	 */
	@Name("io.github.ringlog.RingFull")
	@Label("Ring Full")
	@Category("Ringlog")
	@Description("A caller found the ring full and waited for a slot. The duration is the time it waited")
	@StackTrace(false)
	public static final class RingFull extends Event {

		private static final RingFull PROBE = new RingFull();

		@Label("Logger")
		private @Nullable String logger;

		@Label("Level")
		private @Nullable String level;

		@Label("Published")
		@Description("Whether the event was put into the ring. If not, it was dropped or written on the calling thread")
		private boolean published;

		/**
		 * Record the wait. Does not throw, because the log event is already published,
		 * written or dropped.
		 * @param loggerName the logger
		 * @param levelName the level
		 * @param hasSlot whether the event came into the ring
		 */
		public void end(String loggerName, String levelName, boolean hasSlot) {
			try {
				end();
				this.logger = loggerName;
				this.level = levelName;
				this.published = hasSlot;
				commit();
			}
			catch (Throwable ex) {
				// The wait is counted nevertheless.
			}
		}

	}

	/**
	 * Records a batch that took the appenders long.
	 */
	@Name("io.github.ringlog.SlowBatch")
	@Label("Slow Batch")
	@Category("Ringlog")
	@Description("The appenders took long to write a batch: the events that were in the ring when the writer looked")
	@StackTrace(false)
	@Threshold("20 ms")
	public static final class SlowBatch extends Event {

		private static final SlowBatch PROBE = new SlowBatch();

		@Label("Events")
		private long events;

		/**
		 * Record the batch, if it was slow.
		 * @param count the number of events
		 */
		public void end(long count) {
			end();
			if (shouldCommit()) {
				this.events = count;
				commit();
			}
		}

	}

}
