/**
 * The cost of the trace id of a request.
 */
@NullMarked
package io.github.ringlog.benchmarks.trace;

import org.jspecify.annotations.NullMarked;
