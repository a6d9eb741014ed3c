package io.github.ringlog.ring;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.LockSupport;

/**
 * The callers that wait for a slot of a full ring, first come, first served. The writer
 * lets them go on as it makes room, in the order of the line: one for each share of the
 * ring that is free, for a caller that goes on may log on and on. Each parks with a timer
 * and asks again by itself; so none of them depends on another one being run, as a
 * virtual thread may not be. Once the first has waited for a while, as many go on as
 * there are free slots.
 * <p>
 * Newcomers go on as well, but leave a slot for each caller that is in line, or may go on
 * and has not claimed its slot yet; no more than a quarter of the ring, for those callers
 * may not be run.
 * <p>
 * The idea is that of {@link AbstractOwnableSynchronizer}'s subclasses. They are not
 * used, because they make nodes: a caller that is out of memory could not leave.
 */
final class WaitingCallers {

	// How long a caller parks. The writer wakes it when it may go on, so the timer is for
	// the case that the writer does not run, or waits for this caller.
	private static final long MIN_PARK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

	private static final long MAX_PARK_NANOS = TimeUnit.SECONDS.toNanos(1);

	private static final int SPINS = 64;

	// So many free slots are worth a wake-up.
	private static final int MAX_SHARE = 512;

	private final RingSlots slots;

	private final Room room;

	private final int share;

	private final int mostLeft;

	// A spin lock, held for a few field accesses. It guards all that is not volatile.
	private final AtomicBoolean locked = new AtomicBoolean();

	private final Waiter.Queue queue = new Waiter.Queue();

	// Callers that may go on and have not yet claimed a slot.
	private int admitted;

	// Written under the lock, read by each caller.
	private volatile int needed = 1;

	// Written under the lock, read by whoever looks at the statistics.
	private volatile int size;

	// How long callers may wait from now on. Set when the JVM begins to shut down; from
	// then on it runs while there is a line, so that the time is spent once for all.
	private volatile long nanosLeft = Long.MAX_VALUE;

	// When somebody last looked for room, or joined an empty line.
	private long checkedAt;

	// When callers last went on because they had waited.
	private long roomAt = System.nanoTime();

	/**
	 * Create an empty line.
	 * @param writer the thread that makes room
	 */
	WaitingCallers(RingSlots slots, Thread writer) {
		this.slots = slots;
		this.room = new Room(writer);
		this.share = Math.min(MAX_SHARE, slots.buffer.getBufferSize() / 16);
		this.mostLeft = slots.buffer.getBufferSize() / 4;
	}

	/**
	 * Return how many slots must be free for a caller that has not waited: one, if nobody
	 * waits.
	 */
	int needed() {
		return this.needed;
	}

	/**
	 * Return how many slots must be free for an event that is ready. A large one does not
	 * pass callers in line, unless its memory is reserved: it would leave slots for them,
	 * but no memory.
	 */
	int needed(Waiter waiter, long heldBytes) {
		if (waiter.admitted) {
			return 1;
		}
		return (heldBytes > 0 && waiter.reserved == 0 && this.queue.first() != null) ? Integer.MAX_VALUE : this.needed;
	}

	/**
	 * Return how many callers are in line, or may go on and have no slot yet.
	 */
	int size() {
		return this.size;
	}

	/**
	 * Put the current thread at the end of the queue; at the front if it holds a large
	 * text, so that those that hold none make room for it.
	 * @param now the time, as {@link System#nanoTime()} has it
	 */
	void join(Waiter waiter, long now) {
		waiter.present = true;
		waiter.thread = Thread.currentThread();
		waiter.joinedAt = now;
		waiter.admitted = false;
		lock();
		try {
			if (this.queue.first() == null) {
				this.checkedAt = now;
			}
			if (waiter.reserved > 0) {
				this.queue.addFirst(waiter);
			}
			else {
				this.queue.addLast(waiter);
			}
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
			if (this.queue.first() == null) {
				this.checkedAt = System.nanoTime();
			}
			waiter.admitted = false;
			this.admitted--;
			this.queue.addFirst(waiter);
		}
		finally {
			unlock();
		}
	}

	/**
	 * Take the memory that a text needs, before it is formatted.
	 * @return whether there is room, and nobody who waits for it
	 */
	boolean tryReserve(Waiter waiter) {
		if (waiter.wanted == 0) {
			return true;
		}
		if (this.queue.first() != null || !this.slots.memory.tryReserveForCaller(waiter.wanted, System.nanoTime())) {
			return false;
		}
		waiter.reserved = waiter.wanted;
		waiter.present = true;
		return true;
	}

