package io.github.ringlog.ring;

import java.util.Arrays;

import io.github.ringlog.settings.OverflowPolicy;
import io.github.ringlog.settings.RingSettings;

/**
 * The settings that each publication needs, computed once: which levels are shed, and
 * what happens to events of a level when the ring is full. Immutable; the ring replaces
 * it as a whole.
 */
final class OverflowRules {

	private static final int NEVER = Integer.MAX_VALUE;

	/** The rules by which callers wait instead of writing in place. */
	static final OverflowRules BLOCK = new OverflowRules(RingSettings.defaults(), 1);

	private final OverflowPolicy policy;

	private final long maxBlockNanos;

	private final int leastDroppable;

	// The number of used slots from which a level is shed, by the index of the level.
	private final int[] shedFrom = new int[LevelIndex.LEVELS.size()];

	OverflowRules(RingSettings settings, int capacity) {
		RingSettings.Overflow overflow = settings.overflow();
		this.policy = overflow.policy();
		this.maxBlockNanos = (overflow.maxBlock() != null) ? RingSettings.nanos(overflow.maxBlock()) : Long.MAX_VALUE;
		this.leastDroppable = LevelIndex.of(overflow.dropLevel());
		Arrays.fill(this.shedFrom, NEVER);
		settings.shedding()
			.forEach((level, ratio) -> this.shedFrom[LevelIndex.of(level)] = (int) Math.ceil(capacity * ratio));
	}

	/**
	 * Return whether a ring is so full that events of a level are dropped.
	 */
	boolean sheds(int level, SlotArray slots) {
		return this.shedFrom[level] != NEVER && slots.size() - slots.room() >= this.shedFrom[level];
	}

	boolean dropsWhenFull(int level) {
		return mayDrop() && level >= this.leastDroppable;
	}

	boolean mayDrop() {
		return this.policy == OverflowPolicy.DROP;
	}

	boolean writesInPlaceWhenFull() {
		return this.policy == OverflowPolicy.SYNCHRONOUS;
	}

	boolean waitsWhenFull(int level) {
		return !writesInPlaceWhenFull() && !dropsWhenFull(level);
	}

	/**
	 * Return how long a caller waits at most, in nanoseconds; {@link Long#MAX_VALUE} for
	 * no limit.
	 */
	long maxBlockNanos() {
		return this.maxBlockNanos;
	}

}
