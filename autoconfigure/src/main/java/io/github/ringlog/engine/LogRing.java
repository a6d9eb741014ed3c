package io.github.ringlog.engine;

import java.util.concurrent.locks.LockSupport;

import com.lmax.disruptor.RingBuffer;
import io.github.ringlog.engine.flight.FlightEvents;

/**
 * The ring: callers claim a slot, fill it and publish it; one writer takes it from there.
 * <p>
 * Knows no logger and no logger context: it writes through the {@link EventOwner} of an
 * event and reports to a {@link RingListener}. A JVM may have several. Any thread may
 * source.
 */
final class LogRing {

	// Frames that a caller must have left on its stack before it joins the queue: more
	// than
	// all that happens while it holds a lock or stands in line.
	private static final int SPARE_FRAMES = 300;

	private final RingGate gate = new RingGate();

	private final RingMemory memory;

	private final RingSlots slots;

	private final RingCounters counters;

	private final RingWriter writer;

	private final Thread writerThread;

	// Replaced as a whole by whoever changes the settings; read by each caller.
	private volatile Admission admission;

	private final WaitingCallers waiting;

	private final DeadlockDetector deadlocks;

	LogRing(String writerName, RingSettings settings, RingCounters counters, RingListener listener) {
		int size = settings.bufferSize();
		this.counters = counters;
		this.admission = new Admission(settings, size);
		RingBuffer<RingEvent> buffer = RingBuffer.createMultiProducer(RingEvent::new, size,
				WaitStrategies.create(settings.waitStrategy()));
		this.memory = new RingMemory(settings.maxMemory());
		this.slots = new RingSlots(buffer, this.gate, this.memory);
		this.writer = new RingWriter(this.slots, counters, listener, this.memory, this::tidy);
		this.writerThread = new WriterThread(this.writer, writerName);
		this.deadlocks = new DeadlockDetector(this.writer::done, this.writerThread);
		this.waiting = new WaitingCallers(this.slots, this.deadlocks);
	}

	void start() {
		this.writerThread.start();
	}

	/**
	 * Take over what can be changed while there are events in the ring. Callers that wait
	 * go by it at once.
	 */
	void apply(RingSettings settings) {
		this.admission = new Admission(settings, this.slots.buffer.getBufferSize());
		this.memory.setMaximum(settings.maxMemory());
		this.waiting.wakeAll();
	}

	boolean isWriter() {
		return Thread.currentThread() == this.writerThread;
	}

	/**
	 * Drop an event before any work is put into it, if the settings want that.
	 * @return whether it is dropped, and counted
	 */
	boolean dropsAtOnce(int level) {
		Admission current = this.admission;
		if (!this.gate.isOpen()) {
			return false;
		}
		if (current.isShedAt(level) && current.sheds(level, this.slots.used())) {
			this.counters.drop(level, DropReason.SHED);
			return true;
		}
		if (current.dropsWhenFull(level) && !this.slots.hasRoom(this.waiting.needed())) {
			this.counters.drop(level, DropReason.FULL);
			return true;
		}
		return false;
	}

	/**
	 * Take an event that is ready to be published, or do with it what the settings say
	 * when there is no slot.
	 * @return whether the ring has it or it is counted as dropped; if not, the caller
	 * writes it itself
	 */
	boolean take(EventSource source) {
		Outcome outcome = this.gate.isOpen() ? this.slots.tryPublish(source, this.waiting.needed()) : Outcome.CLOSED;
		if (outcome == Outcome.FULL) {
			outcome = takeWhenFull(source);
		}
		if (outcome == Outcome.CLOSED) {
			outcome = awaitDrained(source);
		}
		return outcome != Outcome.IN_PLACE;
	}

	private Outcome takeWhenFull(EventSource source) {
		Admission current = this.admission;
		if (!current.waitsWhenFull(source.levelIndex)) {
			return giveUp(source, current);
		}
		if (source.mustNotWait()) {
			return source.isWrittenInPlace() ? Outcome.IN_PLACE : drop(source, DropReason.FULL);
		}
		probeStack(SPARE_FRAMES);
		if (this.deadlocks.isKnownOwner()) {
			return spill(source);
		}
		FlightEvents.RingFull record = FlightEvents.beginRingFull();
		Outcome outcome = Outcome.FULL;
		long start = System.nanoTime();
		this.waiting.join(source.waiter);
		try {
			outcome = awaitSlot(source, start);
		}
		finally {
			this.waiting.leave(source.waiter);
			this.counters.blockedNanos.add(System.nanoTime() - start);
			this.counters.blocked.increment();
			if (record != null && source.owner != null) {
				record.end(source.owner.getName(), source.level.name(), outcome == Outcome.PUBLISHED);
			}
		}
		return outcome;
	}

