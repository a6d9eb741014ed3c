package io.github.ringlog.engine;

import java.util.concurrent.atomic.LongAdder;

import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;

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

	private final RingGate gate;

	RingSlots(RingBuffer<RingEvent> buffer, RingGate gate) {
		this.buffer = buffer;
		this.gate = gate;
		this.events = new RingEvent[buffer.getBufferSize()];
		for (int i = 0; i < this.events.length; i++) {
			this.events[i] = buffer.get(i);
		}
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
	Outcome tryPublish(LogCall call, int needed) {
		long sequence = -1;
		try {
			// The first look spares the exception, which is preallocated but not free.
			if (!this.buffer.hasAvailableCapacity(needed)) {
				return Outcome.FULL;
			}
			sequence = this.buffer.tryNext();
			RingEvent event = this.events[(int) sequence & (this.events.length - 1)];
			if (!this.gate.isOpen()) {
				event.padding = true;
				this.voided.increment();
				this.buffer.publish(sequence);
				return Outcome.CLOSED;
			}
			call.fill(event);
			this.buffer.publish(sequence);
		}
		catch (InsufficientCapacityException ex) {
			return Outcome.FULL;
		}
		catch (Throwable ex) {
			if (sequence < 0) {
				throw ex;
			}
			this.events[(int) sequence & (this.events.length - 1)].orphaned = sequence;
		}
		call.accounted = true;
		return Outcome.PUBLISHED;
	}

	/**
	 * Return the number of slots that are claimed and not yet free again.
	 */
	long used() {
		return this.events.length - this.buffer.remainingCapacity();
	}

}
