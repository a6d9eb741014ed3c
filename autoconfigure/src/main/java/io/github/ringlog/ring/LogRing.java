package io.github.ringlog.ring;

import com.lmax.disruptor.RingBuffer;

/**
 * The ring: callers claim a slot, fill it and publish it; one writer takes it from there.
 * <p>
 * Knows no logger and no logger context: it writes through the {@link EventTarget} of an
 * event and reports to a {@link RingListener}. A JVM may have several. Any thread may
 * call.
 */
public final class LogRing {

	private final RingState state = new RingState();

	private final RingMemory memory;

	private final RingSlots slots;

	private final Ledger ledger;

	private final RingWriter writer;

	private final Thread writerThread;

	private final DeadlockDetector deadlocks;

	private final WaitingCallers waiting;

	private final OverflowHandler overflow;

	private final AdaptiveWaitStrategy waitStrategy;

	private final Ledger.RingCounts counts;

	public LogRing(String writerName, RingSettings settings, Ledger ledger, RingListener listener) {
		int size = settings.bufferSize();
		this.ledger = ledger;
		this.waitStrategy = new AdaptiveWaitStrategy(settings.waitStrategy(), size);
		RingBuffer<RingEvent> buffer = RingSlots.newBuffer(size, this.waitStrategy);
		this.memory = new RingMemory(settings.maxMemory());
		this.slots = new RingSlots(buffer, this.state, this.memory);
		this.writer = new RingWriter(this.slots, ledger, listener, this.memory, this::admit);
		this.writerThread = new WriterThread(this.writer, writerName);
		this.deadlocks = new DeadlockDetector(this.writer::done, this.writerThread);
		this.waiting = new WaitingCallers(this.slots, this.writerThread);
		this.overflow = new OverflowHandler(new OverflowHandler.Rules(settings, size), this.slots, this.waiting,
				this.deadlocks, this.writer.spilled(), ledger);
		this.counts = new Ledger.RingCounts(this::published, this.writer::written);
	}

	public void start() {
		this.ledger.begin(this.counts);
		this.writerThread.start();
	}

	/**
	 * Take over the settings that can change while there are events in the ring. They
	 * apply at once, also to callers that wait.
	 * @param settings the new settings
	 */
	public void apply(RingSettings settings) {
		this.overflow.rules = new OverflowHandler.Rules(settings, capacity());
		this.memory.setMaximum(settings.maxMemory());
		this.waiting.wakeAll();
	}

	public boolean isWriter() {
		return Thread.currentThread() == this.writerThread;
	}

	/**
	 * Drop an event before any work is put into it, if the settings want that.
	 * @param level the index of its level
	 * @return whether it is dropped, and counted
	 */
	public boolean dropsAtOnce(int level) {
		OverflowHandler.Rules current = this.overflow.rules;
		if (!this.state.isOpen()) {
			return false;
		}
		if (sheds(current, level)) {
			this.ledger.drop(level, DropReason.SHED);
			return true;
		}
		if (isFull(current, level)) {
			this.waitStrategy.endNap();
			this.ledger.drop(level, DropReason.FULL);
			return true;
		}
		return false;
	}

	/**
	 * Return whether an event would be dropped before any work is put into it. Counts
	 * nothing.
	 * @param level the index of its level
	 * @return whether it would be
	 */
	public boolean wouldDropAtOnce(int level) {
		OverflowHandler.Rules current = this.overflow.rules;
		return this.state.isOpen() && (sheds(current, level) || isFull(current, level));
	}

	private boolean sheds(OverflowHandler.Rules current, int level) {
		return current.isShedAt(level) && current.sheds(level, this.slots.used());
	}

	private boolean isFull(OverflowHandler.Rules current, int level) {
		return current.dropsWhenFull(level) && !this.slots.hasRoom(this.waiting.needed());
	}

