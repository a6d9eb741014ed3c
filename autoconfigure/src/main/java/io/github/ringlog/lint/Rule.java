package io.github.ringlog.lint;

import java.util.function.Consumer;

/**
 * Looks for one kind of trouble.
 */
interface Rule {

	void check(Subject subject, Consumer<Finding> findings);

}
