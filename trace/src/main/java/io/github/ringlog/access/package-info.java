/**
 * The server's access log, written through the ring.
 */
@NullMarked
package io.github.ringlog.access;

import org.jspecify.annotations.NullMarked;