	/**
	 * Wait in line and publish. The settings are read anew each time, so that a change
	 * frees those who wait.
	 */
	private Outcome awaitSlot(EventSource source, long start) {
		Waiter waiter = source.waiter;
		boolean interrupted = false;
		try {
			while (true) {
				if (waiter.admitted) {
					Outcome outcome = this.slots.tryPublish(source, 1);
					if (outcome != Outcome.FULL) {
						return outcome;
					}
					this.waiting.rejoin(waiter);
				}
				Admission current = this.admission;
				long nanosLeft = current.maxBlockNanos() - (System.nanoTime() - start);
				if (!this.gate.isOpen()) {
					return Outcome.CLOSED;
				}
				if (!current.waitsWhenFull(source.levelIndex)) {
					return giveUp(source, current);
				}
				if (nanosLeft <= 0) {
					return drop(source, DropReason.TIMEOUT);
				}
				if (this.waiting.nanosLeft() <= 0) {
					return drop(source, DropReason.SHUTDOWN);
				}
				if (waiter.blocksWriter) {
					this.deadlocks.remember();
					return spill(source);
				}
				// A pause would not pause while the flag is set; it is given back.
				interrupted |= Thread.interrupted();
				if (this.waiting.isFirst(waiter)) {
					this.waiting.watch(nanosLeft);
				}
				else {
					LockSupport.park(this);
					this.waiting.answer(waiter);
				}
			}
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

	/**
	 * Publish an event beside the ring, so that its caller can let go of the lock that
	 * the writer needs. The gate is looked at afterwards, as for a slot.
	 */
	private Outcome spill(EventSource source) {
		SpilledEvents.Entry entry = this.writer.spilled().add(source, this.slots.buffer.getCursor());
		this.memory.take(source.heldBytes);
		source.accounted = true;
		if (!this.gate.isOpen() && this.writer.spilled().takeBack(entry)) {
			return drop(source, DropReason.SHUTDOWN);
		}
		return Outcome.PUBLISHED;
	}

	private static int probeStack(int frames) {
		return (frames == 0) ? 0 : probeStack(frames - 1) + 1;
	}

	private Outcome giveUp(EventSource source, Admission current) {
		return current.writesInPlaceWhenFull() ? Outcome.IN_PLACE : drop(source, DropReason.FULL);
	}

	private Outcome drop(EventSource source, DropReason reason) {
		this.counters.drop(source.levelIndex, reason);
		source.accounted = true;
		return Outcome.DROPPED;
	}

	/**
	 * Wait until what was published before the ring closed is written, so that the order
	 * of a thread's events is kept; no longer than the thread that closes the ring does,
	 * and no longer than a caller may wait.
	 */
	private Outcome awaitDrained(EventSource source) {
		if (!this.gate.hasEnded() && source.mustNotWait()) {
			return source.isWrittenInPlace() ? Outcome.IN_PLACE : drop(source, DropReason.SHUTDOWN);
		}
		return this.gate.awaitEnd(this.admission.maxBlockNanos(), (end) -> switch (end) {
			case DRAINED -> Outcome.IN_PLACE;
			case ABANDONED -> drop(source, DropReason.SHUTDOWN);
			default -> drop(source, DropReason.TIMEOUT);
		});
	}

	/**
	 * Limit how long callers wait for slots from now on, all together, and how long the
	 * ring may be drained: the JVM has begun to shut down.
	 */
	void beginShutdown(long nanos) {
		this.waiting.limit(nanos);
	}

	/**
	 * Close the ring and wait until it is drained. Events that are not written in time
	 * are counted as dropped. The first call does it; the others wait for that.
	 * @param timeoutNanos how long to wait
	 * @return whether the appenders can still be used: the writer is not stuck in one
	 */
	boolean close(long timeoutNanos) {
		if (!this.gate.tryClose()) {
			this.gate.awaitEnd(Long.MAX_VALUE, (end) -> end);
			return !this.writerThread.isAlive();
		}
		this.waiting.wakeAll();
		boolean usable = new RingDrain(this.slots.buffer, this.writer, this.writerThread, this.gate)
			.run(Math.min(timeoutNanos, this.waiting.nanosLeft()), this::lose);
		this.counters.dropRecorder.recordNow();
		return usable;
	}

	boolean isClosed() {
		return !this.gate.isOpen();
	}

	/**
	 * Wait until what has been published so far is written.
	 * @return whether it is
	 */
	boolean awaitWritten(long nanos) {
		long last = this.slots.buffer.getCursor();
		return RingGate.await(() -> this.writer.done() >= last && this.writer.spilled().size() == 0, nanos);
	}

	private void lose(RingEvent event) {
		this.counters.drop(event.getLevel(), DropReason.SHUTDOWN);
		this.slots.voided.increment();
	}

	private void tidy() {
		this.waiting.nudge();
		this.counters.dropRecorder.recordNow();
	}

	int capacity() {
		return this.slots.buffer.getBufferSize();
	}

	RingBuffer<RingEvent> buffer() {
		return this.slots.buffer;
	}

	RingWriter writer() {
		return this.writer;
	}

	/**
	 * Return the number of events published and not yet written, the one being written
	 * included.
	 */
	int used() {
		return this.gate.hasEnded() ? 0 : this.writer.used();
	}

	/**
	 * Return what large events in the ring hold, in bytes.
	 */
	long heldBytes() {
		return this.gate.hasEnded() ? 0 : this.memory.held();
	}

	long published() {
		return this.slots.buffer.getCursor() + 1 - this.slots.voided.sum() + this.writer.spilled().published();
	}

}
