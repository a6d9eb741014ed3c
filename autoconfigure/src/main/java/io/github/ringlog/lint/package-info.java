/**
 * The linter reads the Log4j configuration in force and reports what in it costs time or
 * loses events, and what to write instead.
 */
@NullMarked
package io.github.ringlog.lint;

import org.jspecify.annotations.NullMarked;
