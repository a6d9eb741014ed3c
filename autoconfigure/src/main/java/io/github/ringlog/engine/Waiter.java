package io.github.ringlog.engine;

import org.jspecify.annotations.Nullable;

/**
 * A place in the queue of {@link WaitingCallers}. Each log call has one, so that waiting
 * allocates no object.
 */
final class Waiter {

	// All guarded by the lock of the queue, but for the reads of the waiting thread
	// itself.
	@Nullable Thread thread;

	@Nullable Waiter previous;

	@Nullable Waiter next;

	// As System.nanoTime() has it.
	long joinedAt;

	boolean queued;

	// Set under the lock by whoever lets this caller go on, read by the caller.
	volatile boolean admitted;

	// The last question of the first in line that this caller has answered. Its own.
	int answered;

	// Set by whoever finds that the writer waits for a lock of this caller; read by the
	// caller.
	volatile boolean blocksWriter;

}
