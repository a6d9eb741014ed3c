package io.github.ringlog.ring;

import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import io.github.ringlog.crashlog.CrashLog;
import org.jspecify.annotations.Nullable;

/**
 * Claims and publishes slots for callers. Always claims with {@code tryNext}, never with
 * {@code next}: the latter moves the cursor before there is room, which can't be taken
 * back when the wait must end. Any thread may call.
 */
final class RingSlots {

	// Free stack frames that a caller needs before it takes room for a large event: with
	// fewer it could not give the room back.
	private static final int SPARE_FRAMES = 50;

	private final RingBuffer<?> buffer;

	// Direct references to the slots of the array, to be read without a call: see
	// publish.
	private final Slot[] events;

	private final int mask;

	private final SlotArray array;

	private final WriterWait nap;

	private final RingClose close;

	// Keeps the events until they are flushed; null if there is no crash log. Set by
	// whoever starts a configuration, after a restart while callers run.
	volatile @Nullable CrashLog crashLog;

	/**
	 * Create the slots.
	 * @param nap the wait of the writer, which each event ends
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
	 * Claim a slot, copy an event into it and publish it. A claimed slot must be
	 * published whatever goes wrong, or the writer would wait for it forever. On a stack
	 * that is about to overflow, any call may fail: publishing, too, and a call that
	 * passes on the claimed slot. A field access can't fail. So this method claims the
	 * slot itself, and notes a failure in a field of the slot; the writer then publishes
	 * it.
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
	 * Throw a {@link StackOverflowError} now if fewer frames are left on the stack.
	 */
	static int probeStack(int frames) {
		return (frames == 0) ? 0 : probeStack(frames - 1) + 1;
	}

}
