package io.github.ringlog.ring;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
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
 * Callers that join the line, leave it and look for room, and the writer that makes room,
 * see one queue, whatever their interleaving. Nobody parks here, so time plays no part:
 * stress tests of jcstress have that.
 */
@Tag("full")
@Param(name = "caller", gen = ThreadIdGen.class)
public class LineLinearizabilityTests {

	private static final int THREADS = 3;

	private static final int SIZE = 16;

	private final Sequence progress = new Sequence();

	private final WaitingCallers waiting = newLine(this.progress);

	// One for each thread, and for what comes before and after them.
	private final Waiter[] waiters = Stream.generate(Waiter::new).limit(THREADS + 3).toArray(Waiter[]::new);

	private static WaitingCallers newLine(Sequence progress) {
		RingBuffer<RingEvent> buffer = RingBuffer.createMultiProducer(RingEvent::new, SIZE);
		buffer.addGatingSequences(progress);
		try {
			buffer.tryNext(SIZE);
		}
		catch (InsufficientCapacityException ex) {
			throw new IllegalStateException(ex);
		}
		return new WaitingCallers(new RingSlots(buffer, new RingState(), new RingMemory(RingSettings.MIN_MEMORY)),
				Thread.currentThread());
	}

	@Operation
	public void join(@Param(name = "caller") int caller) {
		Waiter waiter = this.waiters[caller];
		if (!waiter.present) {
			this.waiting.join(waiter, System.nanoTime());
		}
	}

	@Operation
	public void leave(@Param(name = "caller") int caller) {
		this.waiting.leave(this.waiters[caller]);
	}

	@Operation
	public boolean mayGoOn(@Param(name = "caller") int caller) {
		return this.waiters[caller].admitted;
	}

	@Operation
	public void lookForRoom() {
		this.waiting.admitIfRoom(Long.MAX_VALUE);
	}

	@Operation(nonParallelGroup = "writer")
	public void makeRoom() {
		this.progress.set(this.progress.get() + 1);
		this.waiting.admitIfRoom(Long.MAX_VALUE);
	}

	@Operation
	public int size() {
		return this.waiting.size();
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
	 * First come, first served.
	 */
	public static class Line {

		private final Queue<Integer> line = new ArrayDeque<>();

		private final Set<Integer> admitted = new HashSet<>();

		private int room;

		public void join(int caller) {
			if (!this.line.contains(caller) && !this.admitted.contains(caller)) {
				this.line.add(caller);
			}
		}

		public void leave(int caller) {
			this.line.remove(caller);
			this.admitted.remove(caller);
		}

		public boolean mayGoOn(int caller) {
			return this.admitted.contains(caller);
		}

		public void lookForRoom() {
			while (!this.line.isEmpty() && this.admitted.size() < this.room) {
				this.admitted.add(this.line.remove());
			}
		}

		public void makeRoom() {
			this.room++;
			lookForRoom();
		}

		public int size() {
			return this.line.size() + this.admitted.size();
		}

	}

}
