package io.github.ringlog.ring;

import java.util.Arrays;
import java.util.StringJoiner;

/**
 * Numbers of dropped events by level and reason at one moment. Immutable.
 */
final class DropCounts {

	private static final DropReason[] REASONS = DropReason.values();

	// By the index of the level and the ordinal of the reason.
	private final long[][] counts;

	DropCounts(CountFunction function) {
		this.counts = new long[LevelIndex.LEVELS.size()][REASONS.length];
		for (int level = 0; level < this.counts.length; level++) {
			int index = level;
			Arrays.setAll(this.counts[level], (reason) -> function.count(index, REASONS[reason]));
		}
	}

	DropCounts since(DropCounts earlier) {
		return new DropCounts((level, reason) -> get(level, reason) - earlier.get(level, reason));
	}

	DropCounts only(DropReason wanted) {
		return new DropCounts((level, reason) -> (reason == wanted) ? get(level, reason) : 0);
	}

	private long get(int level, DropReason reason) {
		return this.counts[level][reason.ordinal()];
	}

	long total() {
		return Arrays.stream(this.counts).flatMapToLong(Arrays::stream).sum();
	}

	/**
	 * Return the counts as text, as in
	 * {@code INFO 1200 (full 1000, shed 200), DEBUG 3 (shed 3)}.
	 */
	@Override
	public String toString() {
		StringJoiner levels = new StringJoiner(", ");
		for (int level = 0; level < this.counts.length; level++) {
			StringJoiner reasons = new StringJoiner(", ");
			for (DropReason reason : REASONS) {
				if (get(level, reason) > 0) {
					reasons.add(reason.label() + " " + get(level, reason));
				}
			}
			if (reasons.length() > 0) {
				levels.add(LevelIndex.LEVELS.get(level) + " " + Arrays.stream(this.counts[level]).sum() + " (" + reasons
						+ ")");
			}
		}
		return levels.toString();
	}

	@FunctionalInterface
	interface CountFunction {

		long count(int level, DropReason reason);

	}

}
