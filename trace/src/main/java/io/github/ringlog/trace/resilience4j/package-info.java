/**
 * Trace ids on the threads of Resilience4j.
 */
@NullMarked
package io.github.ringlog.trace.resilience4j;

import org.jspecify.annotations.NullMarked;
