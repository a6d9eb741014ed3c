package io.github.ringlog.ring;

import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.TimeoutException;
import com.lmax.disruptor.WaitStrategy;
import org.jspecify.annotations.Nullable;

/**
 * Waits in two phases: naps in timed parks while traffic is recent, so that callers need
 * not wake the writer, and then parks until a caller does. Naps grow to
 * {@value #MAX_NAP_MILLIS} ms while little comes during one, so that a batch is worth its
 * wake-up and its flush, and shrink when much comes. A caller that finds the ring full
 * ends a nap. It can also spin. For one waiting thread.
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
final class AdaptiveWaitStrategy implements WaitStrategy {

	private static final long MIN_NAP_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

	private static final long MAX_NAP_MILLIS = 4;

	private static final long MAX_NAP_NANOS = TimeUnit.MILLISECONDS.toNanos(MAX_NAP_MILLIS);

	// An event that comes during a nap waits for its end. Where little is logged, naps
	// end soon: the caller of the next event wakes the writer.
	private static final long RECENT_NANOS = TimeUnit.MILLISECONDS.toNanos(3);

	private static final long PARK_MILLIS = 250;

	private static final int SPINS_A_LOOK = 64;

	private final boolean spins;

	// With so many events during a nap, the next one is shorter; with a quarter of them,
	// it is longer.
	private final long many;

	// The writer sets it before it parks; the first caller to see it clears it and wakes
	// the writer. Two callers may both see it: an unpark too many is harmless.
	volatile @Nullable Thread sleeper;

	// The writer sets it while it naps.
	private volatile @Nullable Thread napper;

	// Whether nothing came during the last wait. The writer only.
	private boolean quiet = true;

	// The writer only.
	private long nextNap = MIN_NAP_NANOS;

	/**
	 * Create a strategy.
	 * @param wanted how to wait
	 * @param capacity the number of slots
	 */
	AdaptiveWaitStrategy(RingWaitStrategy wanted, int capacity) {
		this.spins = wanted == RingWaitStrategy.BUSY_SPIN;
		this.many = capacity / 4;
	}

	/**
	 * Wait for a sequence.
	 * @throws TimeoutException after a quarter of a second in which nothing came
	 */
	@Override
	public long waitFor(long sequence, Sequence cursor, Sequence dependentSequence, SequenceBarrier barrier)
			throws AlertException, TimeoutException {
		long available = dependentSequence.get();
		if (this.spins) {
			return (available >= sequence) ? available : spin(sequence, dependentSequence, barrier);
		}
		if (available < sequence && !this.quiet) {
			available = nap(sequence, dependentSequence, barrier);
		}
		if (available < sequence) {
			available = park(sequence, dependentSequence, barrier);
		}
		this.quiet = available < sequence;
		if (this.quiet) {
			throw TimeoutException.INSTANCE;
		}
		return available;
	}

	private static long spin(long sequence, Sequence dependentSequence, SequenceBarrier barrier)
			throws AlertException, TimeoutException {
		long start = System.nanoTime();
		int spins = 0;
		long available = dependentSequence.get();
		while (available < sequence) {
			barrier.checkAlert();
			if (++spins % SPINS_A_LOOK == 0 && System.nanoTime() - start > TimeUnit.MILLISECONDS.toNanos(PARK_MILLIS)) {
				throw TimeoutException.INSTANCE;
			}
			Thread.onSpinWait();
			available = dependentSequence.get();
		}
		return available;
	}

	private long nap(long sequence, Sequence dependentSequence, SequenceBarrier barrier) throws AlertException {
		long available = sequence - 1;
		long start = System.nanoTime();
		while (available < sequence && System.nanoTime() - start < RECENT_NANOS) {
			barrier.checkAlert();
			this.napper = Thread.currentThread();
			park(this.nextNap);
			this.napper = null;
			available = dependentSequence.get();
			adjustNap(available - sequence + 1);
		}
		return available;
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

	private long park(long sequence, Sequence dependentSequence, SequenceBarrier barrier) throws AlertException {
		this.sleeper = Thread.currentThread();
		VarHandle.fullFence();
		try {
			if (dependentSequence.get() < sequence) {
				barrier.checkAlert();
				park(TimeUnit.MILLISECONDS.toNanos(PARK_MILLIS));
				this.nextNap = MIN_NAP_NANOS;
			}
		}
		finally {
			this.sleeper = null;
		}
		return dependentSequence.get();
	}

	private void park(long nanos) {
		LockSupport.parkNanos(this, nanos);
		// While the interrupt flag is set, no park waits. The writer obeys its own
		// signals only.
		Thread.interrupted();
	}

	@Override
	public void signalAllWhenBlocking() {
		Thread thread = this.sleeper;
		if (thread != null) {
			this.sleeper = null;
			LockSupport.unpark(thread);
		}
	}

}
