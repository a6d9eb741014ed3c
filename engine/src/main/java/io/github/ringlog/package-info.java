/**
 * The engine: makes the loggers of Log4j asynchronous. It uses Log4j and the Disruptor,
 * and no Spring. This package has no classes; it is the map of the module.
 * <ul>
 * <li>{@code bootstrap} suggests our context selector to Log4j when that starts.</li>
 * <li>{@code standalone} brings the settings where there is no Spring Boot.</li>
 * <li>{@code logger} is Log4j's side: selector, context, loggers and their log
 * calls.</li>
 * <li>{@code ring} takes events from all threads and has one thread write them; it counts
 * each.</li>
 * <li>{@code delivery} hands events to the appenders of the configuration, and gives
 * isolated appenders a ring of their own.</li>
 * <li>{@code crashlog} keeps accepted events in a mapped file until they are
 * written.</li>
 * <li>{@code pattern} prints patterns as bytes, and neutralizes control characters.</li>
 * <li>{@code location} finds what in a configuration prints the caller's location.</li>
 * <li>{@code receipts} numbers the lines of a sink.</li>
 * <li>{@code text} is text as bytes, and the seam for other encoders.</li>
 * <li>{@code report} prints on standard error what can no longer be logged.</li>
 * </ul>
 * The path of an event, on the calling thread: a logger in {@code logger} checks level
 * and filters, a log call formats the message with {@code text} into a draft, and
 * {@code ring} copies the draft into a slot. On the writer: {@code ring} hands the event
 * back to its logger, {@code delivery} walks through the appenders and encodes it with
 * {@code pattern}, and {@code receipts} numbers the line. If the ring is full, the
 * overflow policy in {@code ring} decides; what is dropped is counted there. At the end
 * of the JVM {@code logger} has {@code ring} drained, and {@code report} prints what is
 * lost.
 */
@NullMarked
package io.github.ringlog;

import org.jspecify.annotations.NullMarked;
