/**
 * Patterns as bytes, with texts whose control characters are neutralized.
 */
@NullMarked
package io.github.ringlog.pattern;

import org.jspecify.annotations.NullMarked;
