package io.github.ringlog.delivery;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import io.github.ringlog.ring.EventRoute;
import io.github.ringlog.ring.EventSnapshot;
import io.github.ringlog.ring.RingEvent;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.jspecify.annotations.Nullable;

/**
 * An event that Log4j has created and that the appenders get as it is. The ring carries
 * it in addition to its own copy.
 */
public final class LoggedEvent implements EventRoute {

	private static final ThreadLocal<@Nullable Scope> SCOPE = new ThreadLocal<>();

	private final LogEvent event;

	private final @Nullable AppenderChain chain;

	// The targets that Log4j's methods have found. Filled by the caller before it offers
	// the event to the ring; the publication orders this before the writer's reads. Null
	// if the writer has to find them.
	private @Nullable List<Runnable> targets;

	/**
	 * Create an event to be carried by a ring.
	 * @param event the event, which no longer changes
	 * @param chain the chain when it was accepted, or {@code null} in the ring of an
	 * appender
	 */
	public LoggedEvent(LogEvent event, @Nullable AppenderChain chain) {
		this.event = event;
		this.chain = chain;
	}

	/**
	 * Return the chain of appenders.
	 * @return the chain when the event was accepted, or {@code null} in the ring of an
	 * appender
	 */
	public @Nullable AppenderChain chain() {
		return this.chain;
	}

	/**
	 * Find the targets of the event on the calling thread, where agents expect Log4j's
	 * methods to be called.
	 * @param counted the event that the ring counts
	 * @param logger calls Log4j's methods
	 */
	void findTargets(RingEvent counted, Consumer<LogEvent> logger) {
		List<Runnable> found = new ArrayList<>();
		this.targets = found;
		within(new Scope(counted, found), () -> logger.accept(this.event));
	}

	/**
	 * Hand an event to a target that Log4j's methods have found: at once or, while
	 * targets are being collected, later on the writer.
	 */
	static void reach(LogEvent event, Consumer<LogEvent> target) {
		Scope scope = SCOPE.get();
		if (scope != null && scope.found != null) {
			scope.found.add(() -> target.accept(event));
		}
		else {
			target.accept(event);
		}
	}

	/**
	 * Deliver the event to the appenders. A failure is noted in the event that the ring
	 * counts.
	 * @param counted the event of the ring
	 * @param to the chain to deliver to
	 */
	public void deliver(RingEvent counted, AppenderChain to) {
		List<Runnable> found = this.targets;
		if (found != null && to == this.chain) {
			within(new Scope(counted, null), () -> found.forEach(Runnable::run));
		}
		else {
			deliver(counted, to::deliver);
		}
	}

	void deliver(RingEvent counted, Consumer<LogEvent> delivery) {
		within(new Scope(counted, null), () -> delivery.accept(this.event));
	}

	private static void within(Scope scope, Runnable task) {
		Scope outer = SCOPE.get();
		SCOPE.set(scope);
		try {
			task.run();
		}
		finally {
			if (outer != null) {
				SCOPE.set(outer);
			}
			else {
				SCOPE.remove();
			}
		}
	}

	/**
	 * Return the event for appenders whose logger does not include the location that
	 * other appenders need.
	 */
	static LogEvent withoutLocation(LogEvent event) {
		return (event.getSource() == null) ? event
				: new Log4jLogEvent.Builder(event).setSource(null).setIncludeLocation(false).build();
	}

	/**
	 * Note that an appender has failed on an event.
	 * @param event the event that the appender got
	 * @return whether it is the first failure, as far as is known
	 */
	static boolean noteFailure(LogEvent event) {
		if (event instanceof EventSnapshot snapshot) {
			return snapshot.noteFailure();
		}
		Scope scope = SCOPE.get();
		RingEvent outer = (scope != null) ? scope.counted : null;
		RingEvent counted = (event instanceof RingEvent changing) ? changing : outer;
		return counted == null || counted.noteFailure(null);
	}

	/**
	 * The event that the current thread is handling.
	 *
	 * @param counted the event that the ring counts
	 * @param found the targets found so far, or {@code null} if they are not being
	 * collected
	 */
	private record Scope(RingEvent counted, @Nullable List<Runnable> found) {

	}

}
