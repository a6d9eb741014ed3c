package io.github.ringlog.lint;

import java.util.function.Consumer;

/**
 * Finds one kind of problem.
 */
interface Rule {

	void check(LintContext context, Consumer<Finding> findings);

}
