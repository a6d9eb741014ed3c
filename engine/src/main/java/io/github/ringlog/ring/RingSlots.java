package io.github.ringlog.ring;

import java.util.concurrent.atomic.AtomicLong;

import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import io.github.ringlog.crashlog.CrashLog;
import org.jspecify.annotations.Nullable;

/**
 * The slots of a ring, as callers see them. A claim is always {@code tryNext}, never
 * {@code next}: the latter moves the cursor before there is room, which no one can take
 * back when the wait must end. Any thread may call.
 */
final class RingSlots {

	private final RingBuffer<Slot> buffer;

	// The slots again, to be reached without a call: see tryPublish.
	private final Slot[] events;

	private final int mask;

	private final AtomicLong voided;

	private final WriterNap nap;

	private final RingClose close;

	private final WaitingLine line;

	// Keeps the events until they are flushed; null if nobody wants that. Set before the
	// loggers learn of a configuration, and ordered by that.
	@Nullable CrashLog crashLog;

	/**
	 * Create the slots.
	 * @param voided counts slots that hold no event
	 * @param nap that of the writer, which each event ends
	 */
	RingSlots(RingBuffer<Slot> buffer, AtomicLong voided, WriterNap nap, RingClose close, WaitingLine line) {
		this.buffer = buffer;
		this.voided = voided;
		this.nap = nap;
		this.close = close;
		this.line = line;
		this.events = new Slot[buffer.getBufferSize()];
		for (int i = 0; i < this.events.length; i++) {
			this.events[i] = buffer.get(i);
		}
		this.mask = this.events.length - 1;
	}

	boolean isOpen() {
		return this.close.isOpen();
	}

	/**
	 * Return how many slots an event takes that wants so many.
	 */
	int most(int slots) {
		return Math.min(slots, this.events.length / 2);
	}

	/**
	 * Claim slots, copy an event to the first one and publish them. Whatever goes wrong
	 * once the slots are claimed must not leave them unpublished, or the writer would
	 * wait for them for ever. With a stack that is about to overflow any call may fail,
	 * publishing included, and so may the call of a method that is handed a claimed slot;
	 * a field access can not. So the claim is made in here, and the failure is left in a
	 * field of each slot; the writer publishes.
	 */
	Outcome tryPublish(RingEvent event, EventTarget target, Caller caller) {
		int slots = (event.slots == 1) ? 1 : most(event.slots);
		long last = -1;
		boolean open = false;
		boolean announced = false;
		boolean voids = false;
		boolean published = false;
		try {
			// This check avoids the exception, which is preallocated but still takes
			// time. A caller that is signalled takes what was left for it.
			if (!(caller.signalled ? this.buffer.hasAvailableCapacity(slots) : this.line.hasRoom(slots))) {
				return Outcome.FULL;
			}
			if (slots > 1) {
				// Before they are claimed: what counts as published must never go back.
				this.voided.addAndGet(slots - 1);
				announced = true;
			}
			last = this.buffer.tryNext(slots);
			open = this.close.isOpen();
			if (!open) {
				this.voided.incrementAndGet();
				voids = true;
			}
			for (long sequence = last - slots + (open ? 2 : 1); sequence <= last; sequence++) {
				this.events[(int) sequence & this.mask].pad(event.calledMillis);
			}
			if (open) {
				this.events[(int) (last - slots + 1) & this.mask].copyFrom(event, target);
				CrashLog log = this.crashLog;
				if (log != null) {
					log.put(last - slots + 1, caller.record);
				}
			}
			if (slots == 1) {
				this.buffer.publish(last);
			}
			else {
				this.buffer.publish(last - slots + 1, last);
			}
			published = true;
			this.nap.wake();
		}
		catch (InsufficientCapacityException ex) {
			withdraw(announced, slots);
			return Outcome.FULL;
		}
		catch (Throwable ex) {
			if (last >= 0 && !published) {
				Slot slot = this.events[(int) (last - slots + 1) & this.mask];
				slot.padding = !open;
				// The writer counts it if it holds no event.
				slot.slots = (open || voids) ? 1 : 2;
				slot.orphanedLevel = event.level;
				slot.calledMillis = event.calledMillis;
				slot.orphanedThread = event.threadName;
				slot.orphaned = last - slots + 1;
				for (long sequence = last - slots + 2; sequence <= last; sequence++) {
					slot = this.events[(int) sequence & this.mask];
					slot.padding = true;
					slot.slots = 1;
					slot.orphaned = sequence;
				}
			}
			if (last < 0) {
				withdraw(announced, slots);
			}
			if (!open) {
				throw ex;
			}
		}
		if (!open) {
			return Outcome.CLOSED;
		}
		caller.accounted = true;
		return Outcome.PUBLISHED;
	}

	private void withdraw(boolean announced, int slots) {
		if (announced) {
			this.voided.addAndGet(1 - slots);
		}
	}

}
