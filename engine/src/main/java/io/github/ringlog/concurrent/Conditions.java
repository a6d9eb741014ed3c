package io.github.ringlog.concurrent;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Waits for conditions by polling. Safe for use by several threads.
 */
public final class Conditions {

	private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

	private Conditions() {
	}

	/**
	 * Wait for a condition. An interrupt does not end the wait; its flag is restored.
	 * @param condition the condition
	 * @param timeoutNanos the longest wait in nanoseconds
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

}
