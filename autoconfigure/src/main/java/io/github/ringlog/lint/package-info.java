/**
 * The linter reads the Log4j configuration in force and says what in it costs, and what
 * to write instead.
 */
@NullMarked
package io.github.ringlog.lint;

import org.jspecify.annotations.NullMarked;
