/**
 * Hands the events that a crash log has kept to the rings again.
 */
@NullMarked
package io.github.ringlog.recovery;

import org.jspecify.annotations.NullMarked;
