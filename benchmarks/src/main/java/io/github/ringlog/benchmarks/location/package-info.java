/**
 * The cost of the caller's location, on this engine, on Log4j's asynchronous loggers and
 * on Logback.
 */
@NullMarked
package io.github.ringlog.benchmarks.location;

import org.jspecify.annotations.NullMarked;
