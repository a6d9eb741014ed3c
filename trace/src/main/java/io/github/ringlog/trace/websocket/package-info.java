/**
 * Trace ids of STOMP messages over WebSocket.
 */
@NullMarked
package io.github.ringlog.trace.websocket;

import org.jspecify.annotations.NullMarked;
