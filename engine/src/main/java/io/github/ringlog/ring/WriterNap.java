package io.github.ringlog.ring;

import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import com.lmax.disruptor.RingBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The waits of a writer that has nothing to write. It naps in timed parks while traffic
 * is recent, so that callers need not wake it, and then parks until a caller does. Naps
 * grow to {@value #MAX_NAP_MILLIS} ms while little comes during one, so that a batch is
 * worth its wake-up and its flush, and shrink when much comes. A caller that finds the
 * ring full ends a nap. The writer can also spin. It waits, any thread wakes it.
 * <p>
 * The idea of escalating phases is that of the Disruptor's
 * {@code PhasedBackoffWaitStrategy}; the flag that spares callers the lock is that of its
 * {@code LiteBlockingWaitStrategy}, with a park in place of the lock.
 * <p>
 * Why no wake-up is missed: the writer sets {@code sleeper} and then reads the cursor; a
 * caller advances the cursor (an atomic operation, a full fence) and then reads
 * {@code sleeper}. The writer needs a fence of its own, because the disruptor reads the
 * cursor with less than volatile semantics. So at least one of them sees what the other
 * wrote. Were that wrong, the last park is timed: it would cost {@value #PARK_MILLIS} ms,
 * not a stall.
 */
final class WriterNap {

	private static final long MIN_NAP_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

	private static final long MAX_NAP_MILLIS = 4;

	private static final long MAX_NAP_NANOS = TimeUnit.MILLISECONDS.toNanos(MAX_NAP_MILLIS);

	// An event that comes during a nap waits for its end. Where little is logged, naps
	// end soon: the caller of the next event wakes the writer.
	private static final long RECENT_NANOS = TimeUnit.MILLISECONDS.toNanos(3);

	private static final long PARK_MILLIS = 250;

	private static final long PARK_NANOS = TimeUnit.MILLISECONDS.toNanos(PARK_MILLIS);

	private static final int SPINS_A_LOOK = 64;

	private final RingBuffer<?> buffer;

	private final boolean spins;

	private final long longest;

	// With so many events during a nap, the next one is shorter; with a quarter of them,
	// it is longer.
	private final long many;

	// The writer sets it before it parks; the first caller to see it clears it and wakes
	// the writer. Two callers may both see it: an unpark too many is harmless.
	private volatile @Nullable Thread sleeper;

	// The writer sets it while it naps.
	private volatile @Nullable Thread napper;

	// Set when the writer is to end.
	private volatile boolean halted;

	// Whether nothing came during the last wait. The writer only, as is what follows.
	private boolean quiet = true;

	private long nextNap = MIN_NAP_NANOS;

	WriterNap(RingBuffer<?> buffer, RingWaitStrategy wanted) {
		this(buffer, wanted, PARK_NANOS);
	}

	/**
	 * Create a nap.
	 * @param longest how many nanoseconds one wait lasts at the most
	 */
	WriterNap(RingBuffer<?> buffer, RingWaitStrategy wanted, long longest) {
		this.buffer = buffer;
		this.longest = longest;
		this.spins = wanted == RingWaitStrategy.BUSY_SPIN;
		this.many = buffer.getBufferSize() / 4;
	}

	/**
	 * Wait until a slot is claimed, or for a quarter of a second.
	 */
	void await(long sequence) {
		if (this.spins) {
			spin(sequence);
			return;
		}
		if (!this.quiet) {
			nap(sequence);
		}
		if (isIdle(sequence)) {
			park(sequence);
		}
		this.quiet = isIdle(sequence);
	}

	private boolean isIdle(long sequence) {
		return this.buffer.getCursor() < sequence && !this.halted;
	}

	private void spin(long sequence) {
		long start = System.nanoTime();
		int spins = 0;
		while (isIdle(sequence) && (++spins % SPINS_A_LOOK != 0 || System.nanoTime() - start < this.longest)) {
			Thread.onSpinWait();
		}
	}

	private void nap(long sequence) {
		long start = System.nanoTime();
		while (isIdle(sequence) && System.nanoTime() - start < RECENT_NANOS) {
			this.napper = Thread.currentThread();
			parkNanos(this.nextNap);
			this.napper = null;
			adjustNap(this.buffer.getCursor() - sequence + 1);
		}
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

	private void park(long sequence) {
		this.sleeper = Thread.currentThread();
		VarHandle.fullFence();
		if (isIdle(sequence)) {
			parkNanos(this.longest);
			this.nextNap = MIN_NAP_NANOS;
		}
		this.sleeper = null;
	}

	private void parkNanos(long nanos) {
		LockSupport.parkNanos(this, nanos);
		// While the interrupt flag is set, no park waits. Only a faulty appender
		// interrupts the writer, so the writer goes on.
		Thread.interrupted();
	}

	/**
	 * Wake the writer if it parks: a slot is published.
	 */
	void wake() {
		Thread thread = this.sleeper;
		if (thread != null) {
			this.sleeper = null;
			LockSupport.unpark(thread);
		}
	}

	/**
	 * End the nap of the writer, if it naps: there is no room left.
	 */
	void endNap() {
		Thread thread = this.napper;
		if (thread != null) {
			this.napper = null;
			LockSupport.unpark(thread);
		}
	}

	/** End this wait and all that would follow. */
	void halt() {
		this.halted = true;
		VarHandle.fullFence();
		wake();
		endNap();
	}

	boolean isHalted() {
		return this.halted;
	}

}
