/**
 * The cost of Ringlog for an application that does nothing: start-up time, heap and CPU
 * time.
 */
@NullMarked
package io.github.ringlog.benchmarks.cost;

import org.jspecify.annotations.NullMarked;
