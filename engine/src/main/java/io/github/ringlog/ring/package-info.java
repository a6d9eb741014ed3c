/**
 * The ring takes every log event, hands it to its target on one thread, and accounts for
 * it. It knows neither loggers nor logger contexts: it writes through an
 * {@link EventHandler} and reports to a {@link RingListener}. A {@link RingLifecycle}
 * opens and closes rings.
 * <p>
 * {@link RingStatistics} keeps the law of conservation. Whenever no log call is running:
 * <pre>
 * attempted = written + dropped + in the ring
 * </pre> where
 * <ul>
 * <li>an event is attempted when Log4j hands it to a Ringlog logger, after Log4j's levels
 * and filters have let it pass,</li>
 * <li>written is counted by {@link RingWriter}, for events that went through the ring,
 * and as {@link RingStatistics#countSynchronous} for those that the calling thread wrote;
 * an event that an appender failed on counts as written, and as an error,</li>
 * <li>dropped is counted by level and {@link DropReason} in {@link RingStatistics#drop}:
 * when the ring is full, is closed or sheds the level, for events that a shutdown leaves
 * in the ring, when the configuration has stopped, when no appender exists, and when the
 * log call itself fails,</li>
 * <li>in the ring are the slots after the sequence that {@link RingWriter} has done, up
 * to the cursor of the ring, without padding.</li>
 * </ul>
 * <p>
 * Terms of this package:
 * <ul>
 * <li><em>draft</em>: the event of a log call before the ring has copied it,</li>
 * <li><em>padding</em>: a slot that was claimed after the ring had closed and holds no
 * event,</li>
 * <li><em>orphan</em>: a slot whose caller failed before it could publish it; the writer
 * publishes it,</li>
 * <li><em>in place</em>: a caller writes its event itself.</li>
 * </ul>
 */
@NullMarked
package io.github.ringlog.ring;

import org.jspecify.annotations.NullMarked;
