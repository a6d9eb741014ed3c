/**
 * Support for applications that Spring has processed ahead of time: hints for classes
 * that are found by name, and decisions that wait for the run.
 */
@NullMarked
package io.github.ringlog.aot;

import org.jspecify.annotations.NullMarked;
