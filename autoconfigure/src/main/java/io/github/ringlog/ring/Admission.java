package io.github.ringlog.ring;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * The settings that each publish needs, computed once: which levels are shed, and what
 * happens to events of a level when the ring is full. Immutable; the ring replaces it as
 * a whole.
 */
final class Admission {

	private static final int NEVER = Integer.MAX_VALUE;

	private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

	private static final long PATIENCE_IN_FLOOD_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

	private static final long PATIENCE_BESIDE_DROPS_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

	private final OverflowPolicy policy;

	private final long maxBlockNanos;

	private final int leastDroppable;

	// The use of the ring from which a level is shed, by the index of the level.
	private final int[] shedFrom = new int[LevelIndex.LEVELS.size()];

	Admission(RingSettings settings, int capacity) {
		RingSettings.Overflow overflow = settings.overflow();
		this.policy = overflow.policy();
		this.maxBlockNanos = (overflow.maxBlock() != null) ? RingSettings.nanos(overflow.maxBlock()) : Long.MAX_VALUE;
		this.leastDroppable = LevelIndex.of(overflow.dropLevel());
		Arrays.fill(this.shedFrom, NEVER);
		settings.shedding()
			.forEach((level, ratio) -> this.shedFrom[LevelIndex.of(level)] = (int) Math.ceil(capacity * ratio));
	}

	boolean isShedAt(int level) {
		return this.shedFrom[level] != NEVER;
	}

	boolean sheds(int level, long used) {
		return used >= this.shedFrom[level];
	}

	boolean dropsWhenFull(int level) {
		return this.policy == OverflowPolicy.DROP && level >= this.leastDroppable;
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
	 * Return the longest a caller waits in nanoseconds, {@link Long#MAX_VALUE} for no
	 * limit.
	 */
	long maxBlockNanos() {
		return this.maxBlockNanos;
	}

	/**
	 * Return how many nanoseconds callers wait for much room, before they take any. Long,
	 * because a writer that shares the processors with many callers may get on only while
	 * they wait. Shorter in a flood, where others pass those that wait; short where other
	 * events are dropped meanwhile; and never more than half of the longest wait.
	 * @param flood whether callers log as fast as they can
	 */
	long patienceNanos(boolean flood) {
		long nanos = mayDrop() ? PATIENCE_BESIDE_DROPS_NANOS : flood ? PATIENCE_IN_FLOOD_NANOS : PATIENCE_NANOS;
		return Math.min(nanos, this.maxBlockNanos / 2);
	}

}
