package io.github.ringlog.pattern;

import java.util.Set;

/**
 * A part of an event that a printed text depends on.
 */
enum Dependency {

	LEVEL,

	THREAD,

	LOGGER,

	/**
	 * Anything else: the text may differ with each event.
	 */
	OTHER;

	/**
	 * Return whether a text with these dependencies is worth caching. A text that depends
	 * on both thread and logger is not: there are too many pairs.
	 */
	static boolean areCacheable(Set<Dependency> dependencies) {
		return !dependencies.contains(OTHER) && !(dependencies.contains(THREAD) && dependencies.contains(LOGGER));
	}

}
