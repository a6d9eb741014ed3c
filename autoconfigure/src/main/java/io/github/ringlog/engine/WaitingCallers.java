package io.github.ringlog.engine;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

import com.lmax.disruptor.RingBuffer;
import org.jspecify.annotations.Nullable;

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

	// How long the first in line waits for much room before a little will do.
	private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

	private static final long STALL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

	private static final int SPINS = 64;

	private final RingBuffer<?> buffer;

	private final LongSupplier written;

	private final Thread writer;

	private final long muchRoom;

	// A spin lock, held for a few field accesses. It guards all that is not volatile.
	private final AtomicBoolean locked = new AtomicBoolean();

	// Written under the lock, read by the waiting threads.
	private volatile @Nullable Waiter first;

	private @Nullable Waiter last;

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

	private long lastWritten;

	private long lastWrittenAt;

	WaitingCallers(RingBuffer<?> buffer, LongSupplier written, Thread writer) {
		this.buffer = buffer;
		this.written = written;
		this.writer = writer;
		this.muchRoom = buffer.getBufferSize() / 4;
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
		lock();
		try {
			if (this.last == null) {
				this.roomAt = System.nanoTime();
				this.lastWrittenAt = this.roomAt;
			}
			link(this.last, waiter, null);
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
			link(null, waiter, this.first);
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
				boolean wasFirst = this.first == waiter;
				remove(waiter);
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
		return this.first == waiter;
	}

	/**
	 * Wait a little for room, as the first in line, and let callers go on when there is
	 * some.
	 * @param maxNanos how long to wait at the most
	 */
	void watch(long maxNanos) {
		long start = System.nanoTime();
		LockSupport.parkNanos(this, Math.min(this.nap, maxNanos));
		this.nap = Math.min(2 * this.nap, MAX_NAP_NANOS);
		long now = System.nanoTime();
		long left = this.nanosLeft;
		if (left != Long.MAX_VALUE) {
			this.nanosLeft = Math.max(0, left - (now - start));
		}
		long room = this.buffer.remainingCapacity();
		if (room >= this.muchRoom || (room > 0 && now - this.roomAt >= PATIENCE_NANOS)) {
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
			Waiter next = this.first;
			for (long i = 0; i < room && next != null; i++) {
				remove(next);
				next.admitted = true;
				this.admitted++;
				LockSupport.unpark(next.thread);
				next = this.first;
			}
			wakeFirst();
		}
		finally {
			unlock();
		}
	}

	/**
	 * Find out whether the writer waits for a lock that a waiting caller holds, who would
	 * then wait for ever. That caller goes on.
	 */
	private void findDeadlock(long now) {
		long current = this.written.getAsLong();
		if (current != this.lastWritten) {
			this.lastWritten = current;
			this.lastWrittenAt = now;
		}
		else if (now - this.lastWrittenAt >= STALL_NANOS) {
			this.lastWrittenAt = now;
			wakeOwner(LockOwner.ofLockNeededBy(this.writer));
		}
	}

	private void wakeOwner(long threadId) {
		lock();
		try {
			for (Waiter waiter = this.first; waiter != null; waiter = waiter.next) {
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

	/** Wake all callers that wait, for what they wait for may have changed. */
	void wakeAll() {
		lock();
		try {
			for (Waiter waiter = this.first; waiter != null; waiter = waiter.next) {
				LockSupport.unpark(waiter.thread);
			}
		}
		finally {
			unlock();
		}
	}

	/**
	 * Wake the first in line, should it be asleep against all expectation. The writer
	 * calls this now and then: a wake-up that is missed costs a delay, not a stall.
	 */
	void nudge() {
		if (this.first != null) {
			lock();
			try {
				Waiter waiter = this.first;
				if (waiter != null && waiter.thread != null && !waiter.thread.isAlive()) {
					remove(waiter);
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

	private void link(@Nullable Waiter before, Waiter waiter, @Nullable Waiter behind) {
		waiter.previous = before;
		waiter.next = behind;
		connect(before, waiter);
		connect(waiter, behind);
		waiter.queued = true;
	}

	private void remove(Waiter waiter) {
		connect(waiter.previous, waiter.next);
		waiter.previous = null;
		waiter.next = null;
		waiter.queued = false;
	}

	/**
	 * Make two neighbours; where one is missing the other is at an end of the queue.
	 */
	private void connect(@Nullable Waiter before, @Nullable Waiter behind) {
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

	private void wakeFirst() {
		Waiter waiter = this.first;
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
		this.needed = (this.first != null) ? Integer.MAX_VALUE : 1 + this.admitted;
		this.locked.set(false);
	}

}
