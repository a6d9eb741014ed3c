package io.github.ringlog.ring;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;

/**
 * The slots of a ring, and the room in it: the slots that are free, less one for each
 * {@value #SLOT_BYTES} bytes that the events in the ring hold beyond that size. So a full
 * ring holds about as much memory as it has slots of this size. An event is let in as
 * long as there is any room: one that is larger than that has it as well, and nobody
 * waits for many slots while others take each one that comes free. Any thread may call.
 * <p>
 * A chunk of the slots is made when a caller first comes to it: a ring that nobody fills
 * holds little memory.
 * <p>
 * A claimed slot is there: {@link #made} is a gating sequence of the ring buffer, so that
 * no claim goes beyond it. Whoever finds no slot left makes the next chunk. Of two
 * callers that do so at once, one has made a chunk in vain, and none waits for the other.
 */
final class SlotArray {

	/** What an event may hold without being counted. */
	static final int SLOT_BYTES = 4096;

	private static final int CHUNK = 256;

	/** Claims and publishes. Holds no slots. */
	final RingBuffer<?> buffer;

	/** What changes with each event. */
	final Slot.Columns columns;

	/**
	 * The slots; null where none was claimed. Written before {@link #made} moves on, and
	 * read by whoever has claimed the slot or learned of the claim.
	 */
	final Slot[] slots;

	private final int chunk;

	private final AtomicReferenceArray<Slot[]> chunks;

	// The last slot that is made, less the size of the ring, as if it had been consumed a
	// round before. At the end Long.MAX_VALUE.
	private final Sequence made = new Sequence();

	// What the events in the ring hold beyond SLOT_BYTES each. Callers add, the writer
	// takes away. Mostly 0, and then nobody writes it.
	private final AtomicLong beyond = new AtomicLong();

	SlotArray(int size, boolean keepTargets) {
		// Its wait strategy is for those who wait at a barrier, and nobody does.
		this.buffer = RingBuffer.createMultiProducer(() -> "", size, new BusySpinWaitStrategy());
		this.columns = new Slot.Columns(size, keepTargets);
		this.slots = new Slot[size];
		this.chunk = Math.min(CHUNK, size);
		this.chunks = new AtomicReferenceArray<>(size / this.chunk);
		this.buffer.addGatingSequences(this.made);
		this.made.set(-1 - size);
		// The buffer takes the first round for free: it looks at no gating sequence. It
		// does look if its cursor is behind, and remembers what it has seen.
		this.buffer.claimAndGetPreallocated(-2);
		this.buffer.hasAvailableCapacity(1);
		this.buffer.claimAndGetPreallocated(-1);
	}

	Slot get(long sequence) {
		return this.slots[(int) sequence & (this.slots.length - 1)];
	}

	int size() {
		return this.slots.length;
	}

	/**
	 * Return whether there is room for an event.
	 */
	boolean hasRoom() {
		return hasRoomBeside(this.beyond.get());
	}

	private boolean hasRoomBeside(long bytes) {
		return hasAvailable(1 + (int) Math.min(bytes / SLOT_BYTES, size()));
	}

	/**
	 * Return how many events of usual size there is room for.
	 */
	long room() {
		return available() - this.beyond.get() / SLOT_BYTES;
	}

	/**
	 * Take room for what an event holds beyond a slot.
	 * @param bytes how many bytes
	 * @return whether there is room
	 */
	boolean takeRoom(long bytes) {
		long before = this.beyond.get();
		while (hasRoomBeside(before)) {
			if (bytes == 0 || this.beyond.compareAndSet(before, before + bytes)) {
				return true;
			}
			before = this.beyond.get();
		}
		return false;
	}

	/**
	 * Give back what {@link #takeRoom} has taken.
	 */
	void giveRoom(long bytes) {
		if (bytes > 0) {
			this.beyond.addAndGet(-bytes);
		}
	}

	/**
	 * Return whether so many slots can be claimed, and make what is missing. With a full
	 * heap there are no more: the ring is as good as full.
	 */
	boolean hasAvailable(int count) {
		try {
			boolean available = this.buffer.hasAvailableCapacity(count);
			while (!available && makeMore()) {
				available = this.buffer.hasAvailableCapacity(count);
			}
			return available;
		}
		catch (OutOfMemoryError ex) {
			return false;
		}
	}

	/**
	 * Return how many slots can be claimed. All are made for it, because the buffer
	 * counts only those.
	 */
	long available() {
		hasAvailable(this.slots.length);
		return this.buffer.remainingCapacity();
	}

	/**
	 * Make the next chunk.
	 * @return whether there was one to make
	 */
	private boolean makeMore() {
		long last = this.made.get();
		if (last == Long.MAX_VALUE) {
			return false;
		}
		int first = (int) last + 1 + this.slots.length;
		int index = first / this.chunk;
		if (this.chunks.get(index) == null) {
			this.chunks.compareAndSet(index, null, make(first));
		}
		System.arraycopy(this.chunks.get(index), 0, this.slots, first, this.chunk);
		boolean complete = first + this.chunk == this.slots.length;
		this.made.compareAndSet(last, complete ? Long.MAX_VALUE : last + this.chunk);
		return true;
	}

	private Slot[] make(int first) {
		Slot[] created = new Slot[this.chunk];
		byte[] cells = new byte[this.chunk * Slot.CELL_SIZE];
		for (int i = 0; i < created.length; i++) {
			created[i] = new Slot(this.columns, first + i, cells, i * Slot.CELL_SIZE);
		}
		return created;
	}

}
