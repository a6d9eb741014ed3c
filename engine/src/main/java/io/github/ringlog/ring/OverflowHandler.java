package io.github.ringlog.ring;

/**
 * Takes events that find a ring full: their callers wait in line, write them themselves,
 * or the events are dropped. Any thread may call.
 */
final class OverflowHandler {

	// Frames that a caller must have left on its stack before it joins the line: more
	// than all that happens while it holds a lock or stands in line.
	private static final int SPARE_FRAMES = 300;

	private final RingSlots slots;

	private final WaitingLine line;

	private final LockCycle cycle;

	private final RingStatistics statistics;

	// Replaced as a whole by whoever changes the settings; read by each caller.
	volatile OverflowRules rules;

	// How long a caller may wait since the JVM began to shut down. Once one has waited
	// for so long, nobody waits any more.
	private volatile long limitNanos = Long.MAX_VALUE;

	private volatile boolean limitSpent;

	OverflowHandler(OverflowRules rules, RingSlots slots, WaitingLine line, LockCycle cycle,
			RingStatistics statistics) {
		this.rules = rules;
		this.slots = slots;
		this.line = line;
		this.cycle = cycle;
		this.statistics = statistics;
	}

	/**
	 * Limit how long callers wait from now on: the JVM has begun to shut down.
	 */
	void limit(long nanos) {
		this.limitNanos = nanos;
	}

	/**
	 * Return how long anybody may still wait.
	 */
	long nanosLeft() {
		return this.limitSpent ? 0 : this.limitNanos;
	}

	/**
	 * Handle an event as the settings say.
	 */
	Outcome take(RingEvent event, EventTarget target, Caller caller) {
		OverflowRules current = rules(caller);
		if (!current.waitsWhenFull(event.levelIndex())) {
			return giveUp(event, caller);
		}
		if (!caller.mayWait()) {
			return caller.writesInPlace() ? Outcome.IN_PLACE : drop(event, caller, DropReason.FULL);
		}
		return awaitSlot(event, target, caller);
	}

	/**
	 * Wait in line until an event may be formatted: a slot is in sight for it. Comes back
	 * without that where {@link #take} is to handle the event: if the ring closes, say,
	 * or if the caller has waited for as long as it may.
	 * @param slots how many slots it takes, as far as it is known
	 */
	void awaitRoom(RingEvent draft, int slots, Caller caller) {
		long start = begin(caller, slots);
		this.line.signal();
		if (caller.signalled) {
			return;
		}
		try {
			stand(caller, draft.levelIndex(), start);
		}
		finally {
			if (!caller.signalled) {
				this.line.leave(caller);
			}
			caller.waitedNanos = System.nanoTime() - start;
			this.statistics.countBlocked(caller.waitedNanos, true);
		}
	}

	/**
	 * Wait in line and publish.
	 */
	private Outcome awaitSlot(RingEvent event, EventTarget target, Caller caller) {
		int wanted = this.slots.most(event.slots);
		long before = caller.waitedNanos;
		long start = begin(caller, wanted);
		try {
			while (true) {
				Verdict verdict = stand(caller, event.levelIndex(), start - before);
				Outcome outcome = (verdict != Verdict.GO_ON) ? settle(verdict, event, caller)
						: this.slots.tryPublish(event, target, caller);
				if (outcome != Outcome.FULL) {
					return outcome;
				}
				this.line.join(caller, wanted, start);
			}
		}
		finally {
			this.line.leave(caller);
			// An event counts as one wait.
			this.statistics.countBlocked(System.nanoTime() - start, before == 0);
		}
	}

	private long begin(Caller caller, int slots) {
		probeStack(SPARE_FRAMES);
		long start = System.nanoTime();
		this.cycle.enter(caller, start);
		this.line.join(caller, slots, start);
		return start;
	}

	/**
	 * Stand in line until there is room, or there is no point in waiting. Each wait reads
	 * the settings again, so that a change frees the waiting callers.
	 * @param start when the caller began to wait for this event
	 */
	private Verdict stand(Caller caller, int level, long start) {
		boolean interrupted = false;
		try {
			while (!caller.signalled) {
				OverflowRules current = rules(caller);
				long now = System.nanoTime();
				long waited = now - start;
				long limit = caller.patient ? Long.MAX_VALUE : nanosLeft();
				if (!this.slots.isOpen()) {
					return Verdict.CLOSED;
				}
				if (!current.waitsWhenFull(level)) {
					return Verdict.GIVE_UP;
				}
				if (waited >= current.maxBlockNanos()) {
					return Verdict.TIMEOUT;
				}
				if (waited >= limit) {
					this.limitSpent = true;
					return Verdict.SHUTDOWN;
				}
				if (this.cycle.has(caller, now)) {
					return Verdict.LOCKED;
				}
				// While the interrupt flag is set, no park waits. The flag is restored
				// later.
				interrupted |= Thread.interrupted();
				this.line.await(caller, now, Math.min(current.maxBlockNanos(), limit) - waited);
			}
			return Verdict.GO_ON;
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

	private OverflowRules rules(Caller caller) {
		return caller.patient ? OverflowRules.BLOCK : this.rules;
	}

	private Outcome settle(Verdict verdict, RingEvent event, Caller caller) {
		return switch (verdict) {
			case CLOSED -> Outcome.CLOSED;
			case GO_ON -> Outcome.FULL;
			case GIVE_UP -> giveUp(event, caller);
			case TIMEOUT -> drop(event, caller, DropReason.TIMEOUT);
			case SHUTDOWN -> drop(event, caller, DropReason.SHUTDOWN);
			case LOCKED -> drop(event, caller, DropReason.LOCKED);
		};
	}

	private static int probeStack(int frames) {
		return (frames == 0) ? 0 : probeStack(frames - 1) + 1;
	}

	private Outcome giveUp(RingEvent event, Caller caller) {
		return this.rules.writesInPlaceWhenFull() ? Outcome.IN_PLACE : drop(event, caller, DropReason.FULL);
	}

	Outcome drop(RingEvent event, Caller caller, DropReason reason) {
		this.statistics.drop(event.levelIndex(), reason);
		caller.accounted = true;
		return Outcome.DROPPED;
	}

	/**
	 * Names why a caller no longer stands in line.
	 */
	private enum Verdict {

		GO_ON, CLOSED, GIVE_UP, TIMEOUT, SHUTDOWN, LOCKED

	}

}
