/**
 * The ring: takes every log event, hands each to its target on one thread, and accounts
 * for each. Knows no logger and no logger context: it writes through an
 * {@link EventHandler} and reports to a {@link RingListener}. A {@link RingLifecycle}
 * opens and closes rings.
 * <p>
 * {@link RingStatistics} has the law of conservation, at each moment at which no log call
 * is under way: <pre>
 * attempted = written + dropped + in the ring
 * </pre> where
 * <ul>
 * <li>an event is attempted when Log4j hands it to a logger of ours: a level or a filter
 * of Log4j's has let it pass,</li>
 * <li>written is counted by {@link RingWriter}, for events that went through the ring,
 * and as {@link RingStatistics#countSynchronous} for those that the calling thread wrote;
 * an event that an appender failed on counts as written, and as an error,</li>
 * <li>dropped is counted by level and {@link DropReason} in {@link RingStatistics#drop}:
 * by {@link Ring} when the ring is full or closed, by {@link RingClose} for what a
 * shutdown leaves in the ring, by {@link RingWriter} when there is no configuration any
 * more, and by the logger when the log call itself fails,</li>
 * <li>in the ring is what lies between the sequence that {@link RingWriter} has done and
 * the cursor of the ring, without padding.</li>
 * </ul>
 * <p>
 * Words that are ours:
 * <ul>
 * <li><em>draft</em>: the event of a log call before the ring has copied it,</li>
 * <li><em>padding</em>: a slot that was claimed after the ring had closed, and holds no
 * event,</li>
 * <li><em>orphan</em>: a slot whose caller failed before it could publish it; the writer
 * does,</li>
 * <li><em>in place</em>: a caller writes its event itself.</li>
 * </ul>
 */
@NullMarked
package io.github.ringlog.ring;

import org.jspecify.annotations.NullMarked;
