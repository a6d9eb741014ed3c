package io.github.ringlog.ring;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZI_Result;

/**
 * A caller fails between claim and publish while the writer waits for its slot. The
 * writer must publish and write it, once.
 */
@JCStressTest
@Outcome(id = "true, 1", expect = Expect.ACCEPTABLE, desc = "The writer took the slot over")
@Outcome(expect = Expect.FORBIDDEN, desc = "The slot is lost, or written twice")
@State
public class OrphanStress {

	private final StressOwner owner = new StressOwner(true);

	/**
	 * Log, and fail.
	 * @param result whether the ring took the event
	 */
	@Actor
	public void caller(ZI_Result result) {
		result.r1 = this.owner.log();
	}

	/**
	 * Write until the first event is written.
	 */
	@Actor
	public void writer() {
		this.owner.ring.writer().run();
	}

	/**
	 * Count.
	 * @param result how many events were written
	 */
	@Arbiter
	public void count(ZI_Result result) {
		result.r2 = this.owner.written();
	}

}
