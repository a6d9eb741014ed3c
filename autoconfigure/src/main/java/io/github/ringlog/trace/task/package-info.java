/**
 * Trace ids of work that no request asks for: scheduled tasks and runners.
 */
@NullMarked
package io.github.ringlog.trace.task;

import org.jspecify.annotations.NullMarked;
