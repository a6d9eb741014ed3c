/**
 * Starts applications as child processes, waits for them and reads what they write: for
 * tests that need a JVM, a class path or a working directory of their own.
 * <p>
 * {@link io.github.ringlog.kit.ClassPath} has the class paths of the kinds of
 * applications, {@link io.github.ringlog.kit.ChildJvm} starts one,
 * {@link io.github.ringlog.kit.RunningJvm} and {@link io.github.ringlog.kit.WebChild} are
 * one that runs, and {@link io.github.ringlog.kit.LogFile} is what it has logged.
 */
@NullMarked
package io.github.ringlog.kit;

import org.jspecify.annotations.NullMarked;
