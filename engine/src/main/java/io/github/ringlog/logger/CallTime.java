package io.github.ringlog.logger;

import io.github.ringlog.ring.RingStatistics;
import org.apache.logging.log4j.core.time.MutableInstant;
import org.apache.logging.log4j.core.util.Clock;
import org.apache.logging.log4j.core.util.NanoClock;
import org.apache.logging.log4j.core.util.SystemClock;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.TimestampMessage;
import org.jspecify.annotations.Nullable;

/**
 * The time of log calls: from the message, the user's clock, or the system. A failure of
 * the user's code is counted, and the event gets another time. Any thread may use it.
 */
final class CallTime {

	private static final String FAILED = "A time could not be read";

	private final Clock clock;

	// Replaces Log4j's default clock; null if the user chose a clock.
	private final @Nullable PreciseTime precise;

	CallTime(Clock clock) {
		this.clock = clock;
		this.precise = (clock instanceof SystemClock) ? new PreciseTime() : null;
	}

	/**
	 * Read the time of a log call. As in Log4j, the user's clock is not read if the
	 * message has its own time.
	 * @param instant takes the time
	 * @param message the message, or {@code null} if there is only a text
	 * @return the time in milliseconds since the epoch
	 */
	long read(MutableInstant instant, @Nullable Message message, RingStatistics statistics) {
		if (this.precise != null) {
			this.precise.read(instant);
		}
		else if (message instanceof TimestampMessage || !tryRead(this.clock, instant, statistics)) {
			instant.initFromEpochMilli(System.currentTimeMillis(), 0);
		}
		return instant.getEpochMillisecond();
	}

	private static boolean tryRead(Clock clock, MutableInstant instant, RingStatistics statistics) {
		try {
			instant.initFrom(clock);
			return true;
		}
		catch (Throwable ex) {
			statistics.countError(FAILED, ex);
			return false;
		}
	}

	/**
	 * Replace the time of a log call by the time of its message, if it has one.
	 */
	void readOf(Message message, MutableInstant instant, RingStatistics statistics) {
		if (message instanceof TimestampMessage timestamped) {
			try {
				instant.initFromEpochMilli(timestamped.getTimestamp(), 0);
			}
			catch (Throwable ex) {
				statistics.countError(FAILED, ex);
			}
		}
	}

	static long nanoTime(NanoClock clock, RingStatistics statistics) {
		try {
			return clock.nanoTime();
		}
		catch (Throwable ex) {
			statistics.countError(FAILED, ex);
			return System.nanoTime();
		}
	}

}
