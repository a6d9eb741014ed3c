/**
 * Hands the events kept in a crash log to the rings again.
 */
@NullMarked
package io.github.ringlog.recovery;

import org.jspecify.annotations.NullMarked;
