/**
 * The id of a request goes on with what the application sends while it works on the
 * request.
 */
@NullMarked
package io.github.ringlog.trace.client;

import org.jspecify.annotations.NullMarked;
