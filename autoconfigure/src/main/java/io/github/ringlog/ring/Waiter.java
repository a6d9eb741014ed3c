package io.github.ringlog.ring;

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

	// How long the caller naps as the first in line. Its own, and so is what follows.
	long nap;

	// What the writer had done, and when that was first seen.
	long written;

	long writtenAt;

	// Whether the writer was found to wait for this caller.
	boolean blocksWriter;

}
