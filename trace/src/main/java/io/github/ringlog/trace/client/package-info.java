/**
 * Sends the id of a request with the HTTP requests that the application makes while it
 * works on the request.
 */
@NullMarked
package io.github.ringlog.trace.client;

import org.jspecify.annotations.NullMarked;
