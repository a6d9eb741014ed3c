/**
 * The access log of the server, through the ring.
 */
@NullMarked
package io.github.ringlog.access;

import org.jspecify.annotations.NullMarked;
