package io.github.ringlog.ring;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The room in a ring: its free slots, less one for each {@value #SLOT_BYTES} bytes that
 * the events in it hold beyond that size. So a full ring holds about as much memory as it
 * has slots of this size. An event is let in as long as there is any room: one that is
 * larger than that has it as well, and nobody waits for many slots while others take each
 * one that comes free. Any thread may call.
 */
final class Room {

	/** What an event may hold without being counted. */
	static final int SLOT_BYTES = 4096;

	private final SlotArray array;

	// What the events in the ring hold beyond SLOT_BYTES each. Callers add, the writer
	// takes away. Mostly 0, and then nobody writes it.
	private final AtomicLong beyond = new AtomicLong();

	Room(SlotArray array) {
		this.array = array;
	}

	int slots() {
		return this.array.slots.length;
	}

	/**
	 * Return whether there is room for an event.
	 */
	boolean isLeft() {
		return isLeftBeside(this.beyond.get());
	}

	private boolean isLeftBeside(long bytes) {
		return this.array.hasAvailable(1 + (int) Math.min(bytes / SLOT_BYTES, slots()));
	}

	/**
	 * Return how many events of usual size there is room for.
	 */
	long left() {
		return this.array.available() - this.beyond.get() / SLOT_BYTES;
	}

	/**
	 * Take room for what an event holds beyond a slot.
	 * @param bytes how many bytes
	 * @return whether there is room
	 */
	boolean take(long bytes) {
		long before = this.beyond.get();
		while (isLeftBeside(before)) {
			if (bytes == 0 || this.beyond.compareAndSet(before, before + bytes)) {
				return true;
			}
			before = this.beyond.get();
		}
		return false;
	}

	/**
	 * Give back what {@link #take} has taken.
	 */
	void give(long bytes) {
		if (bytes > 0) {
			this.beyond.addAndGet(-bytes);
		}
	}

}
