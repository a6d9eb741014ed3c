package io.github.ringlog.ring;

import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import io.github.ringlog.crashlog.CrashLog;
import org.jspecify.annotations.Nullable;

/**
 * Takes events out of the ring, in order, and writes each to the appenders. No exception
 * of an appender ends it. Its positions: <pre>
 *       progress        done         cursor
 *  ---------|-------------|-------------|---------&gt;
 *   to claim   written      to write      not claimed
 * </pre> {@code done} advances with each slot. {@code progress} follows every few slots
 * and at the end of a batch, and gives the slots back to the callers.
 */
final class RingWriter implements Runnable {

	private static final int MAX_SLOTS_A_PROGRESS = 32;

	// The value of done once the closing thread has taken over the remaining events.
	private static final long ABANDONED = Long.MIN_VALUE;

	// The pause while a caller has claimed a slot and is about to publish it.
	private static final long UNPUBLISHED_PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(20);

	// How often the writer looks for drops.
	private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

	// How many times a reader of the counts tries to find the writer between two events,
	// how many of these at once, and the pause between the others: the writer may have
	// lost its processor.
	private static final int MAX_LOOKS = 1000;

	private static final int LOOKS_AT_ONCE = 100;

	private static final long LOOK_PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

	private final SlotArray array;

	private final RingBuffer<?> buffer;

	private final WriterWait nap;

	private final RingStatistics statistics;

	private final RingListener listener;

	private final WaitingLine line;

	private final ConfigurationLease lease = new ConfigurationLease(null);

	private final DropSummary drops;

	private final WriterPulse pulse;

	private final Producer producer;

	private final WriterThread thread;

	// Keeps events until they are flushed; null if there is no crash log. See RingSlots.
	volatile @Nullable CrashLog crashLog;

	// Written by the writer, read by the callers.
	private final Sequence progress = new Sequence();

	private final int progressMask;

	// Advanced by the writer, and stopped by the thread that closes the ring: both by
	// compare-and-set, so that each event is either written or taken over. Any thread
	// reads it.
	private final Sequence done = new Sequence();

	// The last value of done before ABANDONED. Written by the closing thread before it
	// sets ABANDONED, read by any thread.
	private volatile long doneWhenAbandoned;

	// The last slot that is done and counted. The writer writes, any thread reads.
	private final Sequence counted = new Sequence();

	// The last slot whose event the sinks have flushed. The writer writes, any thread
	// reads.
	private volatile long flushed = -1;

	// How many slots were freed; a large event counts as several. The writer only.
	private long freed;

	// When the writer last looked for drops. The writer only.
	private long lastLook;

	/**
	 * Create a writer.
	 * @param line the callers that wait for room
	 * @param thread the thread that is going to run it
	 */
	RingWriter(SlotArray array, WriterWait nap, RingStatistics statistics, RingListener listener, WaitingLine line,
			WriterThread thread) {
		this.array = array;
		this.buffer = array.buffer;
		this.nap = nap;
		this.statistics = statistics;
		this.listener = listener;
		this.line = line;
		this.producer = thread.producer;
		this.thread = thread;
		this.drops = new DropSummary(statistics);
		this.pulse = new WriterPulse(this.buffer.getBufferSize());
		this.progressMask = Math.min(MAX_SLOTS_A_PROGRESS, this.buffer.getBufferSize() / 16) - 1;
		this.buffer.addGatingSequences(this.progress);
	}

	@Override
	public void run() {
		while (!this.nap.isHalted()) {
			// With a full heap any part of this may fail.
			try {
				step();
			}
			catch (Throwable ex) {
				this.listener.failed(null, ex);
			}
		}
		try {
			endBatch(done());
			this.lease.release();
			sumUpDrops(true);
		}
		catch (Throwable ex) {
			this.listener.failed(null, ex);
		}
	}

	private void step() {
		long next = this.done.get() + 1;
		long last = this.buffer.getCursor();
		if (last < next) {
			this.lease.release();
			catchUp(next - 1);
			this.pulse.idle();
			this.nap.await(next, this.drops.isOpen());
		}
		else if (isPublished(next)) {
			writeBatch(next, last);
		}
		else {
			LockSupport.parkNanos(this, UNPUBLISHED_PAUSE_NANOS);
		}
		// The writer has set the progress and now reads the line; a caller joins the line
		// and then reads the progress. At least one of them sees the other's write.
		VarHandle.fullFence();
		this.line.wake(this.freed);
		sumUpDrops(false);
	}

	/**
	 * Give back the slots of a step that failed.
	 */
	private void catchUp(long last) {
		if (this.progress.get() < last) {
			endBatch(last);
			this.progress.set(last);
		}
	}

	/**
	 * Return whether a slot is published. If its caller has failed, publish it here.
	 */
	private boolean isPublished(long sequence) {
		if (this.buffer.isAvailable(sequence)) {
			return true;
		}
		Slot event = this.array.get(sequence);
		if (event.orphaned != sequence) {
			return false;
		}
		event.repair(this.listener.fallbackTarget());
		if (!event.padding) {
			this.statistics.countError("A caller failed while it logged", null);
		}
		this.buffer.publish(sequence);
		return true;
	}

