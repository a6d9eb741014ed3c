package io.github.ringlog.engine;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Whether a ring takes events. It is open, closes while the ring is drained, and ends
 * either way: drained, so that events can be written without the ring, or abandoned,
 * because the writer is stuck and whoever writes would be too.
 * <p>
 * How a ring closes without losing an event: the closing thread closes the gate and then
 * reads the cursor; a caller advances the cursor and then looks at the gate. So an event
 * at or before the cursor that the closing thread saw will be drained, and a caller whose
 * slot lies beyond has seen the gate closed.
 */
final class RingGate {

	private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

	// Written by the one thread that closes the ring, read by all.
	private volatile State state = State.OPEN;

	boolean isOpen() {
		return this.state == State.OPEN;
	}

	void close() {
		this.state = State.CLOSED;
	}

	void end(boolean drained) {
		this.state = drained ? State.DRAINED : State.ABANDONED;
	}

	boolean isAbandoned() {
		return this.state == State.ABANDONED;
	}

	boolean hasEnded() {
		return this.state == State.DRAINED || this.state == State.ABANDONED;
	}

	/**
	 * Wait until the ring is drained or abandoned.
	 * @return whether it is
	 */
	boolean awaitEnd(long timeoutNanos) {
		return await(this::hasEnded, timeoutNanos);
	}

	/**
	 * Wait for a condition. An interrupt does not end the wait; the flag is given back.
	 * @return whether it is met
	 */
	static boolean await(BooleanSupplier condition, long timeoutNanos) {
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

	private enum State {

		OPEN, CLOSED, DRAINED, ABANDONED

	}

}
