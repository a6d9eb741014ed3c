/**
 * Text as UTF-8 bytes: log calls encode their messages, and appenders copy the bytes.
 */
@NullMarked
package io.github.ringlog.text;

import org.jspecify.annotations.NullMarked;
