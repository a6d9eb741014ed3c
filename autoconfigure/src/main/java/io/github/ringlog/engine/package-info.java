/**
 * The engine publishes every log event into one ring and writes it on one thread, and
 * accounts for each.
 */
@NullMarked
package io.github.ringlog.engine;

import org.jspecify.annotations.NullMarked;
