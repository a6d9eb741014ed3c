package io.github.ringlog.trace;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Details that came with an id. Most requests bring only flags and share an instance,
 * which keeps {@link TraceId}, allocated for each request, small.
 *
 * @param sampling the decision of the caller
 * @param random whether the id is random as W3C Trace Context defines it
 * @param received the value of the header that carried the id, if it is needed later;
 * {@code X-B3-*} headers in the format of {@code b3}
 * @param state the valid part of {@code tracestate}
 * @param trace the trace that the request belongs to, if the id came in another header
 * @param mdc further MDC entries, by key
 */
record TraceDetails(Sampling sampling, boolean random, @Nullable String received, @Nullable String state,
		@Nullable TraceId trace, Map<String, String> mdc) {

	private static final TraceDetails[] SHARED = new TraceDetails[2 * Sampling.values().length];

	static {
		for (Sampling sampling : Sampling.values()) {
			SHARED[2 * sampling.ordinal()] = new TraceDetails(sampling, false, null, null, null, Map.of());
			SHARED[2 * sampling.ordinal() + 1] = new TraceDetails(sampling, true, null, null, null, Map.of());
		}
	}

	static TraceDetails of(Sampling sampling, boolean random) {
		return SHARED[2 * sampling.ordinal() + (random ? 1 : 0)];
	}

	TraceDetails withReceived(String value) {
		return new TraceDetails(this.sampling, this.random, value, this.state, this.trace, this.mdc);
	}

	TraceDetails withState(String valid) {
		return new TraceDetails(this.sampling, this.random, this.received, valid, this.trace, this.mdc);
	}

	TraceDetails withTrace(TraceId other) {
		return new TraceDetails(this.sampling, this.random, this.received, this.state, other, this.mdc);
	}

	TraceDetails withMdc(Map<String, String> entries) {
		return new TraceDetails(this.sampling, this.random, this.received, this.state, this.trace, Map.copyOf(entries));
	}

}