	/**
	 * Drop an event whose caller would wait in vain, if the policy is to drop: the ring
	 * is full, and its writer has not got on for as long as a caller may wait.
	 * @param level the index of its level
	 * @return whether it is dropped, and counted
	 */
	public boolean dropsWhileStuck(int level) {
		OverflowHandler.Rules current = this.overflow.rules;
		if (!current.mayDrop() || !this.state.isOpen() || this.slots.hasRoom(this.waiting.needed())
				|| this.writer.pulse().sinceActive(System.nanoTime()) < current.maxBlockNanos()) {
			return false;
		}
		this.ledger.drop(level, DropReason.TIMEOUT);
		return true;
	}

	/**
	 * Return whether an event may be formatted without more ado: nobody waits for room,
	 * and its text is of usual size, as far as that is known.
	 * @param bytes the memory that its text will take, as far as it is known; 0 for one
	 * of usual size
	 * @return whether it may be
	 */
	public boolean isClear(long bytes) {
		return bytes == 0 && this.waiting.needed() == 1 && !this.memory.isExhausted();
	}

	/**
	 * Reserve what an event will need, before any work is put into it.
	 * @param source the event, whose target and level are known
	 * @param bytes the memory that its text will take, as far as it is known
	 * @return whether the event may be formatted; if not, its caller first waits in
	 * {@link #awaitRoom}, while it holds no text
	 */
	public boolean hasRoomFor(EventSource source, long bytes) {
		if (!this.state.isOpen() || !this.overflow.rules.waitsWhenFull(source.levelIndex)) {
			return true;
		}
		source.waiter.wanted = (bytes > 0) ? bytes : this.memory.guess();
		return (this.slots.hasRoom(this.waiting.needed()) && this.waiting.tryReserve(source.waiter))
				|| source.mustNotWait();
	}

	/**
	 * Wait until an event may be formatted, or has to be handled without more waiting,
	 * which is up to {@link #take}.
	 * @param source the event
	 */
	public void awaitRoom(EventSource source) {
		this.waitStrategy.endNap();
		this.overflow.awaitRoom(source);
	}

	/**
	 * Let go of what is reserved for an event.
	 * @param source the event
	 */
	public void leave(EventSource source) {
		this.waiting.leave(source.waiter);
	}

	/**
	 * Take an event that is ready to be published, or handle it as the settings say if
	 * there is no slot.
	 * @param source the event
	 * @return whether the ring has it or it is counted as dropped; if not, the caller
	 * writes it itself
	 */
	public boolean take(EventSource source) {
		int needed = this.waiting.needed(source.waiter, source.heldBytes);
		RingSlots.Outcome outcome = this.state.isOpen() ? this.slots.tryPublish(source, needed)
				: RingSlots.Outcome.CLOSED;
		if (outcome == RingSlots.Outcome.FULL) {
			this.waitStrategy.endNap();
			outcome = this.overflow.take(source);
		}
		if (outcome == RingSlots.Outcome.CLOSED) {
			outcome = awaitDrained(source);
		}
		return outcome != RingSlots.Outcome.IN_PLACE;
	}

	/**
	 * Take an event that its caller can't write itself, because it writes another one
	 * right now. It comes right behind that if the caller is the writer, and else behind
	 * what is in the ring.
	 * @param source the event
	 * @return whether the ring has it or it is counted as dropped; if not, there is no
	 * room, or the ring has ended
	 */
	public boolean keep(EventSource source) {
		if (this.state.hasEnded()) {
			return false;
		}
		boolean own = isWriter();
		if (this.writer.spilled().size() < WriteScope.MAX_KEPT) {
			this.overflow.spill(source, own ? this.writer.current() : this.slots.buffer.getCursor());
			return true;
		}
		if (own) {
			this.overflow.drop(source, DropReason.FULL);
		}
		return own;
	}

