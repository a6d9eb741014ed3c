/**
 * Trace ids of tasks: those of executors have the id of their caller, scheduled ones and
 * runners have new ids.
 */
@NullMarked
package io.github.ringlog.trace.task;

import org.jspecify.annotations.NullMarked;
