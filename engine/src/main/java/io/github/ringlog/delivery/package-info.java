/**
 * Delivers events to the appenders of a configuration. What is for Log4j's own appenders
 * for streams and files is written into their managers; every other appender gets the
 * events itself.
 */
@NullMarked
package io.github.ringlog.delivery;

import org.jspecify.annotations.NullMarked;
