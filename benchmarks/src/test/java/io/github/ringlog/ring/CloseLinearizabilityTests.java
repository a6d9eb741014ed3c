package io.github.ringlog.ring;

import io.github.ringlog.settings.RingSettings;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Callers log while another thread closes the ring, whose writer is not there to write
 * anything: each event that the ring took before it closed counts as lost, and no other.
 */
@Tag("full")
public class CloseLinearizabilityTests {

	private final StressOwner owner = new StressOwner();

	@Operation
	public boolean log() {
		return this.owner.log();
	}

	@Operation(nonParallelGroup = "closer")
	public long close() {
		this.owner.ring.close(0);
		return this.owner.statistics.dropped();
	}

	@Test
	void holdsInEachInterleaving() {
		// Each interleaving costs much, because callers wait for the end of a close.
		new ModelCheckingOptions().iterations(5)
			.invocationsPerIteration(100)
			.threads(2)
			.actorsPerThread(2)
			.actorsBefore(0)
			.actorsAfter(0)
			// The first call makes all slots of a small ring.
			.loopBound(2 * RingSettings.MIN_BUFFER_SIZE)
			.sequentialSpecification(Ring.class)
			.check(CloseLinearizabilityTests.class);
	}

	@Test
	void holdsUnderStress() {
		new StressOptions().iterations(20)
			.invocationsPerIteration(500)
			.threads(3)
			.actorsPerThread(2)
			.sequentialSpecification(Ring.class)
			.check(CloseLinearizabilityTests.class);
	}

	/**
	 * Takes events until it is closed.
	 */
	public static class Ring {

		private boolean closed;

		private long taken;

		public boolean log() {
			if (!this.closed) {
				this.taken++;
			}
			return !this.closed;
		}

		public long close() {
			this.closed = true;
			return this.taken;
		}

	}

}
