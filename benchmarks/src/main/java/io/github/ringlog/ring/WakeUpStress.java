package io.github.ringlog.ring;

import java.util.concurrent.TimeUnit;

import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import io.github.ringlog.settings.RingWaitStrategy;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * A caller publishes while the writer goes to sleep. The writer must not sleep through
 * it: a wake-up that is missed shows as the whole of the longest wait, which is far
 * longer than a busy machine keeps a thread from running.
 */
@JCStressTest
@Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "The writer was there in time")
@Outcome(id = "false", expect = Expect.FORBIDDEN, desc = "The writer slept through the event")
@State
public class WakeUpStress {

	private static final long LONGEST = TimeUnit.SECONDS.toNanos(20);

	private final RingBuffer<?> buffer = RingBuffer.createMultiProducer(Object::new, 4);

	private final WriterWait nap = new WriterWait(this.buffer, RingWaitStrategy.ADAPTIVE, LONGEST);

	/**
	 * Log.
	 */
	@Actor
	public void caller() {
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
	 * @param result whether no wait had ended by itself
	 */
	@Actor
	public void writer(Z_Result result) {
		long waited = 0;
		while (!this.buffer.isAvailable(0)) {
			long start = System.nanoTime();
			this.nap.await(0, false);
			waited = System.nanoTime() - start;
		}
		result.r1 = waited < LONGEST / 2;
	}

}
