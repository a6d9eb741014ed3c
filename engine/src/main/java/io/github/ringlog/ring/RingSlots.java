package io.github.ringlog.ring;

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

	// Frames that a caller must have left on its stack before it takes memory for a large
	// event, which it could not give back with less.
	private static final int SPARE_FRAMES = 50;

	private final RingBuffer<?> buffer;

	// Those of the array, to be reached without a call: see tryPublish.
	private final Slot[] events;

	private final int mask;

	private final SlotArray array;

	private final WriterWait nap;

	private final RingClose close;

	// Keeps the events until they are flushed; null if nobody wants that. Set before the
	// loggers learn of a configuration, and ordered by that.
	@Nullable CrashLog crashLog;

	/**
	 * Create the slots.
	 * @param nap that of the writer, which each event ends
	 */
	RingSlots(SlotArray array, WriterWait nap, RingClose close) {
		this.buffer = array.buffer;
		this.events = array.slots;
		this.array = array;
		this.nap = nap;
		this.close = close;
		this.mask = this.events.length - 1;
	}

	boolean isOpen() {
		return this.close.isOpen();
	}

	/**
	 * Publish an event, if the ring is open and there is room.
	 * @param target the target, or {@code null} to look for room only
	 */
	Outcome tryPublish(RingEvent event, @Nullable EventHandler target, Producer producer) {
		if (!isOpen()) {
			return Outcome.CLOSED;
		}
		if (target != null) {
			return publish(event, target, producer);
		}
		return this.array.hasRoom() ? Outcome.PUBLISHED : Outcome.FULL;
	}

	/**
	 * Claim a slot, copy an event there and publish it. Whatever goes wrong once the slot
	 * is claimed must not leave it unpublished, or the writer would wait for it for ever.
	 * With a stack that is about to overflow any call may fail, publishing included, and
	 * so may the call of a method that is handed a claimed slot; a field access can not.
	 * So the claim is made in here, and the failure is left in a field of the slot; the
	 * writer publishes.
	 */
	private Outcome publish(RingEvent event, EventHandler target, Producer producer) {
		long sequence = -1;
		boolean taken = false;
		boolean open = false;
		boolean published = false;
		try {
			if (event.bytesBeyond > 0) {
				probeStack(SPARE_FRAMES);
			}
			// This check avoids the exception, which is preallocated but still takes
			// time.
			taken = this.array.takeRoom(event.bytesBeyond);
			if (!taken) {
				return Outcome.FULL;
			}
			sequence = this.buffer.tryNext();
			open = this.close.isOpen();
			Slot slot = this.events[(int) sequence & this.mask];
			if (open) {
				slot.copyFrom(event, target);
				CrashLog log = this.crashLog;
				if (log != null) {
					log.put(sequence, producer.record);
				}
			}
			else {
				slot.pad(event);
			}
			this.buffer.publish(sequence);
			published = true;
			this.nap.wake();
		}
		catch (InsufficientCapacityException ex) {
			this.array.giveRoom(event.bytesBeyond);
			return Outcome.FULL;
		}
		catch (Throwable ex) {
			if (sequence >= 0 && !published) {
				Slot slot = this.events[(int) sequence & this.mask];
				slot.padding = !open;
				slot.bytesBeyond = event.bytesBeyond;
				slot.level = event.level;
				slot.levelIndex = event.levelIndex;
				slot.calledMillis = event.calledMillis;
				slot.threadName = event.threadName;
				slot.threadNumber = event.threadNumber;
				slot.orphaned = sequence;
			}
			else if (taken && sequence < 0) {
				this.array.giveRoom(event.bytesBeyond);
			}
			if (!open) {
				throw ex;
			}
		}
		if (!open) {
			return Outcome.CLOSED;
		}
		producer.accounted = true;
		return Outcome.PUBLISHED;
	}

	/**
	 * Fail now if the stack has fewer frames left.
	 */
	static int probeStack(int frames) {
		return (frames == 0) ? 0 : probeStack(frames - 1) + 1;
	}

}
