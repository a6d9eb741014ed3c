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
 * An event that Log4j has made, and that the appenders get as it is. The ring carries it
 * beside what it copies of it.
 */
public final class LoggedEvent implements EventRoute {

	private static final ThreadLocal<@Nullable Scope> SCOPE = new ThreadLocal<>();

	private final LogEvent event;

	private final @Nullable AppenderChain chain;

	// Those that Log4j's methods have led to. Filled by the caller before it offers the
	// event to the ring, which orders it before the writer's reading. Null if the writer
	// has to find them.
	private @Nullable List<Runnable> targets;

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
	 * Find those that the event is for, on the thread on which agents expect Log4j's
	 * methods to be called: that of the caller.
	 * @param counted the event that the ring counts
	 * @param logger calls Log4j's methods
	 */
	void findTargets(RingEvent counted, Consumer<LogEvent> logger) {
		List<Runnable> found = new ArrayList<>();
		this.targets = found;
		within(new Scope(counted, found), () -> logger.accept(this.event));
	}

	/**
	 * Hand an event to what Log4j's methods have led to: at once, or when the writer
	 * comes to it.
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
	 * Deliver the event to the appenders. A failure is noted in the one that the ring
	 * counts.
	 * @param counted the event of the ring
	 * @param to the way that stands
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
	 * Return what appenders get whose logger does not include the location that others
	 * need.
	 */
	static LogEvent withoutLocation(LogEvent event) {
		return (event.getSource() == null) ? event
				: new Log4jLogEvent.Builder(event).setSource(null).setIncludeLocation(false).build();
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
		Scope scope = SCOPE.get();
		RingEvent outer = (scope != null) ? scope.counted : null;
		RingEvent counted = (event instanceof RingEvent changing) ? changing : outer;
		return counted == null || counted.noteFailure(null);
	}

	/**
	 * What this thread does with an event.
	 *
	 * @param counted the event that the ring counts
	 * @param found those that it is for, as long as they are looked for
	 */
	private record Scope(RingEvent counted, @Nullable List<Runnable> found) {

	}

}
