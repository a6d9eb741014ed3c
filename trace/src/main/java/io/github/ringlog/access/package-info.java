/**
 * The access log: a line for each request, through the ring.
 */
@NullMarked
package io.github.ringlog.access;

import org.jspecify.annotations.NullMarked;
