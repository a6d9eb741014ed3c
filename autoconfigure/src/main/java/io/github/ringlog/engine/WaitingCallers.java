package io.github.ringlog.engine;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * The callers that wait for a slot of a full ring, first come, first served. The first in
 * line looks for room; the others are parked without a timer. When there is much room, or
 * any at all after a while, as many callers go on as there are free slots.
 * <p>
 * In a flood the first goes on alone as soon as there is some room, and the next in line
 * looks. A caller that logs on and on keeps the ring full by itself; more of them would
 * only take the processors from the writer.
 * <p>
 * Nobody takes a slot from those that wait. Newcomers leave one for each caller that may
 * go on and has not claimed it yet, and in a flood one for each that is in line. If it is
 * no flood and there is a line, the ring is full for them.
 * <p>
 * The idea is that of {@link java.util.concurrent.locks.AbstractQueuedSynchronizer}. It
 * is not used, because it makes nodes: a caller that is out of memory could not leave.
 */
final class WaitingCallers {

	private static final long MIN_NAP_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

	private static final long MAX_NAP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

	private static final int SPINS = 64;

	// So many free slots are worth a wake-up.
	private static final int SOME_ROOM = 512;

	// It is a flood if callers that are given much room take each slot faster than that.
	private static final long FLOOD_NANOS = TimeUnit.MICROSECONDS.toNanos(4);

	private final RingSlots slots;

	private final DeadlockDetector deadlocks;

	private final long someRoom;

	private final long muchRoom;

	// A spin lock, held for a few field accesses. It guards all that is not volatile.
	private final AtomicBoolean locked = new AtomicBoolean();

	private final WaiterQueue queue = new WaiterQueue();

	// Callers that may go on and have not yet claimed a slot.
	private int admitted;

	// Written under the lock, read by each caller.
	private volatile int needed = 1;

	// How long callers may wait from now on. Set when the JVM begins to shut down; the
	// first in line takes off what it waits, so that the time is spent once for all.
	private volatile long nanosLeft = Long.MAX_VALUE;

	// What follows is the first in line's. The lock, through which one becomes the first,
	// orders the accesses.
	private long nap = MIN_NAP_NANOS;

	// When callers could last go on together.
	private long roomAt = System.nanoTime();

	// When a caller could last go on, alone or with others.
	private long admittedAt;

	// Whether the room that callers were given last was gone in no time.
	private boolean flood;

	WaitingCallers(RingSlots slots, DeadlockDetector deadlocks) {
		this.slots = slots;
		this.deadlocks = deadlocks;
		this.someRoom = Math.min(SOME_ROOM, slots.buffer.getBufferSize() / 16);
		this.muchRoom = slots.buffer.getBufferSize() / 4;
		this.admittedAt = this.roomAt - this.muchRoom * FLOOD_NANOS;
	}

	/**
	 * Return how many slots must be free for a caller that has not waited: one, if nobody
	 * waits.
	 */
	int needed() {
		return this.needed;
	}

	/**
	 * Return the same for a large event, which does not pass callers in line: it would
	 * leave slots for them, but no memory.
	 */
	int neededForLarge() {
		return (this.queue.first() != null) ? Integer.MAX_VALUE : this.needed;
	}

	/**
	 * Put the current thread at the end of the queue.
	 * @param now the time, as {@link System#nanoTime()} has it
	 */
	void join(Waiter waiter, long now) {
		waiter.thread = Thread.currentThread();
		waiter.joinedAt = now;
		waiter.admitted = false;
		waiter.blocksWriter = false;
		this.deadlocks.enter(waiter);
		lock();
		try {
			if (this.queue.first() == null) {
				this.deadlocks.restart(now);
				this.flood = now - this.admittedAt < this.muchRoom * FLOOD_NANOS;
			}
			this.queue.addLast(waiter);
		}
		finally {
			unlock();
		}
	}

	/**
	 * Put a caller that was admitted, but found no slot after all, back to the front.
	 */
	void rejoin(Waiter waiter) {
		lock();
		try {
			waiter.admitted = false;
			this.admitted--;
			this.queue.addFirst(waiter);
		}
		finally {
			unlock();
		}
	}

	/**
	 * Leave, with a slot or without.
	 */
	void leave(Waiter waiter) {
		lock();
		try {
			if (waiter.queued) {
				boolean wasFirst = this.queue.first() == waiter;
				this.queue.remove(waiter);
				if (wasFirst) {
					wakeFirst();
				}
			}
			else if (waiter.admitted) {
				waiter.admitted = false;
				this.admitted--;
			}
			waiter.thread = null;
		}
		finally {
			unlock();
		}
	}

