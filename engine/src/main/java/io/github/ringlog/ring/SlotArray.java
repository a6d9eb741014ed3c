package io.github.ringlog.ring;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;

/**
 * The slots of a ring, and its room: the number of free slots, less one for each
 * {@value #SLOT_BYTES} bytes that the events in the ring hold beyond that size. So a full
 * ring holds about this many bytes per slot. An event is accepted if there is any room,
 * even if it is larger than the room: otherwise its caller would wait for many slots
 * while others take each slot that becomes free. Any thread may call.
 * <p>
 * Slots are created in chunks, each when it is first needed: a ring that never fills
 * takes little memory.
 * <p>
 * A claimed slot always exists: {@link #made} is a gating sequence of the ring buffer, so
 * that no claim goes beyond it. A caller that finds no slot left creates the next chunk.
 * If two callers do so at once, one chunk is discarded, and neither waits for the other.
 */
final class SlotArray {

	/** The size in bytes up to which an event counts as one slot. */
	static final int SLOT_BYTES = 4096;

	private static final int CHUNK = 256;

	/** Claims and publishes. Holds no slots. */
	final RingBuffer<?> buffer;

	/** The references that change with each event. */
	final Slot.Columns columns;

	/**
	 * The slots; null where none is created yet. Written before {@link #made} advances,
	 * and read by threads that have claimed the slot or seen its claim.
	 */
	final Slot[] slots;

	private final int chunk;

	private final AtomicReferenceArray<Slot[]> chunks;

	// The last created slot, less the size of the ring, as if it had been consumed a
	// round before. Long.MAX_VALUE once all slots are created.
	private final Sequence made = new Sequence();

	// The bytes that the events in the ring hold beyond SLOT_BYTES each. Callers add, the
	// writer subtracts. Usually 0, and then not written.
	private final AtomicLong beyond = new AtomicLong();

	SlotArray(int size, boolean keepTargets) {
		// The wait strategy has no effect, because no thread waits at a barrier.
		this.buffer = RingBuffer.createMultiProducer(() -> "", size, new BusySpinWaitStrategy());
		this.columns = new Slot.Columns(size, keepTargets);
		this.slots = new Slot[size];
		this.chunk = Math.min(CHUNK, size);
		this.chunks = new AtomicReferenceArray<>(size / this.chunk);
		this.buffer.addGatingSequences(this.made);
		this.made.set(-1 - size);
		// In the first round the buffer checks no gating sequence. It does check one
		// while its cursor is behind, and caches the result.
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
	 * Return how many events of at most {@link #SLOT_BYTES} there is room for.
	 */
	long room() {
		return available() - this.beyond.get() / SLOT_BYTES;
	}

	/**
	 * Take room for the bytes that an event holds beyond {@link #SLOT_BYTES}.
	 * @param bytes the number of bytes
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
	 * Return whether so many slots can be claimed, and create missing ones. If the heap
	 * is full, the ring counts as full.
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
	 * Return how many slots can be claimed. Creates all slots, because the buffer counts
	 * only created ones.
	 */
	long available() {
		hasAvailable(this.slots.length);
		return this.buffer.remainingCapacity();
	}

	/**
	 * Create the next chunk.
	 * @return whether there was one to create
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
