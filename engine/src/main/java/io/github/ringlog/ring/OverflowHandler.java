package io.github.ringlog.ring;

import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

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

	// Set when the JVM begins to shut down.
	private volatile @Nullable Deadline shutdown;

	// Until then callers wait. Set by the first that waits after that.
	private final AtomicReference<@Nullable Deadline> waits = new AtomicReference<>();

	OverflowHandler(OverflowRules rules, RingSlots slots, WaitingLine line, LockCycle cycle,
			RingStatistics statistics) {
		this.rules = rules;
		this.slots = slots;
		this.line = line;
		this.cycle = cycle;
		this.statistics = statistics;
	}

	/**
	 * Limit how long callers wait from now on, all together: the JVM has begun to shut
	 * down.
	 */
	void beginShutdown(long nanos) {
		this.shutdown = Deadline.in(nanos);
	}

	/**
	 * Return how long the ring may be drained. A writer that has written nothing since
	 * the JVM began to shut down has had that time.
	 */
	long drainNanos(long nanos, long stalledNanos) {
		Deadline begun = this.shutdown;
		return (begun != null) ? Math.max(0, nanos - Math.min(stalledNanos, System.nanoTime() - begun.start())) : nanos;
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
	 * Wait in line, and publish. Each wait reads the settings again, so that a change
	 * frees the waiting callers.
	 */
	private Outcome awaitSlot(RingEvent event, EventTarget target, Caller caller) {
		RingSlots.probeStack(SPARE_FRAMES);
		long start = System.nanoTime();
		this.cycle.enter(caller, start);
		boolean interrupted = false;
		try {
			while (true) {
				this.line.join(caller);
				Outcome outcome = this.slots.isOpen() ? this.slots.tryPublish(event, target, caller) : Outcome.CLOSED;
				long now = System.nanoTime();
				if (outcome == Outcome.FULL) {
					outcome = stopWaiting(event, caller, now - start, now);
				}
				if (outcome != Outcome.FULL) {
					return outcome;
				}
				// While the interrupt flag is set, no park waits. The flag is restored
				// later.
				interrupted |= Thread.interrupted();
				this.line.park(rules(caller).maxBlockNanos() - (now - start));
			}
		}
		finally {
			this.line.leave(caller);
			this.statistics.countBlocked(System.nanoTime() - start);
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

	/**
	 * Settle what becomes of an event if there is no point in waiting for a slot.
	 * @return {@link Outcome#FULL} to wait on
	 */
	private Outcome stopWaiting(RingEvent event, Caller caller, long waited, long now) {
		OverflowRules current = rules(caller);
		if (!current.waitsWhenFull(event.levelIndex())) {
			return giveUp(event, caller);
		}
		if (waited >= current.maxBlockNanos()) {
			return drop(event, caller, DropReason.TIMEOUT);
		}
		if (!caller.patient && isTooLateToWait()) {
			return drop(event, caller, DropReason.SHUTDOWN);
		}
		return this.cycle.has(caller, now) ? drop(event, caller, DropReason.LOCKED) : Outcome.FULL;
	}

	private boolean isTooLateToWait() {
		Deadline begun = this.shutdown;
		if (begun == null) {
			return false;
		}
		Deadline end = this.waits.get();
		if (end == null) {
			end = Deadline.in(begun.nanos());
			this.waits.compareAndSet(null, end);
		}
		return end.nanosLeft() == 0;
	}

	/**
	 * At the end of the JVM nobody writes an event because the ring is full: who gets
	 * stuck in an appender would keep the JVM from ending.
	 */
	private OverflowRules rules(Caller caller) {
		OverflowRules current = this.rules;
		boolean ends = this.shutdown != null && current.writesInPlaceWhenFull();
		return (caller.patient || ends) ? OverflowRules.BLOCK : current;
	}

	private Outcome giveUp(RingEvent event, Caller caller) {
		return rules(caller).writesInPlaceWhenFull() ? Outcome.IN_PLACE : drop(event, caller, DropReason.FULL);
	}

	Outcome drop(RingEvent event, Caller caller, DropReason reason) {
		this.statistics.drop(event.levelIndex(), reason);
		caller.accounted = true;
		return Outcome.DROPPED;
	}

}
