/**
 * Trace ids of tasks: those of executors have the id of their caller, scheduled ones have
 * new ids.
 */
@NullMarked
package io.github.ringlog.trace.task;

import org.jspecify.annotations.NullMarked;