	/**
	 * Wait until what was published before the ring closed is written, so that the order
	 * of a thread's events is kept; no longer than the thread that closes the ring does,
	 * and no longer than a caller may wait. Where events may be dropped, all callers
	 * together wait no longer than that: an appender may wait for one of them with each
	 * event, as that of Kafka waits for its client, and the drain would take as long. If
	 * the writer waits for the caller, the event is published after all.
	 */
	private RingSlots.Outcome awaitDrained(EventSource source) {
		if (!this.state.hasEnded() && source.mustNotWait()) {
			return source.isWrittenInPlace() ? RingSlots.Outcome.IN_PLACE
					: this.overflow.drop(source, DropReason.SHUTDOWN);
		}
		Waiter waiter = source.waiter;
		this.deadlocks.enter(waiter, System.nanoTime());
		OverflowHandler.Rules current = this.overflow.rules;
		long spent = current.dropsWhenFull(source.levelIndex) ? this.state.nanosSinceClose() : 0;
		return this.state.awaitEnd(() -> this.deadlocks.blocksWriter(waiter, System.nanoTime()),
				current.maxBlockNanos() - spent, (end) -> switch (end) {
					case DRAINED -> RingSlots.Outcome.IN_PLACE;
					case ABANDONED -> this.overflow.drop(source, DropReason.SHUTDOWN);
					default -> {
						if (waiter.blocksWriter) {
							yield this.overflow.spill(source);
						}
						yield this.overflow.drop(source,
								current.dropsWhenFull(source.levelIndex) ? DropReason.SHUTDOWN : DropReason.TIMEOUT);
					}
				});
	}

	/**
	 * Limit how long callers wait for slots from now on, all together, and how long the
	 * ring may be drained: the JVM has begun to shut down.
	 * @param nanos how long they wait at the most, and the ring is drained
	 */
	public void beginShutdown(long nanos) {
		this.waiting.limit(nanos);
	}

	/**
	 * Close the ring and wait until it is drained. Events that are not written in time
	 * are counted as dropped. The first call does it; the others wait for that.
	 * @param timeoutNanos how long to wait
	 * @return whether the appenders can still be used: the writer is not stuck in one
	 */
	public boolean close(long timeoutNanos) {
		if (!this.state.tryClose()) {
			this.state.awaitEnd(() -> false, Long.MAX_VALUE, (end) -> end);
			return !this.writerThread.isAlive();
		}
		this.waiting.wakeAll();
		try {
			return new RingShutdown(this.slots.buffer, this.writer, this.writerThread, this.state)
				.run(Math.min(timeoutNanos, this.waiting.nanosLeft()), this::lose);
		}
		finally {
			if (!this.writerThread.isAlive()) {
				this.ledger.end(this.counts);
			}
		}
	}

	public boolean isClosed() {
		return !this.state.isOpen();
	}

	/**
	 * Wait until what has been published so far is written.
	 * @param nanos how long to wait at the most
	 * @return whether it is
	 */
	public boolean awaitWritten(long nanos) {
		long last = this.slots.buffer.getCursor();
		return RingState.await(() -> this.writer.done() >= last && this.writer.spilled().size() == 0, nanos);
	}

	private void lose(RingEvent event) {
		this.ledger.drop(event.getLevel(), DropReason.SHUTDOWN);
		this.slots.voided.increment();
	}

	private void admit() {
		this.overflow.admit();
	}

	public int capacity() {
		return this.slots.buffer.getBufferSize();
	}

	public RingBuffer<RingEvent> buffer() {
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
		return this.state.hasEnded() ? 0 : this.writer.used();
	}

	/**
	 * Return how many callers wait for a slot.
	 */
	int waiting() {
		return this.waiting.size();
	}

	/**
	 * Return what large events in the ring hold, in bytes.
	 */
	long heldBytes() {
		return this.state.hasEnded() ? 0 : this.memory.held();
	}

	/**
	 * Return the age of the oldest event not yet written, in milliseconds.
	 */
	long lagMillis(long nowMillis) {
		while (true) {
			long last = this.writer.done();
			if (!this.slots.buffer.isAvailable(last + 1)) {
				return 0;
			}
			long called = this.slots.buffer.get(last + 1).calledMillis;
			if (this.writer.done() == last) {
				return Math.max(0, nowMillis - called);
			}
		}
	}

	private long published() {
		return this.slots.buffer.getCursor() + 1 - this.slots.voided.sum() + this.writer.spilled().published();
	}

}
