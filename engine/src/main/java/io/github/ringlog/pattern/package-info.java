/**
 * Prints patterns as bytes, and sanitizes control characters in texts.
 */
@NullMarked
package io.github.ringlog.pattern;

import org.jspecify.annotations.NullMarked;
