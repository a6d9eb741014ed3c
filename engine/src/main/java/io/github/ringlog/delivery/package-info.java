/**
 * Delivers events to the appenders that a configuration has: what Log4j's own appenders
 * for streams and files take is written into their managers, all else goes to the
 * appender itself.
 */
@NullMarked
package io.github.ringlog.delivery;

import org.jspecify.annotations.NullMarked;
