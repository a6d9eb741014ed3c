/**
 * What the trace id of a request costs.
 */
@NullMarked
package io.github.ringlog.benchmarks.trace;

import org.jspecify.annotations.NullMarked;
