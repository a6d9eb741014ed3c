package io.github.ringlog.ring;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.TimeoutException;
import org.apache.logging.log4j.LoggingException;

/**
 * Takes events out of the ring, in order, and writes each to the appenders. No exception
 * of an appender ends it.
 */
final class RingWriter implements Runnable {

	private static final long UNPUBLISHED_PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(20);

	private static final int MAX_EVENTS_A_PROGRESS = 32;

	private final RingBuffer<RingEvent> buffer;

	private final SequenceBarrier barrier;

	private final Ledger ledger;

	private final RingListener listener;

	private final EventWriter events;

	private final ConfigurationHold hold = new ConfigurationHold(null);

	private final LongAdder voided;

	private final RingMemory memory;

	private final SpilledEvents spilled = new SpilledEvents();

	private final Runnable admission;

	private final Housekeeping housekeeping;

	private final WriterPulse pulse;

	// The slots up to here may be claimed again. The writer moves it on every few events,
	// so that a long batch frees space early; callers read it.
	private final Sequence progress = new Sequence();

	private final int progressMask;

	private final DoneSequence done = new DoneSequence();

	// The last event that was handed to the appenders, and whether they took it. The
	// writer only.
	private long handedOver = -1;

	private boolean handedTaken;

	// Set by the thread that closes the ring, before it reads or takes over what is done.
	private volatile boolean halted;

	// How many events were written; fewer than the slots that are done, for some hold no
	// event. The writer writes, any thread reads.
	private final Sequence written = new Sequence(0);

	/**
	 * Create a writer.
	 * @param admission lets callers go on that wait for room
	 */
	RingWriter(RingSlots slots, Ledger ledger, RingListener listener, RingMemory memory, Runnable admission) {
		this.buffer = slots.buffer;
		this.barrier = this.buffer.newBarrier();
		this.ledger = ledger;
		this.listener = listener;
		this.events = new EventWriter(ledger, listener);
		this.voided = slots.voided;
		this.memory = memory;
		this.pulse = new WriterPulse(this.buffer.getBufferSize());
		this.admission = admission;
		this.housekeeping = new Housekeeping(ledger);
		this.progressMask = Math.min(MAX_EVENTS_A_PROGRESS, this.buffer.getBufferSize() / 16) - 1;
		this.buffer.addGatingSequences(this.progress);
	}

	@Override
	public void run() {
		long next = 0;
		while (!this.halted) {
			try {
				next = writeNext(next);
				this.admission.run();
				keepHouse(false);
			}
			catch (Throwable ex) {
				// Not a failure of an appender, which is caught for each event.
				report(ex);
				next = resume();
			}
		}
		try {
			this.hold.release();
			keepHouse(true);
		}
		catch (Throwable ex) {
			report(ex);
		}
	}

	/**
	 * Go on after a failure, behind the event that the appenders have had.
	 * @return the next event
	 */
	private long resume() {
		long last = this.done.get();
		if (this.handedOver == last + 1 && this.done.advance(last + 1)) {
			last++;
			if (this.handedTaken) {
				this.written.set(this.written.get() + 1);
			}
			clear(this.buffer.get(last));
		}
		this.progress.set(last);
		return last + 1;
	}

	private long writeNext(long next) {
		writeSpilled(next);
		long available = waitFor(next);
		if (available >= next) {
			return write(next, available);
		}
		if (this.buffer.getCursor() >= next) {
			awaitPublication(next);
		}
		return next;
	}

	private void report(Throwable failure) {
		// One that a synchronous logger throws has been counted.
		if (!(failure instanceof LoggingException)) {
			this.ledger.countError(null, failure);
		}
		this.listener.writeFailed(failure);
	}

	private long waitFor(long next) {
		this.hold.release();
		try {
			return this.barrier.waitFor(next);
		}
		catch (TimeoutException ex) {
			this.pulse.idle();
			return next - 1;
		}
		catch (AlertException ex) {
			return next - 1;
		}
		catch (InterruptedException ex) {
			// Only a faulty appender interrupts the writer, so the writer goes on.
			return next - 1;
		}
	}

