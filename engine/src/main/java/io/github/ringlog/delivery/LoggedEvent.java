package io.github.ringlog.delivery;

import java.util.function.Consumer;

import io.github.ringlog.ring.EventRoute;
import io.github.ringlog.ring.EventSnapshot;
import io.github.ringlog.ring.RingEvent;
import org.apache.logging.log4j.core.LogEvent;
import org.jspecify.annotations.Nullable;

/**
 * An event that Log4j has made, and that the appenders get as it is. The ring carries it
 * beside what it copies of it. Immutable.
 */
public final class LoggedEvent implements EventRoute {

	private static final ThreadLocal<@Nullable RingEvent> WRITTEN = new ThreadLocal<>();

	private final LogEvent event;

	private final @Nullable AppenderChain chain;

	/**
	 * Create.
	 * @param event the event, which does not change any more
	 * @param chain the way that stood when it was accepted, or {@code null} if its ring
	 * is that of an appender
	 */
	public LoggedEvent(LogEvent event, @Nullable AppenderChain chain) {
		this.event = event;
		this.chain = chain;
	}

	/**
	 * Return the way to the appenders.
	 * @return the way that stood when the event was accepted
	 */
	public @Nullable AppenderChain chain() {
		return this.chain;
	}

	/**
	 * Deliver the event. A failure is noted in the one that the ring counts.
	 * @param counted the event of the ring
	 * @param delivery gets this one
	 */
	public void deliver(RingEvent counted, Consumer<LogEvent> delivery) {
		RingEvent outer = WRITTEN.get();
		WRITTEN.set(counted);
		try {
			delivery.accept(this.event);
		}
		finally {
			if (outer != null) {
				WRITTEN.set(outer);
			}
			else {
				WRITTEN.remove();
			}
		}
	}

	/**
	 * Note that an appender has failed on an event.
	 * @param event what the appender had
	 * @return whether it is the first failure, as far as is known
	 */
	static boolean noteFailure(LogEvent event) {
		if (event instanceof EventSnapshot snapshot) {
			return snapshot.noteFailure();
		}
		RingEvent counted = (event instanceof RingEvent changing) ? changing : WRITTEN.get();
		return counted == null || counted.noteFailure(null);
	}

}
