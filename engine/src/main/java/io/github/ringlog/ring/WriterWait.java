package io.github.ringlog.ring;

import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import com.lmax.disruptor.RingBuffer;
import io.github.ringlog.settings.RingWaitStrategy;
import org.jspecify.annotations.Nullable;

/**
 * The waits of a writer that has nothing to write. Under low load it parks until a caller
 * wakes it, and then waits a moment for further events of the same request: so it runs
 * twice per request, not once per line. Under high load it naps in timed parks, so that
 * callers need not wake it. Naps grow to {@value #MAX_NAP_MILLIS} ms while few events
 * come, so that a batch is worth its wake-up and its flush, and shrink when many come. A
 * caller that finds the ring full ends a nap. The writer can also spin. The writer waits,
 * any thread wakes it.
 * <p>
 * The escalating phases come from the Disruptor's {@code PhasedBackoffWaitStrategy}; the
 * flag that spares callers the lock comes from its {@code LiteBlockingWaitStrategy}, with
 * a park in place of the lock.
 * <p>
 * Why no wake-up is missed: the writer sets {@code sleeper} and then reads the cursor; a
 * caller advances the cursor (an atomic operation, a full fence) and then reads
 * {@code sleeper}. The writer needs a fence of its own, because the Disruptor reads the
 * cursor with less than volatile semantics. So at least one of them sees the other's
 * write. A park also has a timeout, for drops that no event follows.
 */
final class WriterWait {

	private static final long MIN_NAP_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

	private static final long MAX_NAP_MILLIS = 4;

	private static final long MAX_NAP_NANOS = TimeUnit.MILLISECONDS.toNanos(MAX_NAP_MILLIS);

	// An event that comes during a nap waits until the nap ends. So the writer naps only
	// for this long without events, and then parks: the next caller wakes it.
	private static final long RECENT_NANOS = TimeUnit.MILLISECONDS.toNanos(3);

	// If the last wait was shorter, the load is high. A wait may last a whole nap.
	private static final long BUSY_NANOS = TimeUnit.MILLISECONDS.toNanos(MAX_NAP_MILLIS + 1);

	// What a request logs within this time after its first line is one batch.
	private static final long GATHER_NANOS = TimeUnit.MICROSECONDS.toNanos(300);

	// The park while drops may have to be summarized.
	private static final long SHORT_PARK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

	private static final long LONG_PARK_NANOS = TimeUnit.SECONDS.toNanos(5);

	private static final int SPINS_A_LOOK = 64;

	private final RingBuffer<?> buffer;

	private final boolean spins;

	private final long longest;

	// After a nap with at least so many events the next one is shorter; with less than a
	// quarter of them, it is longer.
	private final long many;

	// The writer sets it before it parks; the first caller to see it clears it and wakes
	// the writer. Two callers may both see it: an unpark too many is harmless.
	private volatile @Nullable Thread sleeper;

	// The writer sets it while it naps; a caller that finds the ring full clears it and
	// wakes the writer.
	private volatile @Nullable Thread napper;

	// When the last park ended, as of System.nanoTime(). Written by the thread that ends
	// it, before it clears the sleeper.
	private volatile long wokenNanos = System.nanoTime();

	// Set when the writer is to end.
	private volatile boolean halted;

	// Whether nothing came during the last wait. The writer only, as are the fields
	// below.
	private boolean quiet = true;

	private long lastWaitNanos = Long.MAX_VALUE;

	private long nextNap = MIN_NAP_NANOS;

	WriterWait(RingBuffer<?> buffer, RingWaitStrategy wanted) {
		this(buffer, wanted, LONG_PARK_NANOS);
	}

	/**
	 * Create the waits of a writer.
	 * @param longest how many nanoseconds one wait lasts at most
	 */
	WriterWait(RingBuffer<?> buffer, RingWaitStrategy wanted, long longest) {
		this.buffer = buffer;
		this.longest = longest;
		this.spins = wanted == RingWaitStrategy.BUSY_SPIN;
		this.many = buffer.getBufferSize() / 4;
	}

	/**
	 * Wait until a slot is claimed, or for some time.
	 * @param watchful whether to park only briefly, because drops may have to be
	 * summarized
	 */
	void await(long sequence, boolean watchful) {
		if (this.spins) {
			spin(sequence);
			return;
		}
		long start = System.nanoTime();
		if (this.lastWaitNanos < BUSY_NANOS) {
			nap(sequence, start);
		}
		if (isIdle(sequence)) {
			// After a wait without events there are hardly any drops to summarize.
			park(sequence, (watchful || !this.quiet) ? Math.min(SHORT_PARK_NANOS, this.longest) : this.longest);
		}
		this.quiet = isIdle(sequence);
		this.lastWaitNanos = System.nanoTime() - start;
	}

	private boolean isIdle(long sequence) {
		return this.buffer.getCursor() < sequence && !this.halted;
	}

	private void spin(long sequence) {
		long start = System.nanoTime();
		int spins = 0;
		while (isIdle(sequence) && (++spins % SPINS_A_LOOK != 0 || System.nanoTime() - start < SHORT_PARK_NANOS)) {
			Thread.onSpinWait();
		}
	}

	private void nap(long sequence, long start) {
		while (isIdle(sequence) && System.nanoTime() - start < RECENT_NANOS) {
			nap(this.nextNap);
			adjustNap(this.buffer.getCursor() - sequence + 1);
		}
	}

	private void nap(long nanos) {
		this.napper = Thread.currentThread();
		parkNanos(nanos);
		this.napper = null;
	}

	/**
	 * Set the length of the next nap by how many events came during this one.
	 */
	private void adjustNap(long came) {
		if (came >= this.many) {
			this.nextNap = Math.max(this.nextNap / 2, MIN_NAP_NANOS);
		}
		else if (came < this.many / 4) {
			this.nextNap = Math.min(2 * this.nextNap, MAX_NAP_NANOS);
		}
	}

	private void park(long sequence, long nanos) {
		this.sleeper = Thread.currentThread();
		VarHandle.fullFence();
		if (isIdle(sequence)) {
			parkNanos(nanos);
			this.nextNap = MIN_NAP_NANOS;
		}
		this.wokenNanos = System.nanoTime();
		this.sleeper = null;
		if (!isIdle(sequence) && !this.halted) {
			nap(GATHER_NANOS);
		}
	}

	private void parkNanos(long nanos) {
		LockSupport.parkNanos(this, nanos);
		// While the interrupt flag is set, a park returns at once. The flag is meant for
		// an appender, so the writer clears it.
		Thread.interrupted();
	}

	/**
	 * Wake the writer if it is parked, because a slot is published.
	 */
	void wake() {
		Thread thread = this.sleeper;
		if (thread != null) {
			this.wokenNanos = System.nanoTime();
			this.sleeper = null;
			LockSupport.unpark(thread);
		}
	}

	/**
	 * End the nap of the writer, if it naps, because there is no room left.
	 */
	void endNap() {
		Thread thread = this.napper;
		if (thread != null) {
			this.napper = null;
			LockSupport.unpark(thread);
		}
	}

	/** End this wait and all later ones. */
	void halt() {
		this.halted = true;
		VarHandle.fullFence();
		wake();
		endNap();
	}

	boolean isHalted() {
		return this.halted;
	}

	/**
	 * Return for how many nanoseconds the writer has been awake; 0 while it is parked.
	 */
	long sinceSleep() {
		return (this.sleeper != null) ? 0 : Math.max(0, System.nanoTime() - this.wokenNanos);
	}

}
