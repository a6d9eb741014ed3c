package io.github.ringlog.ring;

import com.lmax.disruptor.Sequence;

/**
 * The sequence of the last event that was written. The writer advances it after each
 * event; the thread that closes the ring may stop that. Both use a compare-and-set, so
 * that each event is either written or taken over. Any thread reads.
 */
final class DoneSequence {

	private static final long ABANDONED = Long.MIN_VALUE;

	private final Sequence sequence = new Sequence();

	private volatile long whenAbandoned;

	/**
	 * Move on to the next event.
	 * @return whether it is the writer's, and not taken over
	 */
	boolean advance(long next) {
		return this.sequence.compareAndSet(next - 1, next);
	}

	/**
	 * Take over the events that are not written.
	 * @return the last event that is
	 */
	long abandon() {
		long last = this.sequence.get();
		this.whenAbandoned = last;
		while (!this.sequence.compareAndSet(last, ABANDONED)) {
			last = this.sequence.get();
			this.whenAbandoned = last;
		}
		return last;
	}

	long get() {
		long last = this.sequence.get();
		return (last != ABANDONED) ? last : this.whenAbandoned;
	}

}
