/**
 * Publishes every log event into one ring, writes it on one thread, and accounts for
 * each.
 * <p>
 * The law of conservation, at each moment at which no log call is under way: <pre>
 * attempted = written + dropped + in the ring
 * </pre> where
 * <ul>
 * <li>an event is attempted when Log4j hands it to {@link RingLogger}: a level or a
 * filter of Log4j's has let it pass,</li>
 * <li>written is counted by {@link RingWriter}, for events that went through the ring,
 * and as {@link RingCounters#synchronous} by {@link RingLogger}, for those that the
 * calling thread wrote; an event that an appender failed on counts as written, and as an
 * error,</li>
 * <li>dropped is counted by level and {@link DropReason} in {@link RingCounters#drop}: by
 * {@link LogRing} when the ring is full or closed, by {@link RingDrain} for what a
 * shutdown leaves in the ring, by {@link EventWriter} when there is no configuration any
 * more, and by {@link RingLogger} when the log call itself fails,</li>
 * <li>in the ring is the distance from the sequence that {@link RingWriter} has done to
 * the cursor of the ring.</li>
 * </ul>
 * <p>
 * Two sides with one border. The ring side ({@link LogRing}, {@link RingEvent},
 * {@link RingWriter}, {@link WaitingCallers}, {@link RingGate}, {@link RingDrain},
 * {@link RingStatistics}) knows no logger: it writes through an {@link EventOwner} and
 * reports to a {@link RingListener}. The Log4j side ({@link RingLogContextSelector},
 * {@link RingLoggerContext}, {@link ContextRing}, {@link RingLogger},
 * {@link RingAppenders}) implements them. A {@link LogCall} carries what is logged from
 * one to the other.
 */
@NullMarked
package io.github.ringlog.engine;

import org.jspecify.annotations.NullMarked;
