/**
 * What an application needs that Spring has processed ahead of time: hints for what is
 * found by name, and decisions that wait for the run.
 */
@NullMarked
package io.github.ringlog.aot;

import org.jspecify.annotations.NullMarked;
