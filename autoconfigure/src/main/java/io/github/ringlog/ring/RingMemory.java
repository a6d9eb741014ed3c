package io.github.ringlog.ring;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory that large events of a ring hold, in bytes and estimated. Once an event
 * finds no room, the ring counts as full until there is room for it and a quarter of the
 * maximum is free. Any thread may call.
 */
final class RingMemory {

	private static final long NEVER = Long.MAX_VALUE;

	private final AtomicLong held = new AtomicLong();

	private volatile long maximum;

	// How much may be held when the ring no longer counts as full; NEVER while it does
	// not.
	private volatile long resumeAt = NEVER;

	RingMemory(long maximum) {
		this.maximum = maximum;
	}

	void setMaximum(long newMaximum) {
		this.maximum = newMaximum;
		this.resumeAt = NEVER;
	}

	/**
	 * Reserve memory for an event. One that alone holds more than the maximum gets it
	 * when no other holds any.
	 * @return whether there was room
	 */
	boolean tryReserve(long bytes) {
		while (true) {
			long current = this.held.get();
			long most = this.maximum;
			if (current > 0 && current + bytes > most) {
				this.resumeAt = Math.max(0, Math.min(most - most / 4, most - bytes));
				return false;
			}
			if (this.held.compareAndSet(current, current + bytes)) {
				return true;
			}
		}
	}

	/**
	 * Take memory for an event that can't wait for room.
	 */
	void take(long bytes) {
		this.held.addAndGet(bytes);
	}

	void release(long bytes) {
		this.held.addAndGet(-bytes);
	}

	boolean isExhausted() {
		long limit = this.resumeAt;
		if (limit == NEVER) {
			return false;
		}
		if (this.held.get() > limit) {
			return true;
		}
		this.resumeAt = NEVER;
		return false;
	}

	long held() {
		return this.held.get();
	}

}
