package io.github.ringlog.ring;

import java.util.Arrays;
import java.util.StringJoiner;

/**
 * Numbers of dropped events by level and reason at one moment. Immutable.
 */
final class DropCounts {

	private static final DropReason[] REASONS = DropReason.values();

	private final long[][] counts;

	private DropCounts(long[][] counts) {
		this.counts = counts;
	}

	/**
	 * Return the counts that a function gives for each index of a level and each reason.
	 */
	static DropCounts of(CountFunction function) {
		long[][] counts = new long[LevelIndex.LEVELS.size()][REASONS.length];
		for (int level = 0; level < counts.length; level++) {
			for (DropReason reason : REASONS) {
				counts[level][reason.ordinal()] = function.count(level, reason);
			}
		}
		return new DropCounts(counts);
	}

	long get(int level, DropReason reason) {
		return this.counts[level][reason.ordinal()];
	}

	DropCounts since(DropCounts earlier) {
		return of((level, reason) -> get(level, reason) - earlier.get(level, reason));
	}

	DropCounts only(DropReason wanted) {
		return of((level, reason) -> (reason == wanted) ? get(level, reason) : 0);
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
			long total = Arrays.stream(this.counts[level]).sum();
			if (total > 0) {
				levels.add(LevelIndex.LEVELS.get(level) + " " + total + " (" + byReason(level) + ")");
			}
		}
		return levels.toString();
	}

	private String byReason(int level) {
		StringJoiner reasons = new StringJoiner(", ");
		for (DropReason reason : REASONS) {
			if (get(level, reason) > 0) {
				reasons.add(reason.label() + " " + get(level, reason));
			}
		}
		return reasons.toString();
	}

	@FunctionalInterface
	interface CountFunction {

		long count(int level, DropReason reason);

	}

}