	boolean isFirst(Waiter waiter) {
		return this.queue.first() == waiter;
	}

	/**
	 * Return whether callers log as fast as they can. Asked by the first in line.
	 */
	boolean isFlood() {
		return this.flood;
	}

	/**
	 * Wait a little for room, as the first in line, and let callers go on when there is
	 * some: the first alone, or all of them.
	 * @param maxNanos how long to wait at the most
	 * @param patienceNanos how long callers wait for that, before they take any slot
	 */
	void watch(long maxNanos, long patienceNanos) {
		long start = System.nanoTime();
		LockSupport.parkNanos(this, Math.min(this.nap, maxNanos));
		this.nap = Math.min(2 * this.nap, MAX_NAP_NANOS);
		long now = System.nanoTime();
		long left = this.nanosLeft;
		if (left != Long.MAX_VALUE) {
			left = Math.max(0, left - (now - start));
			this.nanosLeft = left;
		}
		long room = this.slots.room();
		if (room >= this.muchRoom || (room > 0 && waited(now) >= Math.min(patienceNanos, left / 2))) {
			this.roomAt = now;
			admit(room, now);
		}
		else if (this.flood && room >= this.someRoom) {
			admit(1, now);
		}
		else {
			findDeadlock(now);
		}
	}

	/**
	 * Return how long the first in line has waited since callers last went on together.
	 */
	private long waited(long now) {
		Waiter first = this.queue.first();
		return (first != null) ? Math.min(now - first.joinedAt, now - this.roomAt) : 0;
	}

	private void admit(long count, long now) {
		lock();
		try {
			this.admittedAt = now;
			this.nap = MIN_NAP_NANOS;
			Waiter next = this.queue.first();
			for (long i = 0; i < count && next != null; i++) {
				this.queue.remove(next);
				next.admitted = true;
				this.admitted++;
				if (next.thread != Thread.currentThread()) {
					LockSupport.unpark(next.thread);
				}
				next = this.queue.first();
			}
			wakeFirst();
		}
		finally {
			unlock();
		}
	}

	/**
	 * Let a caller go on that would wait for ever, because the writer waits for a lock
	 * that it holds.
	 */
	private void findDeadlock(long now) {
		long owner = this.deadlocks.findOwner(now);
		if (owner == LockOwner.UNKNOWN) {
			wakeAll();
		}
		else if (owner != LockOwner.NONE) {
			wakeOwner(owner);
		}
	}

	/**
	 * Find out whether the current thread is that caller, if the first in line can't
	 * tell.
	 */
	void answer(Waiter waiter) {
		waiter.blocksWriter |= this.deadlocks.isOwner(waiter);
	}

	private void wakeOwner(long threadId) {
		lock();
		try {
			for (Waiter waiter = this.queue.first(); waiter != null; waiter = waiter.next) {
				Thread thread = waiter.thread;
				if (thread != null && thread.getId() == threadId) {
					waiter.blocksWriter = true;
					LockSupport.unpark(thread);
				}
			}
		}
		finally {
			unlock();
		}
	}

	/** Wake all callers that wait, because what they wait for may have changed. */
	void wakeAll() {
		lock();
		try {
			for (Waiter waiter = this.queue.first(); waiter != null; waiter = waiter.next) {
				LockSupport.unpark(waiter.thread);
			}
		}
		finally {
			unlock();
		}
	}

	/**
	 * Wake the first in line, in case it has missed its wake-up. The writer calls this
	 * regularly, so that a missed wake-up costs a delay, not a stall.
	 */
	void nudge() {
		if (this.queue.first() != null) {
			lock();
			try {
				Waiter waiter = this.queue.first();
				if (waiter != null && waiter.thread != null && !waiter.thread.isAlive()) {
					this.queue.remove(waiter);
				}
				wakeFirst();
			}
			finally {
				unlock();
			}
		}
	}

	/** Limit how long callers wait from now on, all together. */
	void limit(long nanos) {
		this.nanosLeft = nanos;
	}

	long nanosLeft() {
		return this.nanosLeft;
	}

	private void wakeFirst() {
		Waiter waiter = this.queue.first();
		if (waiter != null) {
			LockSupport.unpark(waiter.thread);
		}
	}

	private void lock() {
		int spins = 0;
		while (!this.locked.compareAndSet(false, true)) {
			if (++spins % SPINS == 0) {
				Thread.yield();
			}
			else {
				Thread.onSpinWait();
			}
		}
	}

	private void unlock() {
		int free = 1 + this.admitted + this.queue.size();
		this.needed = (this.flood || this.queue.first() == null) ? free : Integer.MAX_VALUE;
		this.locked.set(false);
	}

}
