package io.github.ringlog.ring;

import java.util.List;

import org.apache.logging.log4j.Level;

/**
 * Maps levels to the indexes of arrays: the six standard levels, the most severe first.
 */
public final class LevelIndex {

	/**
	 * The standard levels; the position is the index.
	 */
	public static final List<Level> LEVELS = List.of(Level.FATAL, Level.ERROR, Level.WARN, Level.INFO, Level.DEBUG,
			Level.TRACE);

	private LevelIndex() {
	}

	/**
	 * Return the index of a level. A custom level counts as the more severe of the two
	 * standard ones around it.
	 * @param level the level
	 * @return the index, from 0 for FATAL to 5 for TRACE
	 */
	public static int of(Level level) {
		int index = level.intLevel() / Level.FATAL.intLevel() - 1;
		return Math.max(0, Math.min(index, LEVELS.size() - 1));
	}

}
