package io.github.ringlog.ring;

import java.util.concurrent.TimeUnit;

import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * A caller publishes while the writer goes to sleep. The writer must not sleep through
 * it: its park is timed, and a wake-up that is missed shows as the whole of that time.
 */
@JCStressTest
@Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "The writer was there in time")
@Outcome(id = "false", expect = Expect.FORBIDDEN, desc = "The writer slept through the event")
@State
public class WakeUpStress {

	private static final long PARK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

	private final RingBuffer<Slot> buffer = RingBuffer.createMultiProducer(() -> new Slot(new Slot.Columns(1, true), 0),
			4);

	private final WriterNap nap = new WriterNap(this.buffer, RingWaitStrategy.ADAPTIVE);

	// When the caller had published and called; 0 before.
	private volatile long called;

	/**
	 * Log.
	 */
	@Actor
	public void caller() {
		try {
			this.buffer.publish(this.buffer.tryNext());
			this.nap.wake();
			this.called = System.nanoTime();
		}
		catch (InsufficientCapacityException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Wait for the event.
	 * @param result whether it was there before a park had ended by itself
	 */
	@Actor
	public void writer(Z_Result result) {
		long waited = 0;
		while (!this.buffer.isAvailable(0)) {
			long start = System.nanoTime();
			this.nap.await(0);
			waited = System.nanoTime() - start;
		}
		// The caller may not have been run between its steps, and a park may end late
		// because this machine is busy: a park must have ended by itself, long after the
		// call.
		long now = System.nanoTime();
		long then = this.called;
		result.r1 = waited < PARK_NANOS || then == 0 || now - then < PARK_NANOS / 2;
	}

}
