/**
 * Log4j's side of the ring: the selector and the context, the loggers and their log
 * calls.
 * <p>
 * A {@link LogCall} carries what is logged from a {@link RingLogger} into the ring.
 * {@link ContextRings} keeps the rings of a {@link RingLoggerContext}.
 */
@NullMarked
package io.github.ringlog.logger;

import org.jspecify.annotations.NullMarked;
