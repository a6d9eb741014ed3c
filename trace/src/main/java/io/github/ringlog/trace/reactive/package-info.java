/**
 * A decorator of the HTTP handler gives each request of a reactive application its id, in
 * Reactor's context and from there in the MDC of its operators.
 */
@NullMarked
package io.github.ringlog.trace.reactive;

import org.jspecify.annotations.NullMarked;
