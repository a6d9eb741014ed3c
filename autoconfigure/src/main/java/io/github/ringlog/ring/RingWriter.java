package io.github.ringlog.ring;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.LongAdder;

import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import org.apache.logging.log4j.LoggingException;

/**
 * Takes events out of the ring, in order, and writes each to the appenders. No exception
 * of an appender ends it.
 */
final class RingWriter implements Runnable {

	private static final int MAX_EVENTS_A_PROGRESS = 32;

	private final RingBuffer<RingEvent> buffer;

	private final PublishedSlots published;

	private final Ledger ledger;

	private final RingListener listener;

	private final EventWriter events;

	private final ConfigurationHold hold = new ConfigurationHold(null);

	private final LongAdder voided;

	private final RingMemory memory;

	private final SpilledEvents spilled = new SpilledEvents();

	private final Runnable admission;

	private final Housekeeping housekeeping;

	/** What is written. Used by the writer only. */
	final WriteScope scope = new WriteScope();

	/** What is held back until the end of a batch. Used by the writer only. */
	final WriteBatch batch = new WriteBatch();

	private final WriterPulse pulse;

	// The slots up to here may be claimed again. The writer moves it on every few events,
	// so that a long batch frees space early; callers read it.
	private final Sequence progress = new Sequence();

	private final int progressMask;

	private final DoneSequence done = new DoneSequence();

	// The last event that was handed to the appenders, and whether they took it, as far
	// as is known. The writer only.
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
		this.published = new PublishedSlots(this.buffer);
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
		boolean failed = false;
		while (!this.halted) {
			// All that may fail is in here: with a full heap even a report does.
			try {
				if (failed) {
					failed = false;
					resume();
				}
				runUntilFailure();
			}
			catch (Throwable ex) {
				// Not a failure of an appender, which is caught for each event.
				failed = true;
				report(ex);
			}
		}
		try {
			endBatch();
			this.hold.release();
			keepHouse(true);
		}
		catch (Throwable ex) {
			report(ex);
		}
	}

	private void runUntilFailure() {
		long next = this.done.get() + 1;
		while (!this.halted) {
			next = writeNext(next);
			// A caller joins the line and then reads the progress. One of the two sees
			// what the other has written.
			VarHandle.fullFence();
			this.admission.run();
			keepHouse(false);
		}
	}

	/**
	 * Go on after a failure, behind the event that the appenders have had.
	 */
	private void resume() {
		long last = this.done.get();
		if (this.handedOver == last + 1 && this.done.advance(last + 1)) {
			last++;
			if (this.handedTaken) {
				this.written.set(this.written.get() + 1);
			}
			clear(this.buffer.get(last));
		}
		this.progress.set(last);
	}

	private long writeNext(long next) {
		writeSpilled(next);
		this.hold.release();
		long available = this.published.await(next);
		if (available >= next) {
			return write(next, available);
		}
		RingEvent orphan = this.published.orphan(next);
		if (orphan != null) {
			orphan.repair(this.listener.fallbackTarget());
			this.ledger.countError("A caller failed while it logged", null);
			this.buffer.publish(next);
		}
		else if (this.buffer.getCursor() < next) {
			this.pulse.idle();
		}
		return next;
	}

	private void report(Throwable failure) {
		try {
			// One that a synchronous logger throws has been counted.
			if (!(failure instanceof LoggingException)) {
				this.ledger.countError(null, failure);
			}
			this.listener.writeFailed(failure);
		}
		catch (Throwable ex) {
			// The heap is full: there is nobody left to tell.
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
			this.handedTaken = !event.padding;
			this.handedOver = sequence;
			boolean taken = write(event, sequence == available);
			this.handedTaken = taken;
			if (sequence == available) {
				// The last event may have been for other appenders.
				endBatch();
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
		this.scope.begin(event.nested);
		this.batch.beginEvent();
		boolean taken;
		try {
			taken = this.events.write(event, target, this.hold);
		}
		finally {
			this.scope.end();
		}
		if (!taken) {
			this.ledger.drop(event.getLevel(), DropReason.SHUTDOWN);
			this.voided.increment();
		}
		// An interrupt meant for an appender is not meant for the next event.
		Thread.interrupted();
		return taken;
	}

	private void endBatch() {
		this.scope.begin(false);
		try {
			this.batch.end();
		}
		finally {
			this.scope.end();
		}
	}

	private void keepHouse(boolean end) {
		String drops = this.housekeeping.run(end);
		if (drops != null) {
			this.listener.dropsEnded(drops);
		}
	}

	/**
	 * Return the sequence of the event that is being written, or was last. Called by the
	 * writer.
	 */
	long current() {
		return Math.max(this.handedOver, this.done.get());
	}

	/** Make the writer end after the event that it is writing. */
	void halt() {
		this.halted = true;
		this.published.halt();
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

}
