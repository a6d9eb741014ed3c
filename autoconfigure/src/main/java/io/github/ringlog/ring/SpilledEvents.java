package io.github.ringlog.ring;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * The events beside a full ring: those of callers that hold a lock for which the writer
 * waits, and those that are logged while an event is written. Such a caller can't wait
 * for a slot, nor write its event itself, because the writer may hold another lock of the
 * same appender. The writer takes these events as if they stood in the ring, each behind
 * what was published before it. Any thread may add.
 * <p>
 * A context has the events beside all of its rings in another one: those that a thread
 * has logged while it wrote an event itself, and is to write next.
 */
public final class SpilledEvents {

	private final Queue<Entry> entries = new ConcurrentLinkedQueue<>();

	// The writer reads it for each event.
	private final AtomicInteger pending = new AtomicInteger();

	private final AtomicLong published = new AtomicLong();

	/**
	 * Add an event.
	 * @param source the event
	 * @param after the sequence of the slot that it comes behind
	 * @return its entry
	 */
	public Entry add(EventSource source, long after) {
		Entry entry = new Entry(new RingEvent(), after);
		source.fill(entry.event);
		entry.event.heldBytes = source.heldBytes;
		entry.event.nested = source.nested;
		// This comes first, because it may run out of memory: an event that was not added
		// is not counted.
		this.entries.add(entry);
		this.published.incrementAndGet();
		this.pending.incrementAndGet();
		return entry;
	}

	/**
	 * Take an event back.
	 * @param entry the entry of the event
	 * @return whether nobody writes it or has counted it as lost
	 */
	public boolean takeBack(Entry entry) {
		if (!entry.state.compareAndSet(State.WAITING, State.SETTLED)) {
			return false;
		}
		this.published.decrementAndGet();
		forget(entry);
		return true;
	}

	/**
	 * Return the next event that comes before a sequence. Called by the writer.
	 */
	@Nullable Entry next(long sequence) {
		if (this.pending.get() == 0) {
			return null;
		}
		Entry entry = this.entries.peek();
		return (entry != null && entry.after < sequence) ? entry : null;
	}

	/**
	 * Remove an event whose fate is settled.
	 * @param entry the entry of the event
	 */
	public void forget(Entry entry) {
		if (this.entries.remove(entry)) {
			this.pending.decrementAndGet();
		}
	}

	/**
	 * Take over the events that are not written.
	 * @param lost takes each
	 */
	public void abandon(Consumer<RingEvent> lost) {
		for (Entry entry : this.entries) {
			if (entry.settle()) {
				lost.accept(entry.event);
			}
			forget(entry);
		}
	}

	/**
	 * Return how many events there are.
	 * @return their number, those that are being written included
	 */
	public int size() {
		return this.pending.get();
	}

	long published() {
		return this.published.get();
	}

	/**
	 * Holds an event and its place.
	 */
	public static final class Entry {

		/** The event. */
		public final RingEvent event;

		private final long after;

		private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);

		Entry(RingEvent event, long after) {
			this.event = event;
			this.after = after;
		}

		/**
		 * Begin to write the event. From now on its caller can't take it back.
		 * @return whether nobody has settled what becomes of it
		 */
		public boolean begin() {
			return this.state.compareAndSet(State.WAITING, State.BEGUN);
		}

		/**
		 * Settle what becomes of the event: it is written or lost.
		 * @return whether nobody has said so before
		 */
		public boolean settle() {
			return this.state.getAndSet(State.SETTLED) != State.SETTLED;
		}

	}

	private enum State {

		WAITING, BEGUN, SETTLED

	}

}
