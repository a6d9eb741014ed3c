/**
 * The linter reads the Log4j configuration in force and reports which parts of it cost
 * time or lose events, and what to write instead.
 */
@NullMarked
package io.github.ringlog.lint;

import org.jspecify.annotations.NullMarked;
