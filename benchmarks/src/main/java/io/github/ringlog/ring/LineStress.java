package io.github.ringlog.ring;

import java.lang.invoke.VarHandle;

import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * Two callers join the line of a full ring while the writer makes room and wakes. One of
 * the two sees what the other has written, so each caller is woken or finds the room by
 * itself, without its timer.
 */
@JCStressTest
@Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "Both were woken or found room")
@Outcome(id = "false", expect = Expect.FORBIDDEN, desc = "A caller waits though there is room")
@State
public class LineStress {

	private static final int SIZE = 16;

	private final SlotArray array = new SlotArray(SIZE, true);

	private final Sequence progress = new Sequence();

	private final WaitingLine line = new WaitingLine(this.array, Thread.currentThread());

	private boolean firstFound;

	private boolean secondFound;

	private final StressOwner.StressCaller first = new StressOwner.StressCaller();

	private final StressOwner.StressCaller second = new StressOwner.StressCaller();

	/** Create a ring that is full. */
	public LineStress() {
		RingBuffer<?> buffer = this.array.buffer;
		buffer.addGatingSequences(this.progress);
		this.array.available();
		try {
			buffer.tryNext(SIZE);
		}
		catch (InsufficientCapacityException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Make room, and wake.
	 */
	@Actor
	public void writer() {
		this.progress.set(SIZE - 1);
		// As the writer does.
		VarHandle.fullFence();
		this.line.wake(SIZE);
	}

	/**
	 * Wait in line.
	 */
	@Actor
	public void first() {
		this.firstFound = join(this.first);
	}

	/**
	 * Wait in line.
	 */
	@Actor
	public void second() {
		this.secondFound = join(this.second);
	}

	private boolean join(Producer caller) {
		this.line.join(caller);
		return this.array.hasRoom();
	}

	/**
	 * Look at both.
	 * @param result whether both go on
	 */
	@Arbiter
	public void look(Z_Result result) {
		result.r1 = (this.firstFound || !this.first.inLine) && (this.secondFound || !this.second.inLine);
	}

}
