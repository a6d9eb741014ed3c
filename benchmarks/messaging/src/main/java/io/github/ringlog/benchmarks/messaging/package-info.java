/**
 * A chat server on WebSocket, and a load generator that sends it messages.
 */
@NullMarked
package io.github.ringlog.benchmarks.messaging;

import org.jspecify.annotations.NullMarked;
