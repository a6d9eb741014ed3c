/**
 * The benchmarks against other logging libraries: which are compared, what is measured,
 * and the driver that starts a JVM for each run.
 */
@NullMarked
package io.github.ringlog.benchmarks.peers;

import org.jspecify.annotations.NullMarked;
