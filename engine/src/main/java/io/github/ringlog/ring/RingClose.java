package io.github.ringlog.ring;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongConsumer;

import com.lmax.disruptor.RingBuffer;
import io.github.ringlog.concurrent.Conditions;

/**
 * Closes a ring: it takes no more events, and the events in it are written or counted as
 * dropped. A ring is open first, and closed while it is drained. It ends as drained, and
 * callers can write events without it; or as abandoned, because the writer is stuck and
 * any other thread that writes would get stuck, too.
 * <p>
 * How a ring closes without losing an event: the closing thread sets the outcome and then
 * reads the cursor; a caller advances the cursor and then reads the outcome. Both have a
 * full fence in between. So an event at or before the cursor that the closing thread saw
 * will be drained, and a caller whose slot lies beyond has seen the ring closed.
 */
final class RingClose {

	private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

	private static final long CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

	private final SlotArray array;

	private final RingBuffer<?> buffer;

	private final RingWriter writer;

	private final Thread writerThread;

	// The outcome for an event that is offered now: PUBLISHED while the ring is open,
	// CLOSED while it is drained, then IN_PLACE if it was drained or DROPPED if it was
	// abandoned. Written by the thread that closes the ring, read by all.
	private volatile Outcome outcome = Outcome.PUBLISHED;

	// Written before the outcome, which orders it.
	private long closedNanos;

	private final AtomicBoolean begun = new AtomicBoolean();

	// The number of callers that wait for the end and then count their events.
	private final AtomicInteger waiting = new AtomicInteger();

	RingClose(SlotArray array, RingWriter writer, Thread writerThread) {
		this.array = array;
		this.buffer = array.buffer;
		this.writer = writer;
		this.writerThread = writerThread;
	}

	boolean isOpen() {
		return this.outcome == Outcome.PUBLISHED;
	}

	boolean hasEnded() {
		Outcome current = this.outcome;
		return current == Outcome.IN_PLACE || current == Outcome.DROPPED;
	}

	/**
	 * Return the nanoseconds since the ring was closed. It must be closed.
	 */
	long nanosSince() {
		return System.nanoTime() - this.closedNanos;
	}

	/**
	 * Close the ring. Afterwards a read of the cursor sees each slot whose caller found
	 * the ring open. This takes a full fence, because the Disruptor reads its cursor
	 * without one.
	 * @return whether this call has closed it
	 */
	boolean begin() {
		if (!this.begun.compareAndSet(false, true)) {
			return false;
		}
		this.closedNanos = System.nanoTime();
		this.outcome = Outcome.CLOSED;
		VarHandle.fullFence();
		return true;
	}

	/**
	 * Wait until the ring is drained or abandoned, or for some time, and act on the
	 * result.
	 * @param unless returns whether to stop waiting early
	 * @param then takes the outcome: how the ring has ended, or that it has not
	 */
	<T> T awaitEnd(BooleanSupplier unless, long timeoutNanos, Function<Outcome, T> then) {
		this.waiting.incrementAndGet();
		try {
			Conditions.await(() -> hasEnded() || unless.getAsBoolean(), timeoutNanos);
			return then.apply(this.outcome);
		}
		finally {
			this.waiting.decrementAndGet();
		}
	}

	/**
	 * Drain the ring, which has begun to close.
	 * @param timeoutNanos how long to wait
	 * @param lost takes the sequence of each slot that is not written in time
	 * @return whether the writer has ended; if not, it is stuck in an appender
	 */
	boolean drain(long timeoutNanos, LongConsumer lost) {
		long last = this.buffer.getCursor();
		boolean ended = false;
		try {
			boolean drained = awaitDone(last, timeoutNanos);
			this.writer.halt();
			ended = drained || Conditions.await(this::isWriterEnded, GRACE_NANOS);
			if (!ended) {
				this.writerThread.interrupt();
				ended = Conditions.await(this::isWriterEnded, GRACE_NANOS);
			}
			if (!drained) {
				collect(this.writer.abandon(), last, lost);
			}
		}
		finally {
			end(ended);
		}
		// The writer may still log a summary of drops.
		return ended && Conditions.await(this::isWriterEnded, 5 * GRACE_NANOS);
	}

	private boolean awaitDone(long last, long timeoutNanos) {
		long start = System.nanoTime();
		boolean done;
		long left = timeoutNanos;
		do {
			done = Conditions.await(() -> this.writer.done() >= last, Math.min(left, CHECK_NANOS));
			left = timeoutNanos - (System.nanoTime() - start);
		}
		while (!done && left > 0 && !isWriterExiting());
		return done;
	}

	/**
	 * Return whether an appender has called {@code exit}: the writer then waits for the
	 * shutdown hooks, which may be waiting for this method.
	 */
	private boolean isWriterExiting() {
		return Arrays.stream(this.writerThread.getStackTrace())
			.anyMatch((frame) -> frame.getClassName().equals(Runtime.class.getName())
					&& frame.getMethodName().equals("exit"));
	}

	private boolean isWriterEnded() {
		return !this.writerThread.isAlive();
	}

	private void collect(long done, long last, LongConsumer lost) {
		for (long sequence = done + 1; sequence <= last; sequence++) {
			long current = sequence;
			Slot event = this.array.get(sequence);
			// Its caller may be about to publish it.
			Conditions.await(() -> this.buffer.isAvailable(current) || event.orphaned == current, GRACE_NANOS);
			lost.accept(current);
		}
	}

	/**
	 * End the ring. If it is abandoned, wait for a moment until the waiting callers have
	 * counted their events.
	 */
	private void end(boolean drained) {
		this.outcome = drained ? Outcome.IN_PLACE : Outcome.DROPPED;
		if (!drained) {
			Conditions.await(() -> this.waiting.get() == 0, GRACE_NANOS);
		}
	}

}
