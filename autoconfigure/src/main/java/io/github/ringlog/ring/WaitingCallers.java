package io.github.ringlog.ring;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.LockSupport;

/**
 * The callers that wait for a slot of a full ring, first come, first served. Each parks
 * with a timer and looks for room by itself, the first in line more often than the
 * others; so none of them depends on another one being run, as a virtual thread may not
 * be. When there is much room, or any at all after a while, as many callers go on as
 * there are free slots, in the order of the line, whoever has looked.
 * <p>
 * In a flood the first goes on alone as soon as there is some room, and the next in line
 * looks. A caller that logs on and on keeps the ring full by itself; more of them would
 * only take the processors from the writer.
 * <p>
 * Newcomers leave a slot for each caller that may go on and has not claimed it yet, and
 * in a flood for each that is in line, but no more than a quarter of the ring: these
 * callers may not be run. If it is no flood and there is a line, the ring is full for
 * newcomers.
 * <p>
 * The idea is that of {@link AbstractOwnableSynchronizer}'s subclasses. They are not
 * used, because they make nodes: a caller that is out of memory could not leave.
 */
final class WaitingCallers {

	// How long the first in line naps.
	private static final long MIN_NAP_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

	private static final long MAX_NAP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

	// How long the others park. They are woken when they may go on or are the first, so
	// the timer is for the case that nobody is run who would do it.
	private static final long MIN_PARK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

	private static final long MAX_PARK_NANOS = TimeUnit.SECONDS.toNanos(1);

	private static final int SPINS = 64;

	// So many free slots are worth a wake-up.
	private static final int SOME_ROOM = 512;

	// It is a flood if callers that are given much room take each slot faster than that.
	private static final long FLOOD_NANOS = TimeUnit.MICROSECONDS.toNanos(4);

	private final RingSlots slots;

	private final Room room;

	private final int someRoom;

	private final int muchRoom;

	// A spin lock, held for a few field accesses. It guards all that is not volatile.
	private final AtomicBoolean locked = new AtomicBoolean();

	private final Waiter.Queue queue = new Waiter.Queue();

	// Callers that may go on and have not yet claimed a slot.
	private int admitted;

	// Written under the lock, read by each caller.
	private volatile int needed = 1;

	// How long callers may wait from now on. Set when the JVM begins to shut down; from
	// then on it runs while there is a line, so that the time is spent once for all.
	private volatile long nanosLeft = Long.MAX_VALUE;

	// When somebody last looked for room, or joined an empty line.
	private long checkedAt;

	// When callers could last go on together.
	private long roomAt = System.nanoTime();

	// When a caller could last go on, alone or with others.
	private long admittedAt;

	// Whether the room that callers were given last was gone in no time. Written under
	// the lock, read by those that look.
	private volatile boolean flood;

	/**
	 * Create an empty line.
	 * @param writer the thread that makes room
	 */
	WaitingCallers(RingSlots slots, Thread writer) {
		this.slots = slots;
		this.room = new Room(writer);
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
		waiter.nap = MIN_NAP_NANOS;
		lock();
		try {
			if (this.queue.first() == null) {
				this.checkedAt = now;
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
		waiter.nap = MIN_NAP_NANOS;
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
	 * Return whether callers log as fast as they can.
	 */
	boolean isFlood() {
		return this.flood;
	}

	/**
	 * Wait for room, and look for it if nobody else has.
	 * @param now the time, as {@link System#nanoTime()} has it
	 * @param maxNanos how long to wait at the most
	 * @param patienceNanos how long callers wait for much room, before they take any slot
	 */
	void await(Waiter waiter, long now, long maxNanos, long patienceNanos) {
		boolean first = isFirst(waiter);
		long nanos = Math.max(MIN_PARK_NANOS, Math.min(now - waiter.joinedAt, MAX_PARK_NANOS));
		if (first) {
			nanos = waiter.nap;
			waiter.nap = Math.min(2 * nanos, MAX_NAP_NANOS);
		}
		LockSupport.parkNanos(this.room, Math.min(nanos, Math.min(maxNanos, this.nanosLeft)));
		// One that has become the first naps before it looks: those that could go on just
		// now have not yet claimed their slots.
		if (!waiter.admitted && isFirst(waiter) == first) {
			admitIfRoom(patienceNanos);
		}
	}

	/**
	 * Let callers go on if there is room: the first alone, or all of them.
	 * @param patienceNanos how long callers wait for much room, before they take any slot
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
			if (free >= this.muchRoom || (free > 0 && waited(now) >= Math.min(patienceNanos, left / 2))) {
				this.roomAt = now;
				admit(free, now);
			}
			else if (this.flood && free >= this.someRoom) {
				admit(1, now);
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
	 * Return how long the first in line has waited since callers last went on together.
	 */
	private long waited(long now) {
		Waiter first = this.queue.first();
		return (first != null) ? Math.min(now - first.joinedAt, now - this.roomAt) : 0;
	}

	private void admit(long count, long now) {
		this.admittedAt = now;
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
		boolean shared = this.flood || this.queue.first() == null;
		this.needed = shared ? Math.min(1 + this.admitted + this.queue.size(), this.muchRoom) : Integer.MAX_VALUE;
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
