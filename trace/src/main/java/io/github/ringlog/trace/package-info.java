/**
 * The trace id of a request: extracted from its headers or created, bound to the threads
 * that work on the request, and counted.
 * <p>
 * Start reading the module here. The other packages carry the id:
 * <ul>
 * <li>{@code servlet} and {@code reactive} give each request its id.</li>
 * <li>{@code client} sends it with HTTP requests, including those that a gateway
 * forwards.</li>
 * <li>{@code task} carries it into executors and gives scheduled tasks new ids.</li>
 * <li>{@code kafka} and {@code resilience4j} carry it through these libraries.</li>
 * <li>{@code io.github.ringlog.access} logs the lines of the server's access log.</li>
 * </ul>
 * What happens to a request: the filter in {@code servlet} or the decorator in
 * {@code reactive} asks {@link TraceIds} for its id, from a valid header or new.
 * {@link CurrentTraceId} binds the id to the thread and puts it into the MDC, from where
 * the engine copies it into each event. Clients have {@link TraceIds} inject the id into
 * outgoing headers. At the end the filter unbinds the id, and {@code access} logs the
 * line of the request.
 */
@NullMarked
package io.github.ringlog.trace;

import org.jspecify.annotations.NullMarked;