	/**
	 * Write the published events, up to a cursor read before. There the batch ends,
	 * because the sinks hold events back until then.
	 */
	private void writeBatch(long first, long cursor) {
		CrashLog log = this.crashLog;
		// With a crash log, a slot is not given back before its event is flushed, so a
		// batch is at most a part of the ring.
		long last = (log != null) ? Math.min(cursor, first + this.buffer.getBufferSize() / 8 - 1) : cursor;
		recordUse(first);
		long next = first;
		boolean more = true;
		while (more && !this.nap.isHalted()) {
			Slot event = this.array.get(next);
			// If the code below fails, the event counts as handed to the appenders.
			boolean taken = !event.padding;
			boolean failed = false;
			try {
				more = next < last && isPublished(next + 1);
				if (log != null) {
					log.begin(next);
				}
				taken = write(event, !more);
				if (!more) {
					// Appenders that did not get the last event may hold others back.
					endBatch(next);
				}
			}
			catch (Throwable ex) {
				// Not a failure of an appender: those are caught for each event.
				failed = true;
				more = false;
				this.listener.failed(null, ex);
			}
			boolean progresses = !failed && (!more || (log == null && (next & this.progressMask) == this.progressMask));
			if (progresses) {
				// The ring may be fuller now than when the batch began.
				recordUse(next);
			}
			else {
				this.pulse.written(next);
			}
			if (!this.done.compareAndSet(next - 1, next)) {
				return;
			}
			count(event, taken);
			this.counted.set(next);
			event.clear();
			if (progresses) {
				this.progress.set(next);
				this.line.wake(this.freed);
				// A configuration that is being stopped waits for this.
				this.lease.release();
			}
			next++;
		}
	}

	private void count(Slot event, boolean taken) {
		if (taken) {
			this.statistics.countWritten();
		}
		this.array.giveRoom(event.bytesBeyond);
		this.freed += 1 + event.bytesBeyond / SlotArray.SLOT_BYTES;
	}

	private void recordUse(long oldest) {
		this.pulse.record(this.buffer.getCursor() - oldest + 1);
	}

	/**
	 * Write an event.
	 * @return whether there was an event and a configuration to take it
	 */
	private boolean write(Slot event, boolean endOfBatch) {
		EventHandler target = event.target();
		if (event.padding || target == null) {
			return false;
		}
		event.setEndOfBatch(endOfBatch);
		this.producer.beginWriting(event.nested);
		boolean accepted;
		try {
			accepted = this.listener.write(event, target, this.lease);
		}
		finally {
			this.producer.writing = false;
			this.producer.writesNested = false;
		}
		if (!accepted) {
			this.statistics.lose(event.levelIndex());
		}
		// An interrupt meant for an appender is not meant for the next event.
		Thread.interrupted();
		return accepted;
	}

	private void endBatch(long last) {
		this.producer.beginWriting(false);
		try {
			this.thread.endBatch();
			this.flushed = last;
			CrashLog log = this.crashLog;
			if (log != null) {
				log.flushed(last);
			}
		}
		finally {
			this.producer.writing = false;
			this.producer.writesNested = false;
		}
	}

	/**
	 * Log the summary of drops, if a period of them has ended.
	 * @param end whether the ring is closed
	 */
	private void sumUpDrops(boolean end) {
		long now = System.nanoTime();
		if (end || now - this.lastLook >= LOOK_NANOS) {
			this.lastLook = now;
			String summary = this.drops.sumUp(now, end);
			if (summary != null) {
				this.listener.dropsEnded(summary);
			}
		}
	}

	/** Make the writer end after the event that it is writing. */
	void halt() {
		this.nap.halt();
	}

	/**
	 * Take over the events that are not written, including the one that is being written.
	 * @return the last slot that is done
	 */
	long abandon() {
		long last;
		do {
			last = this.done.get();
			this.doneWhenAbandoned = last;
		}
		while (!this.done.compareAndSet(last, ABANDONED));
		return last;
	}

	/**
	 * Return the last slot that is done.
	 */
	long done() {
		long last = this.done.get();
		return (last != ABANDONED) ? last : this.doneWhenAbandoned;
	}

	long flushed() {
		return this.flushed;
	}

	WriterPulse pulse() {
		return this.pulse;
	}

	/**
	 * Return how many events were put into the ring: those that are in it, and those that
	 * have left it, at one moment.
	 * @param left returns how many have left it
	 */
	long published(LongSupplier left) {
		for (int i = 0; i < MAX_LOOKS; i++) {
			long last = done();
			boolean all = this.counted.get() == last;
			long published = left.getAsLong() + this.buffer.getCursor() - last;
			if (all && done() == last) {
				return published;
			}
			if (i >= LOOKS_AT_ONCE) {
				LockSupport.parkNanos(LOOK_PAUSE_NANOS);
			}
		}
		// In this order: an event that leaves the ring meanwhile must not count twice.
		return left.getAsLong() + used();
	}

	/**
	 * Return the number of slots that are claimed and not done.
	 */
	int used() {
		long used = this.buffer.getCursor() - done();
		return (int) Math.max(0, Math.min(used, this.buffer.getBufferSize()));
	}

}
