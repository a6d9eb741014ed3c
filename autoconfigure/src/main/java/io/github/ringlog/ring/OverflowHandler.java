package io.github.ringlog.ring;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * Takes events that find a ring full: their callers wait in line, write them themselves,
 * or the events are dropped. Any thread may call.
 */
final class OverflowHandler {

	// Frames that a caller must have left on its stack before it joins the queue: more
	// than all that happens while it holds a lock or stands in line.
	private static final int SPARE_FRAMES = 300;

	private final RingSlots slots;

	private final WaitingCallers waiting;

	private final DeadlockDetector deadlocks;

	private final SpilledEvents spilled;

	private final Ledger ledger;

	// Replaced as a whole by whoever changes the settings; read by each caller.
	volatile Rules rules;

	OverflowHandler(Rules rules, RingSlots slots, WaitingCallers waiting, DeadlockDetector deadlocks,
			SpilledEvents spilled, Ledger ledger) {
		this.rules = rules;
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
		Rules current = this.rules;
		if (!current.waitsWhenFull(source.levelIndex)) {
			return giveUp(source, current);
		}
		if (source.mustNotWait()) {
			return source.isWrittenInPlace() ? RingSlots.Outcome.IN_PLACE : drop(source, DropReason.FULL);
		}
		probeStack(SPARE_FRAMES);
		Waiter waiter = source.waiter;
		long start = System.nanoTime();
		this.deadlocks.enter(waiter, start);
		if (waiter.blocksWriter) {
			return spill(source);
		}
		FlightEvents.RingFull record = FlightEvents.beginRingFull();
		RingSlots.Outcome outcome = RingSlots.Outcome.FULL;
		boolean again = waiter.waitedNanos > 0;
		this.waiting.count(waiter, source.heldBytes);
		if (waiter.admitted) {
			this.waiting.rejoin(waiter);
		}
		else {
			this.waiting.join(waiter, start);
		}
		try {
			outcome = awaitSlot(source, start - waiter.waitedNanos);
		}
		finally {
			this.waiting.leave(waiter);
			this.ledger.blockedNanos.add(System.nanoTime() - start);
			this.ledger.blocked.add(again ? 0 : 1);
			if (record != null) {
				record.end(source, outcome == RingSlots.Outcome.PUBLISHED);
			}
		}
		return outcome;
	}

	/**
	 * Wait in line until an event may be formatted: a slot is in sight for it, and the
	 * memory that it is known to need. Comes back without that where {@link #take} is to
	 * handle the event: if the ring closes, say, or if the caller has waited for as long
	 * as it may.
	 */
	void awaitRoom(EventSource source) {
		probeStack(SPARE_FRAMES);
		Waiter waiter = source.waiter;
		long start = System.nanoTime();
		this.deadlocks.enter(waiter, start);
		FlightEvents.RingFull record = FlightEvents.beginRingFull();
		this.waiting.join(waiter, start);
		boolean interrupted = false;
		try {
			while (!waiter.admitted) {
				Rules current = this.rules;
				long now = System.nanoTime();
				long nanosLeft = current.maxBlockNanos() - (now - start);
				if (!this.slots.isOpen() || !current.waitsWhenFull(source.levelIndex) || nanosLeft <= 0
						|| this.waiting.nanosLeft() <= 0 || this.deadlocks.blocksWriter(waiter, now)) {
					this.waiting.leave(waiter);
					break;
				}
				interrupted |= Thread.interrupted();
				this.waiting.await(waiter, now, nanosLeft, current.patienceNanos());
			}
		}
		finally {
			waiter.waitedNanos = System.nanoTime() - start;
			this.ledger.blockedNanos.add(waiter.waitedNanos);
			this.ledger.blocked.increment();
			if (record != null) {
				record.end(source, waiter.admitted);
			}
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
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
				Rules current = this.rules;
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
				this.waiting.await(waiter, now, nanosLeft, current.patienceNanos());
			}
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

	/**
	 * Let callers go on if there is room.
	 */
	void admit() {
		this.waiting.admitIfRoom(this.rules.patienceNanos());
	}

	/**
	 * Publish an event beside the ring, so that its caller can let go of the lock that
	 * the writer needs, also while the ring is drained. Whether the ring has ended is
	 * checked afterwards, as for a slot.
	 */
	RingSlots.Outcome spill(EventSource source) {
		return spill(source, this.slots.buffer.getCursor());
	}

	/**
	 * Publish an event beside the ring.
	 * @param after the sequence of the slot that it comes behind
	 */
	RingSlots.Outcome spill(EventSource source, long after) {
		SpilledEvents.Entry entry = this.spilled.add(source, after);
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

	private RingSlots.Outcome giveUp(EventSource source, Rules current) {
		return current.writesInPlaceWhenFull() ? RingSlots.Outcome.IN_PLACE : drop(source, DropReason.FULL);
	}

	RingSlots.Outcome drop(EventSource source, DropReason reason) {
		this.ledger.drop(source.levelIndex, reason);
		source.accounted = true;
		return RingSlots.Outcome.DROPPED;
	}

	/**
	 * The settings that each publish needs, computed once: which levels are shed, and
	 * what happens to events of a level when the ring is full. Immutable; the ring
	 * replaces it as a whole.
	 */
	static final class Rules {

		private static final int NEVER = Integer.MAX_VALUE;

		private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

		private static final long PATIENCE_BESIDE_DROPS_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

		private final OverflowPolicy policy;

		private final long maxBlockNanos;

		private final int leastDroppable;

		// The use of the ring from which a level is shed, by the index of the level.
		private final int[] shedFrom = new int[LevelIndex.LEVELS.size()];

		Rules(RingSettings settings, int capacity) {
			RingSettings.Overflow overflow = settings.overflow();
			this.policy = overflow.policy();
			this.maxBlockNanos = (overflow.maxBlock() != null) ? RingSettings.nanos(overflow.maxBlock())
					: Long.MAX_VALUE;
			this.leastDroppable = LevelIndex.of(overflow.dropLevel());
			Arrays.fill(this.shedFrom, NEVER);
			settings.shedding()
				.forEach((level, ratio) -> this.shedFrom[LevelIndex.of(level)] = (int) Math.ceil(capacity * ratio));
		}

		boolean isShedAt(int level) {
			return this.shedFrom[level] != NEVER;
		}

		boolean sheds(int level, long used) {
			return used >= this.shedFrom[level];
		}

		boolean dropsWhenFull(int level) {
			return this.policy == OverflowPolicy.DROP && level >= this.leastDroppable;
		}

		boolean mayDrop() {
			return this.policy == OverflowPolicy.DROP;
		}

		boolean writesInPlaceWhenFull() {
			return this.policy == OverflowPolicy.SYNCHRONOUS;
		}

		boolean waitsWhenFull(int level) {
			return !writesInPlaceWhenFull() && !dropsWhenFull(level);
		}

		/**
		 * Return the longest a caller waits in nanoseconds, {@link Long#MAX_VALUE} for no
		 * limit.
		 */
		long maxBlockNanos() {
			return this.maxBlockNanos;
		}

		/**
		 * Return how many nanoseconds callers wait for a share of the ring, before they
		 * take any slot. Long, because a writer that shares the processors with many
		 * callers may get on only while they wait; short where other events are dropped
		 * meanwhile; and never more than half of the longest wait.
		 */
		long patienceNanos() {
			return Math.min(mayDrop() ? PATIENCE_BESIDE_DROPS_NANOS : PATIENCE_NANOS, this.maxBlockNanos / 2);
		}

	}

}
