/**
 * Measures what a line costs, with JMH; {@code load} is what the driver runs.
 */
@NullMarked
package io.github.ringlog.benchmarks;

import org.jspecify.annotations.NullMarked;
