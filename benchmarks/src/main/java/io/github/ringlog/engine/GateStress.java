package io.github.ringlog.engine;

import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * A caller claims a slot and then looks at the gate; another thread closes the gate and
 * then looks at the cursor. An event must not go unseen by both.
 */
@JCStressTest
@Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "A filler at or before the cursor that was read")
@Outcome(id = "true, false", expect = Expect.ACCEPTABLE, desc = "The caller saw the gate closed")
@Outcome(id = "false, true", expect = Expect.ACCEPTABLE, desc = "The event is drained")
@Outcome(id = "false, false", expect = Expect.FORBIDDEN, desc = "The event is lost")
@State
public class GateStress {

	private final RingBuffer<Object> buffer = RingBuffer.createMultiProducer(Object::new, 2);

	private final RingGate gate = new RingGate();

	/**
	 * Log.
	 * @param result whether the caller saw the gate closed
	 */
	@Actor
	public void caller(ZZ_Result result) {
		try {
			this.buffer.tryNext();
			result.r1 = !this.gate.isOpen();
		}
		catch (InsufficientCapacityException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Close.
	 * @param result whether the closing thread saw the slot claimed
	 */
	@Actor
	public void closer(ZZ_Result result) {
		this.gate.tryClose();
		result.r2 = this.buffer.getCursor() >= 0;
	}

}
