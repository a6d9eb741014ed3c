/**
 * Measures what logging costs: with JMH here, and beside other libraries in
 * {@code peers}.
 */
@NullMarked
package io.github.ringlog.benchmarks;

import org.jspecify.annotations.NullMarked;
