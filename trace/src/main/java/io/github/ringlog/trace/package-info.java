/**
 * The trace id of a request: read from its headers or made, bound to the threads that
 * work on the request, and counted.
 */
@NullMarked
package io.github.ringlog.trace;

import org.jspecify.annotations.NullMarked;
