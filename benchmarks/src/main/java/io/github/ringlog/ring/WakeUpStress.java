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

	// Written by the caller before it publishes, read by the writer behind the event.
	private long publishing;

	/**
	 * Log.
	 */
	@Actor
	public void caller() {
		this.publishing = System.nanoTime();
		try {
			this.buffer.publish(this.buffer.tryNext());
			this.nap.wake();
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
		// The caller may not have been run, and a park may end late because this machine
		// is busy: a park must have ended by itself, long after the event was there.
		result.r1 = waited < PARK_NANOS || System.nanoTime() - this.publishing < PARK_NANOS / 2;
	}

}
