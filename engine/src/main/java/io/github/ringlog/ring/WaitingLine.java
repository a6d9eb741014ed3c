package io.github.ringlog.ring;

import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;

/**
 * The callers that wait for room in a ring, in the order in which they came. The line
 * reserves no slots: the writer wakes the first callers as it makes room, and a woken
 * caller leaves the line and competes with newcomers. A caller that finds no room joins
 * again. Each caller parks with a timeout and tries by itself, so none depends on another
 * one being scheduled, which a virtual thread may not be.
 * <p>
 * The writer does not wake a caller for each slot that it frees: a woken caller may log
 * many events, and fills a part of the ring while the next one wakes up.
 * <p>
 * The idea comes from the subclasses of {@link AbstractOwnableSynchronizer}. They are not
 * used, because they allocate nodes: a caller that is out of memory could not leave.
 */
final class WaitingLine {

	// How long a caller parks. The writer wakes it when there is room, so the timeout is
	// for a writer that is slow, does not run, or waits for this caller.
	private static final long PARK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

	private static final int SPINS = 64;

	// The most freed slots that one wake-up needs.
	private static final int MAX_BATCH = 512;

	private final SlotArray slots;

	private final Blocker blocker;

	private final int batch;

	// A spin lock, held for a few field accesses. It guards the fields below, except for
	// freedAtWake, and the links of the callers.
	private final AtomicBoolean locked = new AtomicBoolean();

	// Written under the lock, read by any thread, as is the size.
	private volatile @Nullable Producer first;

	private volatile int size;

	private @Nullable Producer last;

	// How many slots had been freed when callers were last woken. The writer only.
	private long freedAtWake;

	/**
	 * Create an empty line.
	 * @param slots what callers wait for
	 * @param writer the thread that makes room
	 */
	WaitingLine(SlotArray slots, Thread writer) {
		this.slots = slots;
		this.blocker = new Blocker(writer);
		this.batch = Math.min(MAX_BATCH, slots.size() / 16);
	}

	/**
	 * Return how many callers are in line.
	 */
	int size() {
		return this.size;
	}

	/**
	 * Put the current thread at the end of the line. If it is there already, it keeps its
	 * place. It must try once more before it parks, because it is not woken for room that
	 * was made before.
	 */
	void join(Producer producer) {
		if (producer.inLine) {
			return;
		}
		lock();
		producer.inLine = true;
		producer.thread = Thread.currentThread();
		connect(this.last, producer);
		connect(producer, null);
		this.size++;
		unlock();
		// The caller has joined the line and now reads the progress; the writer makes
		// room and then reads the line. At least one of them sees the other's write.
		VarHandle.fullFence();
	}

	/**
	 * Leave, with a slot or without.
	 */
	void leave(Producer producer) {
		// Read without the lock, because only the caller itself sets it.
		if (producer.inLine) {
			lock();
			remove(producer);
			unlock();
		}
	}

	/**
	 * Wait until the current thread is woken, or for a while.
	 * @param maxNanos how long to wait at the most
	 */
	void park(long maxNanos) {
		LockSupport.parkNanos(this.blocker, Math.min(PARK_NANOS, maxNanos));
	}

	/**
	 * Wake one caller for each batch of slots that the writer has freed or, once the ring
	 * is empty, as many callers as it has room for. Called by the writer.
	 * @param freed how many slots it has freed so far; a large event counts as several
	 */
	void wake(long freed) {
		if (this.first == null) {
			this.freedAtWake = freed;
			return;
		}
		long free = this.slots.room();
		if (free >= this.slots.size()) {
			this.freedAtWake = freed;
			wakeFirst(free);
		}
		else if (free >= this.batch && freed - this.freedAtWake >= this.batch) {
			wakeFirst(Math.min(free, freed - this.freedAtWake) / this.batch);
			this.freedAtWake = freed;
		}
	}

	/**
	 * Wake all waiting callers, because the settings or the state of the ring have
	 * changed.
	 */
	void wakeAll() {
		wakeFirst(Long.MAX_VALUE);
	}

	private void wakeFirst(long most) {
		// Callers that join again meanwhile have seen the current state.
		long count = Math.min(most, this.size);
		for (long i = 0; i < count; i++) {
			Thread next = takeFirst();
			if (next == null) {
				return;
			}
			LockSupport.unpark(next);
		}
	}

	private @Nullable Thread takeFirst() {
		lock();
		Producer producer = this.first;
		Thread thread = null;
		if (producer != null) {
			thread = producer.thread;
			remove(producer);
		}
		unlock();
		return thread;
	}

	private void remove(Producer producer) {
		if (producer.inLine) {
			connect(producer.previous, producer.next);
			producer.previous = null;
			producer.next = null;
			producer.thread = null;
			producer.inLine = false;
			this.size--;
		}
	}

	/**
	 * Link two callers. If one is {@code null}, the other is at an end of the line.
	 */
	private void connect(@Nullable Producer before, @Nullable Producer behind) {
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
		this.locked.set(false);
	}

	/**
	 * The object on which callers park. The writer is its owner, so that thread dumps
	 * show which thread makes room, and {@link LockCycle} can follow the chain.
	 */
	private static final class Blocker extends AbstractOwnableSynchronizer {

		private static final long serialVersionUID = 1L;

		Blocker(Thread writer) {
			setExclusiveOwnerThread(writer);
		}

	}

}
