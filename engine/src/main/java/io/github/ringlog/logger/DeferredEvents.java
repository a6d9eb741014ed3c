package io.github.ringlog.logger;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import io.github.ringlog.ring.Conditions;
import io.github.ringlog.ring.DropReason;
import io.github.ringlog.ring.EventTarget;
import io.github.ringlog.ring.RingEvent;
import io.github.ringlog.ring.RingStatistics;
import org.jspecify.annotations.Nullable;

/**
 * The events that threads have logged while they wrote another one to the appenders, and
 * are to write next. Such a thread can't wait for a slot, nor write the event at once. If
 * it never comes back from the appender, these events are counted as lost. Any thread may
 * call.
 */
final class DeferredEvents {

	private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

	private final RingStatistics statistics;

	private final Queue<Entry> entries = new ConcurrentLinkedQueue<>();

	private final AtomicInteger size = new AtomicInteger();

	// Set when nobody is to write what is deferred, before that is counted.
	private volatile boolean ended;

	DeferredEvents(RingStatistics statistics) {
		this.statistics = statistics;
	}

	/**
	 * Defer an event until its thread has written the one that it is writing.
	 * @param event the event, which is copied
	 * @param target its target
	 * @return its entry, or {@code null} if logging has ended and the event is counted as
	 * dropped
	 */
	@Nullable Entry add(RingEvent event, EventTarget target) {
		Entry entry = new Entry();
		entry.event.copyFrom(event, target);
		// This comes first, because it may run out of memory: an event that was not added
		// is not counted.
		this.entries.add(entry);
		this.size.incrementAndGet();
		return (this.ended && lose(entry, DropReason.SHUTDOWN)) ? null : entry;
	}

	/**
	 * Remove an event whose fate is settled.
	 */
	void forget(Entry entry) {
		if (this.entries.remove(entry)) {
			this.size.decrementAndGet();
		}
	}

	/**
	 * Count an event as dropped, unless its fate is settled.
	 * @return whether it is counted now
	 */
	boolean lose(Entry entry, DropReason reason) {
		boolean first = entry.settle();
		if (first) {
			this.statistics.drop(entry.event.levelIndex(), reason);
		}
		forget(entry);
		return first;
	}

	/**
	 * Count the events of threads that are stuck in an appender. Others get a moment to
	 * write them.
	 * @return whether there were any
	 */
	boolean loseAll() {
		if (Conditions.await(() -> this.size.get() == 0, GRACE_NANOS)) {
			return false;
		}
		this.entries.forEach((entry) -> lose(entry, DropReason.SHUTDOWN));
		return true;
	}

	/**
	 * Count what is still here and what comes from now on, because the context has
	 * stopped.
	 * @return whether there was any
	 */
	boolean end() {
		this.ended = true;
		return loseAll();
	}

	void beginAgain() {
		this.ended = false;
	}

	/**
	 * Holds an event, and what becomes of it.
	 */
	static final class Entry {

		final RingEvent event = new RingEvent();

		private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);

		/**
		 * Begin to write the event. @return whether its fate was not settled before
		 */
		boolean begin() {
			return this.state.compareAndSet(State.WAITING, State.BEGUN);
		}

		/**
		 * Settle what becomes of the event: it is written or lost. @return whether it was
		 * not settled before
		 */
		boolean settle() {
			return this.state.getAndSet(State.SETTLED) != State.SETTLED;
		}

	}

	private enum State {

		WAITING, BEGUN, SETTLED

	}

}
