/**
 * Measures what a log call costs its caller, beside Log4j's own asynchronous and
 * synchronous loggers.
 */
@NullMarked
package io.github.ringlog.benchmarks;

import org.jspecify.annotations.NullMarked;
