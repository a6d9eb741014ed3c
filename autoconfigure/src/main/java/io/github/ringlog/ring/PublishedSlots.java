package io.github.ringlog.ring;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The slots of a ring, as the writer sees them: it waits until they are published. Used
 * by the writer thread, but for {@link #halt()}.
 */
final class PublishedSlots {

	private static final long UNPUBLISHED_PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(20);

	private final RingBuffer<RingEvent> buffer;

	private final SequenceBarrier barrier;

	PublishedSlots(RingBuffer<RingEvent> buffer) {
		this.buffer = buffer;
		this.barrier = buffer.newBarrier();
	}

	/**
	 * Wait for a slot, but not without an end.
	 * @return the last slot up to which all are published; the one before the slot, if
	 * that is not
	 */
	long await(long sequence) {
		try {
			return this.barrier.waitFor(sequence);
		}
		catch (AlertException | TimeoutException ex) {
			return sequence - 1;
		}
		catch (InterruptedException ex) {
			// Only a faulty appender interrupts the writer, so the writer goes on.
			return sequence - 1;
		}
	}

	/**
	 * Return a claimed slot whose caller has failed, so that the writer publishes it. If
	 * the caller is about to publish it, give it a moment.
	 */
	@Nullable RingEvent orphan(long sequence) {
		if (this.buffer.getCursor() < sequence) {
			return null;
		}
		RingEvent event = this.buffer.get(sequence);
		if (event.orphaned == sequence) {
			return event;
		}
		LockSupport.parkNanos(this, UNPUBLISHED_PAUSE_NANOS);
		return null;
	}

	/** End the wait, from any thread. */
	void halt() {
		this.barrier.alert();
	}

}
