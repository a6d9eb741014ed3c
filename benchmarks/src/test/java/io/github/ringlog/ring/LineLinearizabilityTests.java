package io.github.ringlog.ring;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Callers that join the line and leave it, and the writer that makes room, see one queue,
 * whatever their interleaving. Nobody parks here, so time plays no part: stress tests of
 * jcstress have that. The size of the line is left out: it is a figure for users, which
 * they may see a moment before its caller can be signalled.
 */
@Tag("full")
@Param(name = "caller", gen = ThreadIdGen.class)
public class LineLinearizabilityTests {

	private static final int THREADS = 3;

	private static final int SIZE = 16;

	private final Sequence progress = new Sequence();

	private final WaitingLine line = newLine(this.progress);

	// One for each thread, and for what comes before and after them.
	private final Producer[] callers = Stream.generate(StressOwner.StressCaller::new)
		.limit(THREADS + 3)
		.toArray(Producer[]::new);

	private static WaitingLine newLine(Sequence progress) {
		SlotArray array = new SlotArray(SIZE, true);
		RingBuffer<?> buffer = array.buffer;
		buffer.addGatingSequences(progress);
		array.available();
		try {
			buffer.tryNext(SIZE);
		}
		catch (InsufficientCapacityException ex) {
			throw new IllegalStateException(ex);
		}
		return new WaitingLine(array, Thread.currentThread());
	}

	@Operation
	public void join(@Param(name = "caller") int caller) {
		this.line.join(this.callers[caller]);
	}

	@Operation
	public void leave(@Param(name = "caller") int caller) {
		this.line.leave(this.callers[caller]);
	}

	@Operation
	public boolean waits(@Param(name = "caller") int caller) {
		return this.callers[caller].inLine;
	}

	@Operation(nonParallelGroup = "writer")
	public void makeRoom() {
		this.progress.set(this.progress.get() + 1);
		this.line.wake(this.progress.get() + 1);
	}

	@Test
	void holdsInEachInterleaving() {
		new ModelCheckingOptions().iterations(30)
			.invocationsPerIteration(1000)
			.threads(THREADS)
			.actorsPerThread(3)
			.sequentialSpecification(Line.class)
			.check(LineLinearizabilityTests.class);
	}

	@Test
	void holdsUnderStress() {
		new StressOptions().iterations(30)
			.invocationsPerIteration(2000)
			.threads(THREADS)
			.actorsPerThread(3)
			.sequentialSpecification(Line.class)
			.check(LineLinearizabilityTests.class);
	}

	/**
	 * First come, first woken: one for each slot, as the batch of so small a ring is one.
	 */
	public static class Line {

		private final List<Integer> line = new ArrayList<>();

		public void join(int caller) {
			if (!this.line.contains(caller)) {
				this.line.add(caller);
			}
		}

		public void leave(int caller) {
			this.line.remove(Integer.valueOf(caller));
		}

		public boolean waits(int caller) {
			return this.line.contains(caller);
		}

		public void makeRoom() {
			if (!this.line.isEmpty()) {
				this.line.remove(0);
			}
		}

	}

}
