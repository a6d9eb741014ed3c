package io.github.ringlog.ring;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import com.lmax.disruptor.RingBuffer;

/**
 * Drains a closed ring: waits until its events are written, and names those that are not.
 */
final class RingShutdown {

	private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

	private static final long CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

	private final RingBuffer<RingEvent> buffer;

	private final RingWriter writer;

	private final Thread writerThread;

	private final RingState state;

	RingShutdown(RingBuffer<RingEvent> buffer, RingWriter writer, Thread writerThread, RingState state) {
		this.buffer = buffer;
		this.writer = writer;
		this.writerThread = writerThread;
		this.state = state;
	}

	/**
	 * Drain the ring.
	 * @param timeoutNanos how long to wait
	 * @param lost takes each event that is not written in time
	 * @return whether the writer has ended: when not, it is stuck in an appender
	 */
	boolean run(long timeoutNanos, Consumer<RingEvent> lost) {
		long last = this.buffer.getCursor();
		boolean ended = false;
		try {
			boolean drained = awaitDrained(last, timeoutNanos);
			this.writer.halt();
			ended = drained || RingState.await(this::isWriterEnded, GRACE_NANOS);
			if (!ended) {
				this.writerThread.interrupt();
				ended = RingState.await(this::isWriterEnded, GRACE_NANOS);
			}
			if (!drained) {
				collect(this.writer.abandon(), last, lost);
			}
		}
		finally {
			this.state.end(ended, GRACE_NANOS);
			// Callers that add one from now on take it back.
			this.writer.spilled().abandon(lost);
		}
		// An idle writer may have a summary to write.
		return ended && RingState.await(this::isWriterEnded, 5 * GRACE_NANOS);
	}

	private boolean awaitDrained(long last, long timeoutNanos) {
		long start = System.nanoTime();
		boolean drained;
		long left = timeoutNanos;
		do {
			drained = RingState.await(() -> this.writer.done() >= last && this.writer.spilled().size() == 0,
					Math.min(left, CHECK_NANOS));
			left = timeoutNanos - (System.nanoTime() - start);
		}
		while (!drained && left > 0 && !isWriterExiting());
		return drained;
	}

	/**
	 * Return whether an appender has ended the JVM: the writer then waits for the hooks,
	 * and for whoever calls this.
	 */
	private boolean isWriterExiting() {
		return Arrays.stream(this.writerThread.getStackTrace())
			.anyMatch((frame) -> frame.getClassName().equals(Runtime.class.getName())
					&& frame.getMethodName().equals("exit"));
	}

	private boolean isWriterEnded() {
		return !this.writerThread.isAlive();
	}

	private void collect(long done, long last, Consumer<RingEvent> lost) {
		for (long sequence = done + 1; sequence <= last; sequence++) {
			long current = sequence;
			RingEvent event = this.buffer.get(sequence);
			// Its caller may be just about to publish it.
			RingState.await(() -> this.buffer.isAvailable(current) || event.orphaned == current, GRACE_NANOS);
			if (!event.padding) {
				lost.accept(event);
			}
		}
	}

}
