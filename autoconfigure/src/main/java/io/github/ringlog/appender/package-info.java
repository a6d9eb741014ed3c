/**
 * Log4j appenders that hand the sink a batch of whole events at once, and account for
 * each event that it does not take.
 */
@NullMarked
package io.github.ringlog.appender;

import org.jspecify.annotations.NullMarked;
