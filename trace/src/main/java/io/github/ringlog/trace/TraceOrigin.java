package io.github.ringlog.trace;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The data that a request brought beside an id and its flags. Most requests bring none,
 * so these fields are not in {@link TraceId}, which each request allocates.
 *
 * @param header the name of the header that carried the id, or {@code null} when the id
 * is new
 * @param value the value of that header; that of {@code b3} for the headers
 * {@code X-B3-*}
 * @param state the valid part of {@code tracestate}
 * @param beside a trace that the request belongs to, when its id came by another header
 * @param mdc further entries of the MDC
 */
record TraceOrigin(@Nullable String header, @Nullable String value, @Nullable String state, @Nullable TraceId beside,
		Map<String, String> mdc) {

	static final TraceOrigin NONE = new TraceOrigin(null, null, null, null, Map.of());

	TraceOrigin withHeader(String newHeader, String newValue) {
		return new TraceOrigin(newHeader, newValue, this.state, this.beside, this.mdc);
	}

	TraceOrigin withState(String newState) {
		return new TraceOrigin(this.header, this.value, newState, this.beside, this.mdc);
	}

	TraceOrigin withBeside(TraceId trace) {
		return new TraceOrigin(this.header, this.value, this.state, trace, this.mdc);
	}

	TraceOrigin withMdc(Map<String, String> entries) {
		return new TraceOrigin(this.header, this.value, this.state, this.beside, Map.copyOf(entries));
	}

}
