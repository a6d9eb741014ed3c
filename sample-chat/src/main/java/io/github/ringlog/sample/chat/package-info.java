/**
 * A chat server on WebSocket.
 */
@NullMarked
package io.github.ringlog.sample.chat;

import org.jspecify.annotations.NullMarked;
