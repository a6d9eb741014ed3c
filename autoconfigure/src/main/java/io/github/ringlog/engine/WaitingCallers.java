package io.github.ringlog.engine;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * The callers that wait for a slot of a full ring, first come, first served. The first in
 * line looks for room; the others are parked without a timer. Room is a good part of the
 * ring, so that callers are woken once for thousands of events, or any slot at all when
 * that takes long. As many callers go on as there are free slots.
 * <p>
 * Nobody overtakes: while there is a queue, {@link #needed()} tells newcomers that the
 * ring is full, and while callers that may go on have not yet claimed their slots, it
 * makes newcomers leave that many.
 * <p>
 * The idea is that of {@link java.util.concurrent.locks.AbstractQueuedSynchronizer}. It
 * is not used, because it makes nodes: a caller that is out of memory could not leave.
 */
final class WaitingCallers {

	private static final long MIN_NAP_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

	private static final long MAX_NAP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

	private static final int SPINS = 64;

	private final RingSlots slots;

	private final DeadlockDetector deadlocks;

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

	private long roomAt;

	WaitingCallers(RingSlots slots, DeadlockDetector deadlocks) {
		this.slots = slots;
		this.deadlocks = deadlocks;
		this.muchRoom = slots.buffer.getBufferSize() / 4;
	}

	/**
	 * Return how many slots must be free for a caller that has not waited: one, if nobody
	 * waits.
	 */
	int needed() {
		return this.needed;
	}

	/**
	 * Put the current thread at the end of the queue.
	 */
	void join(Waiter waiter) {
		waiter.thread = Thread.currentThread();
		waiter.admitted = false;
		waiter.blocksWriter = false;
		this.deadlocks.enter(waiter);
		lock();
		try {
			if (this.queue.first() == null) {
				this.roomAt = System.nanoTime();
				this.deadlocks.restart(this.roomAt);
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
	 * Wait a little for room, as the first in line, and let callers go on when there is
	 * some.
	 * @param maxNanos how long to wait at the most
	 * @param patienceNanos how long callers wait for much room, before they take any
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
		if (room >= this.muchRoom || (room > 0 && now - this.roomAt >= Math.min(patienceNanos, left / 2))) {
			admit(room, now);
		}
		else {
			findDeadlock(now);
		}
	}

	private void admit(long room, long now) {
		lock();
		try {
			this.roomAt = now;
			this.nap = MIN_NAP_NANOS;
			Waiter next = this.queue.first();
			for (long i = 0; i < room && next != null; i++) {
				this.queue.remove(next);
				next.admitted = true;
				this.admitted++;
				LockSupport.unpark(next.thread);
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
		this.needed = (this.queue.first() != null) ? Integer.MAX_VALUE : 1 + this.admitted;
		this.locked.set(false);
	}

}
