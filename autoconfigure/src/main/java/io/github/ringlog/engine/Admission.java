package io.github.ringlog.engine;

import java.util.Arrays;

import org.apache.logging.log4j.Level;

/**
 * The part of the settings that each publish asks, computed once: who is shed, and what a
 * full ring means for whom. Immutable; the ring replaces it as a whole.
 */
final class Admission {

	private static final int NEVER = Integer.MAX_VALUE;

	private final OverflowPolicy policy;

	private final long maxBlockNanos;

	private final int leastDroppable;

	private final int[] shedFrom = new int[Severity.LEVELS.size()];

	Admission(RingSettings settings, int capacity) {
		RingSettings.Overflow overflow = settings.overflow();
		this.policy = overflow.policy();
		this.maxBlockNanos = (overflow.maxBlock() != null) ? RingSettings.nanos(overflow.maxBlock()) : Long.MAX_VALUE;
		this.leastDroppable = Severity.of(overflow.dropLevel());
		Arrays.fill(this.shedFrom, NEVER);
		settings.shedding().forEach((level, ratio) -> shedFrom(level, (int) Math.ceil(capacity * ratio)));
	}

	private void shedFrom(Level level, int used) {
		this.shedFrom[Severity.of(level)] = used;
	}

	boolean isShedAt(int severity) {
		return this.shedFrom[severity] != NEVER;
	}

	boolean sheds(int severity, long used) {
		return used >= this.shedFrom[severity];
	}

	boolean dropsWhenFull(int severity) {
		return this.policy == OverflowPolicy.DROP && severity >= this.leastDroppable;
	}

	boolean writesInPlaceWhenFull() {
		return this.policy == OverflowPolicy.SYNCHRONOUS;
	}

	/**
	 * The longest a caller may wait in nanoseconds, {@link Long#MAX_VALUE} for no limit.
	 */
	long maxBlockNanos() {
		return (this.policy == OverflowPolicy.BLOCK) ? this.maxBlockNanos : Long.MAX_VALUE;
	}

}
