package io.github.ringlog.ring;

/**
 * Takes events that find a ring full: their callers wait in line, write them themselves,
 * or the events are dropped. Any thread may call.
 */
final class FullRing {

	// Frames that a caller must have left on its stack before it joins the queue: more
	// than all that happens while it holds a lock or stands in line.
	private static final int SPARE_FRAMES = 300;

	private final RingSlots slots;

	private final WaitingCallers waiting;

	private final DeadlockDetector deadlocks;

	private final SpilledEvents spilled;

	private final Ledger ledger;

	// Replaced as a whole by whoever changes the settings; read by each caller.
	volatile Admission admission;

	FullRing(Admission admission, RingSlots slots, WaitingCallers waiting, DeadlockDetector deadlocks,
			SpilledEvents spilled, Ledger ledger) {
		this.admission = admission;
		this.slots = slots;
		this.waiting = waiting;
		this.deadlocks = deadlocks;
		this.spilled = spilled;
		this.ledger = ledger;
	}

	/**
	 * Handle an event as the settings say.
	 */
	RingSlots.Outcome take(EventSource source) {
		Admission current = this.admission;
		if (!current.waitsWhenFull(source.levelIndex)) {
			return giveUp(source, current);
		}
		if (source.mustNotWait()) {
			return source.isWrittenInPlace() ? RingSlots.Outcome.IN_PLACE : drop(source, DropReason.FULL);
		}
		probeStack(SPARE_FRAMES);
		long start = System.nanoTime();
		this.deadlocks.enter(source.waiter, start);
		if (source.waiter.blocksWriter) {
			return spill(source);
		}
		FlightEvents.RingFull record = FlightEvents.beginRingFull();
		RingSlots.Outcome outcome = RingSlots.Outcome.FULL;
		this.waiting.join(source.waiter, start);
		try {
			outcome = awaitSlot(source, start);
		}
		finally {
			this.waiting.leave(source.waiter);
			this.ledger.blockedNanos.add(System.nanoTime() - start);
			this.ledger.blocked.increment();
			if (record != null && source.owner != null) {
				record.end(source.owner.getName(), source.level.name(), outcome == RingSlots.Outcome.PUBLISHED);
			}
		}
		return outcome;
	}

	/**
	 * Wait in line and publish. Each wait reads the settings again, so that a change
	 * frees the waiting callers.
	 */
	private RingSlots.Outcome awaitSlot(EventSource source, long start) {
		Waiter waiter = source.waiter;
		boolean interrupted = false;
		try {
			while (true) {
				if (waiter.admitted) {
					RingSlots.Outcome outcome = this.slots.tryPublish(source, 1);
					if (outcome != RingSlots.Outcome.FULL) {
						return outcome;
					}
					this.waiting.rejoin(waiter);
				}
				Admission current = this.admission;
				long now = System.nanoTime();
				long nanosLeft = current.maxBlockNanos() - (now - start);
				if (!this.slots.isOpen()) {
					return RingSlots.Outcome.CLOSED;
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
				if (this.deadlocks.blocksWriter(waiter, now)) {
					return spill(source);
				}
				// While the interrupt flag is set, no park waits. The flag is restored
				// later.
				interrupted |= Thread.interrupted();
				this.waiting.await(waiter, now, nanosLeft, patienceNanos(current));
			}
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

	/**
	 * Let callers go on if there is room. The writer calls this regularly, because those
	 * that wait may not be run.
	 */
	void admit() {
		this.waiting.look(patienceNanos(this.admission));
	}

	private long patienceNanos(Admission current) {
		return current.patienceNanos(this.waiting.isFlood());
	}

	/**
	 * Publish an event beside the ring, so that its caller can let go of the lock that
	 * the writer needs, also while the ring is drained. The gate is checked afterwards,
	 * as for a slot.
	 */
	RingSlots.Outcome spill(EventSource source) {
		SpilledEvents.Entry entry = this.spilled.add(source, this.slots.buffer.getCursor());
		source.accounted = true;
		this.slots.memory.take(source.heldBytes);
		if (this.slots.hasEnded() && this.spilled.takeBack(entry)) {
			return drop(source, DropReason.SHUTDOWN);
		}
		return RingSlots.Outcome.PUBLISHED;
	}

	private static int probeStack(int frames) {
		return (frames == 0) ? 0 : probeStack(frames - 1) + 1;
	}

	private RingSlots.Outcome giveUp(EventSource source, Admission current) {
		return current.writesInPlaceWhenFull() ? RingSlots.Outcome.IN_PLACE : drop(source, DropReason.FULL);
	}

	RingSlots.Outcome drop(EventSource source, DropReason reason) {
		this.ledger.drop(source.levelIndex, reason);
		source.accounted = true;
		return RingSlots.Outcome.DROPPED;
	}

}
