/**
 * Trace ids of tasks: tasks of executors run with their caller's id, scheduled tasks with
 * new ids.
 */
@NullMarked
package io.github.ringlog.trace.task;

import org.jspecify.annotations.NullMarked;
