package io.github.ringlog.ring;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.LockSupport;

import com.lmax.disruptor.RingBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The callers that wait for a slot of a full ring, first come, first served. A caller
 * keeps its place until it has its slot. As the writer makes room it signals the first
 * ones: one for each share of the ring that is free, for a caller that goes on may log on
 * and on. Once the first has waited for a while, it signals all for whom there is room.
 * Each caller parks with a timer and asks again by itself; so none of them depends on
 * another one being run, as a virtual thread may not be.
 * <p>
 * Newcomers go on as well, but leave what those in line want; no more than a quarter of
 * the ring, for those callers may not be run. While the first in line waits for more than
 * a share, nobody passes: there would never be room for it.
 * <p>
 * The idea is that of {@link AbstractOwnableSynchronizer}'s subclasses. They are not
 * used, because they make nodes: a caller that is out of memory could not leave.
 */
final class WaitingLine {

	// How long a caller parks. The writer wakes it when it may go on, so the timer is for
	// the case that the writer does not run, or waits for this caller.
	private static final long MIN_PARK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

	private static final long MAX_PARK_NANOS = TimeUnit.SECONDS.toNanos(1);

	private static final int SPINS = 64;

	// So many free slots are worth a wake-up.
	private static final int MAX_SHARE = 512;

	private static final int NOBODY_PASSES = Integer.MAX_VALUE / 2;

	private final RingBuffer<Slot> buffer;

	private final Room room;

	private final int share;

	private final int mostLeft;

	/**
	 * How long callers wait for a share, before they take any slot. Set by any thread.
	 */
	volatile long patienceNanos;

	// A spin lock, held for a few field accesses. It guards all that is not volatile.
	private final AtomicBoolean locked = new AtomicBoolean();

	// Written under the lock, read by any thread, as are the next two.
	private volatile @Nullable Caller first;

	// How many slots a newcomer leaves.
	private volatile int left;

	// Written last: who sees a caller in the line sees what it wants.
	private volatile int size;

	private @Nullable Caller last;

	private int callers;

	// How many slots those in line want.
	private long wanted;

	// When callers last went on because they had waited.
	private long roomAt = System.nanoTime();

	/**
	 * Create an empty line.
	 * @param writer the thread that makes room
	 * @param patienceNanos how long callers wait for a share, before they take any slot
	 */
	WaitingLine(RingBuffer<Slot> buffer, Thread writer, long patienceNanos) {
		this.buffer = buffer;
		this.room = new Room(writer);
		this.share = Math.min(MAX_SHARE, buffer.getBufferSize() / 16);
		this.mostLeft = buffer.getBufferSize() / 4;
		this.patienceNanos = patienceNanos;
	}

	/**
	 * Return whether a newcomer finds room for an event beside those in line.
	 * @param slots how many slots it takes
	 */
	boolean hasRoom(int slots) {
		return this.buffer.hasAvailableCapacity(this.left + slots);
	}

	/**
	 * Return how many callers are in line.
	 */
	int size() {
		return this.size;
	}

	/**
	 * Put the current thread at the end of the line. If it is there already, it keeps its
	 * place.
	 * @param slots how many slots it waits for
	 * @param now the time, as {@link System#nanoTime()} has it
	 */
	void join(Caller caller, int slots, long now) {
		lock();
		try {
			if (caller.inLine) {
				this.wanted += slots - caller.wanted;
			}
			else {
				caller.inLine = true;
				caller.thread = Thread.currentThread();
				caller.joinedAt = now;
				this.wanted += slots;
				this.callers++;
				connect(this.last, caller);
				connect(caller, null);
			}
			caller.wanted = slots;
			caller.signalled = false;
		}
		finally {
			unlock();
		}
	}

	/**
	 * Leave, with a slot or without.
	 */
	void leave(Caller caller) {
		caller.waitedNanos = 0;
		if (!caller.inLine) {
			return;
		}
		lock();
		try {
			connect(caller.previous, caller.next);
			caller.previous = null;
			caller.next = null;
			caller.thread = null;
			caller.signalled = false;
			caller.inLine = false;
			this.wanted -= caller.wanted;
			this.callers--;
		}
		finally {
			unlock();
		}
	}

	/**
	 * Make two callers neighbours; where one is missing the other is at an end.
	 */
	private void connect(@Nullable Caller before, @Nullable Caller behind) {
		if (before != null) {
			before.next = behind;
		}
		else {
			this.first = behind;
		}
		if (behind != null) {
			behind.previous = before;
		}
		else {
			this.last = before;
		}
	}

	/**
	 * Ask for room and, if there is none, wait until this caller is signalled, or for a
	 * while. The room may have come before this caller was in line: then nobody wakes it.
	 * @param now the time, as {@link System#nanoTime()} has it
	 * @param maxNanos how long to wait at the most
	 */
	void await(Caller caller, long now, long maxNanos) {
		signal();
		if (!caller.signalled) {
			long nanos = Math.max(MIN_PARK_NANOS, Math.min(now - caller.joinedAt, MAX_PARK_NANOS));
			LockSupport.parkNanos(this.room, Math.min(nanos, maxNanos));
		}
	}

	/**
	 * Signal the first callers, as far as there is room.
	 */
	void signal() {
		if (this.first == null) {
			return;
		}
		lock();
		try {
			Caller next = this.first;
			if (next == null) {
				return;
			}
			long now = System.nanoTime();
			long free = this.buffer.remainingCapacity();
			int least = this.share;
			if (free >= next.wanted && Math.min(now - next.joinedAt, now - this.roomAt) >= this.patienceNanos) {
				this.roomAt = now;
				least = 1;
			}
			while (next != null && free >= Math.max(next.wanted, least)) {
				free -= Math.max(next.wanted, least);
				if (!next.signalled) {
					next.signalled = true;
					LockSupport.unpark(next.thread);
				}
				next = next.next;
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
			for (Caller caller = this.first; caller != null; caller = caller.next) {
				LockSupport.unpark(caller.thread);
			}
		}
		finally {
			unlock();
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
		this.left = toLeave();
		this.size = this.callers;
		this.locked.set(false);
	}

	private int toLeave() {
		Caller next = this.first;
		if (next == null) {
			return 0;
		}
		if (next.wanted > this.share && !next.signalled) {
			return NOBODY_PASSES;
		}
		return (int) Math.min(this.wanted, Math.max(this.mostLeft, next.wanted));
	}

	/**
	 * What callers wait for. Has the writer as its owner, so that thread dumps show who
	 * makes room, and {@link LockCycle} can follow.
	 */
	private static final class Room extends AbstractOwnableSynchronizer {

		private static final long serialVersionUID = 1L;

		Room(Thread writer) {
			setExclusiveOwnerThread(writer);
		}

	}

}
