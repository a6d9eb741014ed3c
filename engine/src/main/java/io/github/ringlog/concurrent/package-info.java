/**
 * Threads of Ringlog's own, and waits with a limit.
 */
@NullMarked
package io.github.ringlog.concurrent;

import org.jspecify.annotations.NullMarked;
