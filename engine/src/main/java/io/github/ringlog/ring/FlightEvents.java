package io.github.ringlog.ring;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import org.jspecify.annotations.Nullable;

/**
 * Begins the two events of the Flight Recorder, which tell what no meter does: who waited
 * for the ring, and when a batch was slow. A Java runtime may come without the recorder;
 * then their classes are not touched. Nor are they before the first recording: the first
 * of them makes the recorder read the metadata of all, which takes tens of milliseconds.
 * Any thread may call.
 */
final class FlightEvents {

	private static final boolean AVAILABLE = ModuleLayer.boot().findModule("jdk.jfr").isPresent();

	private FlightEvents() {
	}

	static @Nullable RingFull beginRingFull() {
		if (!AVAILABLE || !FlightRecorder.isInitialized()) {
			return null;
		}
		RingFull event = new RingFull();
		event.begin();
		return event;
	}

	static @Nullable SlowBatch beginBatch() {
		if (!AVAILABLE || !FlightRecorder.isInitialized()) {
			return null;
		}
		SlowBatch event = new SlowBatch();
		event.begin();
		return event;
	}

	@Name("io.github.ringlog.RingFull")
	@Category("Ringlog")
	@Description("A caller found the ring full and waited for a slot")
	@StackTrace(false)
	static final class RingFull extends Event {

		private @Nullable String logger;

		private @Nullable String level;

		@Description("Whether the event came into the ring. If not, it was dropped or written on the calling thread")
		private boolean published;

		/**
		 * Record the wait. Does not throw: what the caller logs is accounted for.
		 */
		void end(RingEvent source, boolean hasSlot) {
			try {
				this.logger = source.getLoggerName();
				this.level = source.getLevel().name();
				this.published = hasSlot;
				commit();
			}
			catch (Throwable ex) {
				// The wait is counted nevertheless.
			}
		}

	}

	@Name("io.github.ringlog.SlowBatch")
	@Category("Ringlog")
	@Description("The appenders took long to write the events that were in the ring")
	@StackTrace(false)
	@Threshold("20 ms")
	static final class SlowBatch extends Event {

		private long events;

		void end(long count) {
			this.events = count;
			commit();
		}

	}

}
