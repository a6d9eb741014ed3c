package io.github.ringlog.ring;

import java.util.concurrent.atomic.LongAdder;

import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.WaitStrategy;

/**
 * The slots of a ring, as callers see them. A claim is always {@code tryNext}, never
 * {@code next}: the latter moves the cursor before there is room, which no one can take
 * back when the wait must end. Any thread may call.
 */
final class RingSlots {

	final RingBuffer<RingEvent> buffer;

	// Slots that were claimed but hold no event to write, or hold one that is lost.
	final LongAdder voided = new LongAdder();

	// The slots again, to be reached without a call: see tryPublish.
	private final RingEvent[] events;

	private final RingState state;

	final RingMemory memory;

	RingSlots(RingBuffer<RingEvent> buffer, RingState state, RingMemory memory) {
		this.buffer = buffer;
		this.state = state;
		this.memory = memory;
		this.events = new RingEvent[buffer.getBufferSize()];
		for (int i = 0; i < this.events.length; i++) {
			this.events[i] = buffer.get(i);
		}
	}

	/**
	 * Make the slots of a ring.
	 */
	static RingBuffer<RingEvent> newBuffer(int size, WaitStrategy waitStrategy) {
		SlotReferences references = new SlotReferences(size,
				new byte[Math.multiplyExact(size, SlotReferences.CELL_SIZE)]);
		int[] places = { 0 };
		return RingBuffer.createMultiProducer(() -> new RingEvent(references, places[0]++), size, waitStrategy);
	}

	/**
	 * Claim a slot, fill it and publish it. Whatever goes wrong once the slot is claimed
	 * must not leave it unpublished, or the writer would wait for it for ever. With a
	 * stack that is about to overflow any call may fail, publishing included, and so may
	 * the call of a method that is handed a claimed slot; a field access can not. So the
	 * claim is made in here, and the failure is left in a field of the slot; the writer
	 * publishes.
	 * @param needed how many slots must be free
	 */
	Outcome tryPublish(EventSource source, int needed) {
		long sequence = -1;
		boolean reserved = false;
		try {
			// This check avoids the exception, which is preallocated but still takes
			// time.
			if (!hasRoom(needed)) {
				return Outcome.FULL;
			}
			if (source.heldBytes > 0) {
				reserved = this.memory.tryReserve(source.heldBytes);
				if (!reserved) {
					return Outcome.FULL;
				}
			}
			sequence = this.buffer.tryNext();
			RingEvent event = this.events[(int) sequence & (this.events.length - 1)];
			event.heldBytes = source.heldBytes;
			event.nested = source.nested;
			if (!this.state.isOpen()) {
				event.padding = true;
				this.voided.increment();
				this.buffer.publish(sequence);
				return Outcome.CLOSED;
			}
			source.fill(event);
			this.buffer.publish(sequence);
		}
		catch (InsufficientCapacityException ex) {
			if (reserved) {
				this.memory.release(source.heldBytes);
			}
			return Outcome.FULL;
		}
		catch (Throwable ex) {
			if (sequence < 0) {
				if (reserved) {
					this.memory.release(source.heldBytes);
				}
				throw ex;
			}
			RingEvent event = this.events[(int) sequence & (this.events.length - 1)];
			event.orphanedLevel = source.level;
			event.orphanedMillis = source.calledMillis;
			event.orphanedThread = source.threadName;
			event.orphanedThreadId = source.threadId;
			event.orphaned = sequence;
		}
		source.accounted = true;
		return Outcome.PUBLISHED;
	}

	boolean isOpen() {
		return this.state.isOpen();
	}

	boolean hasEnded() {
		return this.state.hasEnded();
	}

	/**
	 * Return whether so many slots are free, and there is memory for a large event.
	 */
	boolean hasRoom(int needed) {
		return this.buffer.hasAvailableCapacity(needed) && !this.memory.isExhausted();
	}

	/**
	 * Return how many events there is room for.
	 */
	long room() {
		return this.memory.isExhausted() ? 0 : this.buffer.remainingCapacity();
	}

	/**
	 * Return the number of slots that are claimed and not yet free again.
	 */
	long used() {
		return this.events.length - this.buffer.remainingCapacity();
	}

	/**
	 * Names what becomes of an event on its way into a ring.
	 */
	enum Outcome {

		/** The event is in the ring. */
		PUBLISHED,

		/** The event is counted as dropped. */
		DROPPED,

		/** There is no slot yet. */
		FULL,

		/** The ring takes no more events. */
		CLOSED,

		/** The caller writes the event itself. */
		IN_PLACE

	}

}
