package io.github.ringlog.logger;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import io.github.ringlog.ring.EventTarget;
import io.github.ringlog.ring.RingEvent;

/**
 * The events that threads have logged while they wrote another one to the appenders, and
 * are to write next. Such a thread can't wait for a slot, nor write the event at once. If
 * it never comes back from the appender, the context counts these events as lost. Any
 * thread may add.
 */
final class DeferredEvents {

	private final Queue<Entry> entries = new ConcurrentLinkedQueue<>();

	private final AtomicInteger size = new AtomicInteger();

	/**
	 * Add an event.
	 * @param event the event, which is copied
	 * @param target its target
	 * @return its entry
	 */
	Entry add(RingEvent event, EventTarget target) {
		Entry entry = new Entry();
		entry.event.copyFrom(event, target);
		// This comes first, because it may run out of memory: an event that was not added
		// is not counted.
		this.entries.add(entry);
		this.size.incrementAndGet();
		return entry;
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
	 * Take over the events that are not written.
	 * @param lost takes each
	 */
	void abandon(Consumer<RingEvent> lost) {
		for (Entry entry : this.entries) {
			if (entry.settle()) {
				lost.accept(entry.event);
			}
			forget(entry);
		}
	}

	/**
	 * Return how many events there are, those that are being written included.
	 */
	int size() {
		return this.size.get();
	}

	/**
	 * Holds an event, and what becomes of it.
	 */
	static final class Entry {

		final RingEvent event = new RingEvent();

		private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);

		/**
		 * Begin to write the event.
		 * @return whether nobody has settled what becomes of it
		 */
		boolean begin() {
			return this.state.compareAndSet(State.WAITING, State.BEGUN);
		}

		/**
		 * Settle what becomes of the event: it is written or lost.
		 * @return whether nobody has said so before
		 */
		boolean settle() {
			return this.state.getAndSet(State.SETTLED) != State.SETTLED;
		}

	}

	private enum State {

		WAITING, BEGUN, SETTLED

	}

}
