/**
 * Text as UTF-8 bytes: what a log call makes of its message, and what an appender copies.
 */
@NullMarked
package io.github.ringlog.text;

import org.jspecify.annotations.NullMarked;
