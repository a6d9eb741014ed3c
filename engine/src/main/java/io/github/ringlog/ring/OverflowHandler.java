package io.github.ringlog.ring;

import org.jspecify.annotations.Nullable;

/**
 * Handles events when the ring is full: the caller waits in line or writes the event
 * itself, or the event is dropped. Any thread may call.
 */
final class OverflowHandler {

	// Free stack frames that a caller needs before it joins the line: more than it takes
	// while it holds the lock or is in line.
	private static final int SPARE_FRAMES = 300;

	private final RingSlots slots;

	private final WaitingLine line;

	private final LockCycle cycle;

	private final RingStatistics statistics;

	private final Shutdown shutdown;

	// Replaced as a whole by the thread that changes the settings; read by each caller.
	volatile OverflowRules rules;

	OverflowHandler(OverflowRules rules, RingSlots slots, WaitingLine line, LockCycle cycle, RingStatistics statistics,
			Shutdown shutdown) {
		this.rules = rules;
		this.slots = slots;
		this.line = line;
		this.cycle = cycle;
		this.statistics = statistics;
		this.shutdown = shutdown;
	}

	/**
	 * Handle an event as the settings say.
	 */
	Outcome take(RingEvent event, EventHandler target, Producer producer) {
		OverflowRules current = rules();
		if (!current.waitsWhenFull(event.levelIndex())) {
			return stop(event, producer, DropReason.FULL);
		}
		if (!producer.mayWait()) {
			return producer.writesInPlace() ? Outcome.IN_PLACE : drop(event, producer, DropReason.FULL);
		}
		return awaitSlot(event, target, producer);
	}

	/**
	 * Wait in line until there is room, so that the event may be formatted. Return
	 * without room if {@link #take} must handle the event: if the ring closes, for
	 * example, or if the caller has waited for as long as it may.
	 */
	void awaitRoom(RingEvent draft, Producer producer) {
		awaitSlot(draft, null, producer);
	}

	/**
	 * Wait in line, and publish. Each wait reads the settings again, so that a change
	 * frees the waiting callers.
	 * @param target the target, or {@code null} to wait for room only
	 */
	private Outcome awaitSlot(RingEvent event, @Nullable EventHandler target, Producer producer) {
		RingSlots.probeStack(SPARE_FRAMES);
		long before = producer.waitedNanos;
		long start = System.nanoTime();
		this.cycle.enter(producer, start);
		boolean interrupted = false;
		try {
			while (true) {
				this.line.join(producer);
				Outcome outcome = this.slots.tryPublish(event, target, producer);
				if (outcome != Outcome.FULL) {
					return outcome;
				}
				long now = System.nanoTime();
				long waited = before + now - start;
				DropReason reason = reasonToStop(event, producer, waited, now);
				if (reason != null) {
					return (target != null) ? stop(event, producer, reason) : Outcome.FULL;
				}
				// While the interrupt flag is set, a park returns at once. The flag is
				// restored later.
				interrupted |= Thread.interrupted();
				this.line.park(rules().maxBlockNanos() - waited);
			}
		}
		finally {
			this.line.leave(producer);
			long waited = System.nanoTime() - start;
			producer.waitedNanos = (target != null) ? 0 : waited;
			// The waits before and after formatting count as one.
			this.statistics.countBlocked(waited, before == 0);
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

	/**
	 * Return why the caller must not wait any longer.
	 * @return the reason, {@link DropReason#FULL} if the settings no longer let it wait,
	 * or {@code null} to keep waiting
	 */
	private @Nullable DropReason reasonToStop(RingEvent event, Producer producer, long waited, long now) {
		OverflowRules current = rules();
		if (!current.waitsWhenFull(event.levelIndex())) {
			return DropReason.FULL;
		}
		if (waited >= current.maxBlockNanos()) {
			return DropReason.TIMEOUT;
		}
		if (this.shutdown.endsWaits()) {
			return DropReason.SHUTDOWN;
		}
		return this.cycle.has(producer, now) ? DropReason.LOCKED : null;
	}

	/**
	 * Return the rules in force. At the end of the JVM callers wait instead of writing in
	 * place: a caller stuck in an appender would keep the JVM from ending.
	 */
	private OverflowRules rules() {
		OverflowRules current = this.rules;
		return (current.writesInPlaceWhenFull() && this.shutdown.hasBegun()) ? OverflowRules.BLOCK : current;
	}

	private Outcome stop(RingEvent event, Producer producer, DropReason reason) {
		return (reason == DropReason.FULL && rules().writesInPlaceWhenFull()) ? Outcome.IN_PLACE
				: drop(event, producer, reason);
	}

	Outcome drop(RingEvent event, Producer producer, DropReason reason) {
		this.statistics.drop(event.levelIndex(), reason);
		producer.accounted = true;
		return Outcome.DROPPED;
	}

}
