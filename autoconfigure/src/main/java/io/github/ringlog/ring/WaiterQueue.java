package io.github.ringlog.ring;

import org.jspecify.annotations.Nullable;

/**
 * A queue of waiters that are linked to each other, so that it makes no nodes. Whoever
 * changes it holds the lock of {@link WaitingCallers}; any thread may ask who is first.
 */
final class WaiterQueue {

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
