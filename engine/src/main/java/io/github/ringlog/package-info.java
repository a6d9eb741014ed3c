/**
 * The engine makes Log4j's loggers asynchronous. It uses Log4j and the Disruptor, but not
 * Spring. This package has no classes; it is the map of the module.
 * <ul>
 * <li>{@code bootstrap} suggests Ringlog's context selector when Log4j starts.</li>
 * <li>{@code standalone} reads the settings without Spring Boot.</li>
 * <li>{@code logger} is Log4j's side: selector, context, loggers and their log
 * calls.</li>
 * <li>{@code settings} has the settings and their limits.</li>
 * <li>{@code ring} takes events from all threads, writes them on one thread, and counts
 * every event.</li>
 * <li>{@code delivery} hands events to the appenders of the configuration, and gives
 * isolated appenders a ring of their own.</li>
 * <li>{@code crashlog} keeps accepted events in a mapped file until they are
 * written.</li>
 * <li>{@code recovery} hands what is left there to the rings of the next process.</li>
 * <li>{@code pattern} prints patterns as bytes, and neutralizes control characters.</li>
 * <li>{@code location} finds the layouts of a configuration that print the caller's
 * location.</li>
 * <li>{@code receipts} numbers the lines of a sink.</li>
 * <li>{@code text} builds text as bytes, and finds encoders of other modules.</li>
 * <li>{@code report} prints on standard error what can no longer be logged.</li>
 * <li>{@code concurrent} has threads of Ringlog's own, and waits with a limit.</li>
 * </ul>
 * The path of an event, on the calling thread: a logger in {@code logger} checks level
 * and filters, a log call formats the message with {@code text} into a draft, and
 * {@code ring} copies the draft into a slot. On the writer: {@code ring} hands the event
 * back to its logger, {@code delivery} walks through the appenders and encodes it with
 * {@code pattern}, and {@code receipts} numbers the line. If the ring is full, the
 * overflow policy in {@code ring} decides; what is dropped is counted there. At the end
 * of the JVM {@code logger} drains the ring, and {@code report} prints how many events
 * are lost.
 */
@NullMarked
package io.github.ringlog;

import org.jspecify.annotations.NullMarked;