	/**
	 * Count what a caller holds that waits with its text.
	 */
	void count(Waiter waiter, long bytes) {
		waiter.wanted = 0;
		waiter.present = true;
		if (bytes > waiter.reserved) {
			this.slots.memory.addForCaller(bytes - waiter.reserved);
			waiter.reserved = bytes;
		}
	}

	/**
	 * Leave, with a slot or without.
	 */
	void leave(Waiter waiter) {
		waiter.present = false;
		waiter.wanted = 0;
		waiter.waitedNanos = 0;
		leaveLine(waiter);
		if (waiter.reserved > 0) {
			this.slots.memory.addForCaller(-waiter.reserved);
			waiter.reserved = 0;
			// The writer may have looked for room before.
			admitIfRoom(Long.MAX_VALUE);
		}
	}

	private void leaveLine(Waiter waiter) {
		if (waiter.thread == null) {
			return;
		}
		lock();
		try {
			if (waiter.queued) {
				this.queue.remove(waiter);
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

	/**
	 * Ask for room and, if there is none, wait until this caller may go on, or for a
	 * while. The room may have come before this caller was in line: then nobody wakes it.
	 * @param now the time, as {@link System#nanoTime()} has it
	 * @param maxNanos how long to wait at the most
	 * @param patienceNanos how long callers wait for a share, before they take any slot
	 */
	void await(Waiter waiter, long now, long maxNanos, long patienceNanos) {
		admitIfRoom(patienceNanos);
		if (!waiter.admitted) {
			long nanos = Math.max(MIN_PARK_NANOS, Math.min(now - waiter.joinedAt, MAX_PARK_NANOS));
			LockSupport.parkNanos(this.room, Math.min(nanos, Math.min(maxNanos, this.nanosLeft)));
		}
	}

	/**
	 * Let callers go on if there is room.
	 * @param patienceNanos how long callers wait for a share, before they take any slot
	 */
	void admitIfRoom(long patienceNanos) {
		if (this.queue.first() == null) {
			return;
		}
		lock();
		try {
			long now = System.nanoTime();
			long left = spend(now);
			long free = this.slots.room();
			if (free > 0 && waited(now) >= Math.min(patienceNanos, left / 2)) {
				this.roomAt = now;
				admit(free, now);
			}
			else {
				admit(free / this.share - this.admitted, now);
			}
		}
		finally {
			unlock();
		}
	}

	private long spend(long now) {
		long left = this.nanosLeft;
		if (left != Long.MAX_VALUE) {
			left = Math.max(0, left - (now - this.checkedAt));
			this.nanosLeft = left;
		}
		this.checkedAt = now;
		return left;
	}

	/**
	 * Return how long the first in line has waited since {@link #roomAt}.
	 */
	private long waited(long now) {
		Waiter first = this.queue.first();
		return (first != null) ? Math.min(now - first.joinedAt, now - this.roomAt) : 0;
	}

	private void admit(long count, long now) {
		Waiter next = this.queue.first();
		for (long i = 0; i < count && next != null && reserve(next, now); i++) {
			this.queue.remove(next);
			next.admitted = true;
			this.admitted++;
			if (next.thread != Thread.currentThread()) {
				LockSupport.unpark(next.thread);
			}
			next = this.queue.first();
		}
	}

	private boolean reserve(Waiter waiter, long now) {
		long bytes = waiter.wanted - waiter.reserved;
		if (bytes > 0) {
			if (!this.slots.memory.tryReserveForCaller(bytes, now)) {
				return false;
			}
			waiter.reserved = waiter.wanted;
		}
		return true;
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

	/** Limit how long callers wait from now on, all together. */
	void limit(long nanos) {
		lock();
		try {
			this.checkedAt = System.nanoTime();
			this.nanosLeft = nanos;
		}
		finally {
			unlock();
		}
	}

	long nanosLeft() {
		return this.nanosLeft;
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
		this.size = this.admitted + this.queue.size();
		this.needed = Math.min(1 + this.size, this.mostLeft);
		this.locked.set(false);
	}

	/**
	 * What callers wait for. Has the writer as its owner, so that thread dumps tell who
	 * makes room, and {@link DeadlockDetector} can follow.
	 */
	private static final class Room extends AbstractOwnableSynchronizer {

		private static final long serialVersionUID = 1L;

		Room(Thread writer) {
			setExclusiveOwnerThread(writer);
		}

	}

}
