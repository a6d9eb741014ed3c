/**
 * The load: what runs in the JVM of a contender, on its class path.
 */
@NullMarked
package io.github.ringlog.benchmarks.load;

import org.jspecify.annotations.NullMarked;
