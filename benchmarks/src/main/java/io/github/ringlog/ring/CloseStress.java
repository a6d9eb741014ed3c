package io.github.ringlog.ring;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZI_Result;

/**
 * A caller logs while another thread closes the ring, whose writer is not there to write
 * anything. The event must be counted as dropped once, or be left to the caller.
 */
@JCStressTest
@Outcome(id = "true, 1", expect = Expect.ACCEPTABLE, desc = "Taken, and counted as lost")
@Outcome(id = "false, 0", expect = Expect.ACCEPTABLE, desc = "Left to the caller, who writes it")
@Outcome(id = "true, 0", expect = Expect.FORBIDDEN, desc = "Lost and not counted")
@Outcome(id = "false, 1", expect = Expect.FORBIDDEN, desc = "Counted as lost, and written by the caller")
@State
public class CloseStress {

	private final StressOwner owner = new StressOwner();

	/**
	 * Log.
	 * @param result whether the ring took the event
	 */
	@Actor
	public void caller(ZI_Result result) {
		result.r1 = this.owner.log();
	}

	/**
	 * Close the ring.
	 */
	@Actor
	public void closer() {
		this.owner.ring.close(0);
	}

	/**
	 * Count.
	 * @param result how many events were dropped
	 */
	@Arbiter
	public void count(ZI_Result result) {
		result.r2 = (int) this.owner.statistics.dropped();
	}

}
