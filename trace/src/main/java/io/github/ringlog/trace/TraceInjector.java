package io.github.ringlog.trace;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.github.ringlog.environment.TracePropagation;

/**
 * Injects an id into outgoing headers, in the configured formats. A header that the
 * application has set stays.
 */
final class TraceInjector {

	private final boolean w3c;

	private final boolean b3;

	private final boolean none;

	// Format of new request ids: the first header of the list that carries no trace id.
	private final TraceFormat requestId;

	// Whether a new id is sent as a request id.
	private final boolean requestIdFirst;

	TraceInjector(List<TraceFormat> formats, Collection<TracePropagation> propagation) {
		this.w3c = propagation.contains(TracePropagation.W3C);
		this.b3 = propagation.contains(TracePropagation.B3);
		this.none = propagation.contains(TracePropagation.NONE);
		this.requestId = requestId(formats);
		this.requestIdFirst = !startsTraces() || formats.indexOf(this.requestId) == 0;
	}

	private static TraceFormat requestId(List<TraceFormat> formats) {
		for (TraceFormat format : formats) {
			if (format instanceof RequestIdFormat) {
				return format;
			}
		}
		return RequestIdFormat.DEFAULT;
	}

	private boolean startsTraces() {
		return this.w3c || this.b3;
	}

	/**
	 * Return the headers that are replaced when a request is passed on.
	 */
	Set<String> replaced() {
		Set<String> names = new HashSet<>();
		if (this.w3c || (!this.b3 && !this.none)) {
			names.addAll(List.of(W3cFormat.TRACEPARENT, W3cFormat.TRACESTATE));
		}
		if (this.b3) {
			names.add(B3Format.SINGLE.header());
		}
		return names;
	}

	<C> void inject(TraceId id, C carrier, HeaderSetter<C> setter) {
		if (this.none) {
			return;
		}
		TraceFormat format = id.format();
		boolean isRequestId = (format != null) ? !id.isW3c() : this.requestIdFirst;
		if (isRequestId) {
			((format != null) ? format : this.requestId).inject(id, null, carrier, setter);
		}
		TraceId other = id.trace();
		if (startsTraces()) {
			TraceId trace = isRequestId ? other : id;
			if (trace != null) {
				injectTrace(trace, carrier, setter);
			}
			return;
		}
		sendOn(id, carrier, setter);
		if (other != null) {
			sendOn(other, carrier, setter);
		}
	}

	/**
	 * Send an id in the format in which it came. For a new id, send only the caller's
	 * sampling decision.
	 */
	private <C> void sendOn(TraceId id, C carrier, HeaderSetter<C> setter) {
		TraceFormat format = id.format();
		if (format != null && id.isW3c()) {
			format.inject(id, Hex.random(Hex.SPAN_ID_LENGTH), carrier, setter);
		}
		else if (id.sampling() != Sampling.DEFERRED && !B3Format.isSet(carrier, setter)) {
			setter.set(carrier, B3Format.SINGLE.header(), id.sampling().b3());
		}
	}

	private <C> void injectTrace(TraceId trace, C carrier, HeaderSetter<C> setter) {
		TraceId other = trace.trace();
		TraceId parent = (other != null) ? other : trace;
		String spanId = Hex.random(Hex.SPAN_ID_LENGTH);
		// A traceparent can't leave the decision open.
		boolean deferred = parent.isDeferred();
		if (this.w3c && !deferred) {
			W3cFormat.INSTANCE.inject(parent, spanId, carrier, setter);
		}
		String b3Header = B3Format.SINGLE.header();
		if ((this.b3 || deferred) && !setter.isSet(carrier, b3Header)
				&& (this.b3 || !setter.isSet(carrier, B3Format.MULTI.header()))) {
			setter.set(carrier, b3Header, B3Format.text(trace, spanId, sampling(trace)));
		}
	}

	/**
	 * Return the decision for {@code b3}. For a new id, the {@code traceparent} sent with
	 * it says not sampled, so {@code b3} must say the same.
	 */
	private Sampling sampling(TraceId trace) {
		Sampling sampling = trace.sampling();
		return (this.w3c && trace.format() == null && sampling == Sampling.DEFERRED) ? Sampling.NOT_SAMPLED : sampling;
	}

}
