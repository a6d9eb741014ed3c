/**
 * Applications that run in one JVM after another, as others migrate them.
 */
@NullMarked
package io.github.ringlog.it.app.turns;

import org.jspecify.annotations.NullMarked;
