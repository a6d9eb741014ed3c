package io.github.ringlog.engine;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * The events beside a full ring: those of callers that hold a lock for which the writer
 * waits. Such a caller can't wait for a slot, nor write its event itself, because the
 * writer may hold another lock of the same appender. The writer takes these events as if
 * they stood in the ring, each behind what was published before it. Any thread may add.
 */
final class SpilledEvents {

	private final Queue<Entry> entries = new ConcurrentLinkedQueue<>();

	// The writer reads it for each event.
	private final AtomicInteger pending = new AtomicInteger();

	private final AtomicLong published = new AtomicLong();

	/**
	 * Add an event.
	 * @param after the last sequence that was claimed before
	 */
	Entry add(EventSource source, long after) {
		Entry entry = new Entry(new RingEvent(), after);
		source.fill(entry.event);
		entry.event.heldBytes = source.heldBytes;
		// This comes first, because it may run out of memory: an event that was not added
		// is not counted.
		this.entries.add(entry);
		this.published.incrementAndGet();
		this.pending.incrementAndGet();
		return entry;
	}

	/**
	 * Take an event back.
	 * @return whether nobody has written it or counted it as lost
	 */
	boolean takeBack(Entry entry) {
		if (!entry.settle()) {
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

	void forget(Entry entry) {
		if (this.entries.remove(entry)) {
			this.pending.decrementAndGet();
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

	int size() {
		return this.pending.get();
	}

	long published() {
		return this.published.get();
	}

	/**
	 * Holds an event and its place.
	 */
	static final class Entry {

		final RingEvent event;

		private final long after;

		private final AtomicBoolean settled = new AtomicBoolean();

		Entry(RingEvent event, long after) {
			this.event = event;
			this.after = after;
		}

		/**
		 * Settle what becomes of the event: it is written, lost or taken back.
		 * @return whether nobody has said so before
		 */
		boolean settle() {
			return this.settled.compareAndSet(false, true);
		}

	}

}
