package io.github.ringlog.delivery;

import java.util.Arrays;
import java.util.function.Consumer;

import io.github.ringlog.ring.LevelIndex;
import org.apache.logging.log4j.Level;

/**
 * Counts, by level, the events that a stream was given and that may still be in its
 * buffer. Used by one thread at a time.
 */
final class UnflushedCounts {

	private final int[] counts = new int[LevelIndex.LEVELS.size()];

	private int total;

	void add(Level level) {
		this.counts[LevelIndex.of(level)]++;
		this.total++;
	}

	/**
	 * Remove an event.
	 * @return whether there was one of its level
	 */
	boolean remove(Level level) {
		int index = LevelIndex.of(level);
		if (this.counts[index] == 0) {
			return false;
		}
		this.counts[index]--;
		this.total--;
		return true;
	}

	/**
	 * Add the counts of others.
	 */
	void addAll(UnflushedCounts others) {
		for (int i = 0; i < this.counts.length; i++) {
			this.counts[i] += others.counts[i];
		}
		this.total += others.total;
	}

	void clear() {
		if (this.total > 0) {
			Arrays.fill(this.counts, 0);
			this.total = 0;
		}
	}

	int total() {
		return this.total;
	}

	/**
	 * Call an action for each event.
	 * @param action takes its level
	 */
	void forEach(Consumer<Level> action) {
		for (int i = 0; i < this.counts.length; i++) {
			for (int n = 0; n < this.counts[i]; n++) {
				action.accept(LevelIndex.LEVELS.get(i));
			}
		}
	}

}
