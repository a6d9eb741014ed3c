/**
 * Delivers events to the appenders of a configuration. Events for Log4j's own stream and
 * file appenders are encoded and written to their managers; every other appender gets the
 * events themselves.
 */
@NullMarked
package io.github.ringlog.delivery;

import org.jspecify.annotations.NullMarked;
