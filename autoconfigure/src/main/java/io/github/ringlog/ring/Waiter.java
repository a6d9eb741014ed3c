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

	// What the writer had done, and when that was first seen. The caller's own, and so is
	// what follows.
	long written;

	long writtenAt;

	// Whether the writer was found to wait for this caller.
	boolean blocksWriter;

	// The memory that its text will take, as far as it is known; 0 for a text of usual
	// size. Set before it joins.
	long wanted;

	// The memory that is counted for it. Set under the lock while it is in line.
	long reserved;

	// How long it has waited for this event before it had the text. The caller's own.
	long waitedNanos;

	// Whether it has to leave before its next event: it stands in line, or something is
	// reserved for it. The caller's own.
	boolean present;

	/**
	 * A queue of waiters that are linked to each other, so that it makes no nodes.
	 * Whoever changes it holds the lock of {@link WaitingCallers}; any thread may ask who
	 * is first.
	 */
	static final class Queue {

		private volatile @Nullable Waiter first;

		private @Nullable Waiter last;

		private int size;

		@Nullable Waiter first() {
			return this.first;
		}

		int size() {
			return this.size;
		}

		void addLast(Waiter waiter) {
			insert(this.last, waiter, null);
		}

		void addFirst(Waiter waiter) {
			insert(null, waiter, this.first);
		}

		private void insert(@Nullable Waiter before, Waiter waiter, @Nullable Waiter behind) {
			connect(before, waiter);
			connect(waiter, behind);
			waiter.queued = true;
			this.size++;
		}

		void remove(Waiter waiter) {
			connect(waiter.previous, waiter.next);
			waiter.previous = null;
			waiter.next = null;
			waiter.queued = false;
			this.size--;
		}

		/**
		 * Make two waiters neighbours; where one is missing the other is at an end.
		 */
		private void connect(@Nullable Waiter before, @Nullable Waiter behind) {
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

	}

}