	private long write(long next, long available) {
		FlightEvents.SlowBatch record = FlightEvents.beginBatch();
		recordUse(next);
		for (long sequence = next; sequence <= available; sequence++) {
			if (this.halted) {
				return sequence;
			}
			writeSpilled(sequence);
			RingEvent event = this.buffer.get(sequence);
			boolean taken = write(event, sequence == available);
			this.handedOver = sequence;
			this.handedTaken = taken;
			if (sequence == available) {
				// The last event may have been for other appenders.
				this.listener.batchEnded();
			}
			boolean progresses = (sequence & this.progressMask) == this.progressMask || sequence == available;
			if (progresses) {
				// What came while the batch was written is gone when the next one begins.
				recordUse(sequence);
			}
			else {
				this.pulse.written(sequence);
			}
			if (!this.done.advance(sequence)) {
				return sequence;
			}
			if (taken) {
				this.written.set(this.written.get() + 1);
			}
			clear(event);
			if (progresses) {
				this.progress.set(sequence);
				this.admission.run();
				// A configuration that is being stopped waits for this.
				this.hold.release();
			}
		}
		if (record != null) {
			record.end(available - next + 1);
		}
		return available + 1;
	}

	/** Write the events beside the ring that come before a sequence. */
	private void writeSpilled(long sequence) {
		SpilledEvents.Entry entry = this.spilled.next(sequence);
		while (entry != null && !this.halted) {
			if (entry.begin()) {
				boolean taken = write(entry.event, true);
				if (entry.settle() && taken) {
					this.written.set(this.written.get() + 1);
				}
				clear(entry.event);
			}
			this.spilled.forget(entry);
			entry = this.spilled.next(sequence);
		}
	}

	private void clear(RingEvent event) {
		if (event.heldBytes > 0) {
			this.memory.release(event.heldBytes);
		}
		event.clear();
	}

	private void recordUse(long oldest) {
		this.pulse.record(this.buffer.getCursor() - oldest + 1);
	}

	/**
	 * Write an event.
	 * @return whether there was one, and a configuration to take it
	 */
	private boolean write(RingEvent event, boolean endOfBatch) {
		EventTarget target = event.target();
		if (event.padding || target == null) {
			return false;
		}
		event.setEndOfBatch(endOfBatch);
		boolean taken = this.events.write(event, target, this.hold);
		if (!taken) {
			this.voided.increment();
		}
		// An interrupt meant for an appender is not meant for the next event.
		Thread.interrupted();
		return taken;
	}

	/**
	 * Wait for a claimed slot: its caller is about to publish it. Publish it in place of
	 * a caller that has failed.
	 */
	private void awaitPublication(long sequence) {
		RingEvent event = this.buffer.get(sequence);
		if (event.orphaned == sequence) {
			event.repair(this.listener.fallbackTarget());
			this.ledger.countError("A caller failed while it logged", null);
			this.buffer.publish(sequence);
			return;
		}
		LockSupport.parkNanos(this, UNPUBLISHED_PAUSE_NANOS);
	}

	private void keepHouse(boolean end) {
		String drops = this.housekeeping.run(end);
		if (drops != null) {
			this.listener.dropsEnded(drops);
		}
	}

	/** Make the writer end after the event that it is writing. */
	void halt() {
		this.halted = true;
		this.barrier.alert();
	}

	/**
	 * Take over the events that are not written. One that is being written is not.
	 * @return the last event that was
	 */
	long abandon() {
		return this.done.abandon();
	}

	long done() {
		return this.done.get();
	}

	WriterPulse pulse() {
		return this.pulse;
	}

	long written() {
		return this.written.get();
	}

	/**
	 * Return the number of events published and not yet written.
	 */
	int used() {
		long used = this.buffer.getCursor() - done() + this.spilled.size();
		return (int) Math.max(0, Math.min(used, this.buffer.getBufferSize()));
	}

	SpilledEvents spilled() {
		return this.spilled;
	}

	/**
	 * Return the age of the oldest event not yet written, in milliseconds.
	 */
	long lagMillis(long nowMillis) {
		while (true) {
			long last = done();
			if (!this.buffer.isAvailable(last + 1)) {
				return 0;
			}
			long called = this.buffer.get(last + 1).calledMillis();
			if (done() == last) {
				return Math.max(0, nowMillis - called);
			}
		}
	}

}
