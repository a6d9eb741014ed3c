/**
 * What the caller's location costs, on this engine, on Log4j's asynchronous loggers and
 * on Logback.
 */
@NullMarked
package io.github.ringlog.benchmarks.location;

import org.jspecify.annotations.NullMarked;
