package io.github.ringlog.lint;

import java.util.function.Consumer;

/**
 * Looks for one kind of trouble.
 */
interface Rule {

	void check(LintContext context, Consumer<Finding> findings);

}
