/**
 * The trace id of a request: read from its headers or made, bound to the threads that
 * work on the request, and counted.
 * <p>
 * The module begins here. Its other packages carry the id:
 * <ul>
 * <li>{@code servlet} and {@code reactive} give each request its id.</li>
 * <li>{@code client} sends it on with HTTP requests, those of gateways included.</li>
 * <li>{@code task} takes it into executors, and gives scheduled tasks ids of their
 * own.</li>
 * <li>{@code kafka} and {@code resilience4j} carry it through these libraries.</li>
 * <li>{@code io.github.ringlog.access} logs the lines of the server's access log.</li>
 * </ul>
 * What happens to a request: the filter in {@code servlet} or the decorator in
 * {@code reactive} asks {@link TraceIds} for its id, that of a valid header or a new one.
 * {@link CurrentTraceId} binds the id to the thread and puts it into the MDC, from where
 * the engine copies it into each event. Whoever sends something on meanwhile has
 * {@link TraceIds} write the id into the headers. At the end the filter takes the id
 * back, and {@code access} logs the line of the request.
 */
@NullMarked
package io.github.ringlog.trace;

import org.jspecify.annotations.NullMarked;
