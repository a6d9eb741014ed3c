package io.github.ringlog.ring;

import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Tells whether a ring takes events. It is open, and closed while the ring is drained. It
 * ends as drained, so that events can be written without the ring, or as abandoned,
 * because the writer is stuck and any thread that writes would get stuck, too.
 * <p>
 * How a ring closes without losing an event: the closing thread sets the phase and then
 * reads the cursor; a caller advances the cursor and then reads the phase. Both have a
 * full fence in between. So an event at or before the cursor that the closing thread saw
 * will be drained, and a caller whose slot lies beyond has seen the ring closed.
 */
public final class RingState {

	private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

	// Written by the one thread that closes the ring, read by all.
	private volatile Phase phase = Phase.OPEN;

	// Written before the gate closes.
	private long closedNanos;

	private final AtomicBoolean closing = new AtomicBoolean();

	// Callers that wait for the end, and then count what becomes of their events.
	private final AtomicInteger waiting = new AtomicInteger();

	boolean isOpen() {
		return this.phase == Phase.OPEN;
	}

	/**
	 * Close the ring. A read of the cursor that follows sees each slot whose caller found
	 * the ring open: the disruptor reads its cursor without the fence that this takes.
	 * @return whether this call has closed it
	 */
	boolean tryClose() {
		if (!this.closing.compareAndSet(false, true)) {
			return false;
		}
		this.closedNanos = System.nanoTime();
		this.phase = Phase.CLOSED;
		VarHandle.fullFence();
		return true;
	}

	/**
	 * End, and wait until the callers that waited for it have counted their events, or
	 * for some time.
	 */
	void end(boolean drained, long nanos) {
		this.phase = drained ? Phase.DRAINED : Phase.ABANDONED;
		if (!drained) {
			await(() -> this.waiting.get() == 0, nanos);
		}
	}

	/**
	 * Return how long ago it was closed, which it is.
	 */
	long nanosSinceClose() {
		return System.nanoTime() - this.closedNanos;
	}

	boolean hasEnded() {
		Phase current = this.phase;
		return current == Phase.DRAINED || current == Phase.ABANDONED;
	}

	/**
	 * Wait until the ring is drained or abandoned, or for some time, and act on the
	 * result.
	 * @param unless ends the wait before
	 * @param then is told how the ring has ended, or that it has not
	 */
	<T> T awaitEnd(BooleanSupplier unless, long timeoutNanos, Function<Phase, T> then) {
		this.waiting.incrementAndGet();
		try {
			await(() -> hasEnded() || unless.getAsBoolean(), timeoutNanos);
			return then.apply(this.phase);
		}
		finally {
			this.waiting.decrementAndGet();
		}
	}

	/**
	 * Wait for a condition. An interrupt does not end the wait; its flag is restored.
	 * @param condition the condition
	 * @param timeoutNanos how long to wait at the most
	 * @return whether it is met
	 */
	public static boolean await(BooleanSupplier condition, long timeoutNanos) {
		long start = System.nanoTime();
		boolean interrupted = false;
		while (!condition.getAsBoolean() && System.nanoTime() - start < timeoutNanos) {
			interrupted |= Thread.interrupted();
			LockSupport.parkNanos(PAUSE_NANOS);
		}
		if (interrupted) {
			Thread.currentThread().interrupt();
		}
		return condition.getAsBoolean();
	}

	/**
	 * Names how far the ring has closed.
	 */
	enum Phase {

		OPEN, CLOSED, DRAINED, ABANDONED

	}

}
