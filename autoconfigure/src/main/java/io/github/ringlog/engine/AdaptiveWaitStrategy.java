package io.github.ringlog.engine;

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
 * Waits in three phases: spins, naps in short timed parks while traffic is recent, so
 * that callers need not wake the writer, and at last parks until a caller does. For one
 * waiting thread.
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

	private static final int SPINS = 100;

	private static final long MIN_NAP_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

	private static final long MAX_NAP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

	private static final long RECENT_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

	private static final long PARK_MILLIS = 250;

	private final int spins;

	private final long recentNanos;

	// The writer sets it before it parks; the first caller to see it clears it and wakes
	// the writer. Two callers may both see it: an unpark too many is harmless.
	private volatile @Nullable Thread sleeper;

	// The writer only.
	private boolean quiet;

	private AdaptiveWaitStrategy(int spins, long recentNanos) {
		this.spins = spins;
		this.recentNanos = recentNanos;
	}

	static AdaptiveWaitStrategy adaptive() {
		return new AdaptiveWaitStrategy(SPINS, RECENT_NANOS);
	}

	static AdaptiveWaitStrategy parking() {
		return new AdaptiveWaitStrategy(0, 0);
	}

	/**
	 * Wait for a sequence.
	 * @throws TimeoutException after a park in which nothing came
	 */
	@Override
	public long waitFor(long sequence, Sequence cursor, Sequence dependentSequence, SequenceBarrier barrier)
			throws AlertException, TimeoutException {
		long available = this.quiet ? dependentSequence.get() : spinAndNap(sequence, dependentSequence, barrier);
		if (available < sequence) {
			available = park(sequence, dependentSequence, barrier);
		}
		this.quiet = available < sequence;
		if (this.quiet) {
			throw TimeoutException.INSTANCE;
		}
		return available;
	}

	private long spinAndNap(long sequence, Sequence dependentSequence, SequenceBarrier barrier) throws AlertException {
		long available = dependentSequence.get();
		for (int i = 0; i < this.spins && available < sequence; i++) {
			Thread.onSpinWait();
			available = dependentSequence.get();
		}
		if (available >= sequence || this.recentNanos == 0) {
			return available;
		}
		long start = System.nanoTime();
		long nap = MIN_NAP_NANOS;
		while (available < sequence && System.nanoTime() - start < this.recentNanos) {
			barrier.checkAlert();
			nap(nap);
			nap = Math.min(2 * nap, MAX_NAP_NANOS);
			available = dependentSequence.get();
		}
		return available;
	}

	private long park(long sequence, Sequence dependentSequence, SequenceBarrier barrier) throws AlertException {
		this.sleeper = Thread.currentThread();
		VarHandle.fullFence();
		try {
			if (dependentSequence.get() < sequence) {
				barrier.checkAlert();
				nap(TimeUnit.MILLISECONDS.toNanos(PARK_MILLIS));
			}
		}
		finally {
			this.sleeper = null;
		}
		return dependentSequence.get();
	}

	private void nap(long nanos) {
		LockSupport.parkNanos(this, nanos);
		// With the flag set no park would wait. The writer obeys its own signals only.
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
