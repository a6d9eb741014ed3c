package io.github.ringlog.trace;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.github.ringlog.environment.TracePropagation;
import org.jspecify.annotations.Nullable;

/**
 * Puts an id into what is sent, in the formats that are asked for. If none is, a trace
 * goes on in the format it came by, and a new id starts none. A header that the
 * application has set stays.
 */
final class TraceInjector {

	private static final String TRACEPARENT = TraceHeader.TRACEPARENT.headerName();

	private static final String TRACE_STATE = TraceState.HEADER;

	private static final String B3 = TraceHeader.B3.headerName();

	private final boolean w3c;

	private final boolean b3;

	private final boolean passthrough;

	// The first header of the list that is not that of a trace.
	private final String plainHeader;

	// Whether a new id goes out under it.
	private final boolean plainFirst;

	TraceInjector(List<String> requestHeaders, Collection<TracePropagation> propagation) {
		this.w3c = propagation.contains(TracePropagation.W3C);
		this.b3 = propagation.contains(TracePropagation.B3);
		this.passthrough = propagation.contains(TracePropagation.PASSTHROUGH);
		this.plainHeader = requestHeaders.stream()
			.filter(TraceInjector::isPlain)
			.findFirst()
			.orElse(TraceHeader.REQUEST_ID.headerName());
		this.plainFirst = !startsTraces() || (!requestHeaders.isEmpty() && isPlain(requestHeaders.get(0)));
	}

	private static boolean isPlain(String header) {
		return TraceHeader.of(header) == TraceHeader.REQUEST_ID;
	}

	private boolean startsTraces() {
		return this.w3c || this.b3;
	}

	/**
	 * Return the headers that are replaced when a request is passed on.
	 */
	Set<String> replaced() {
		Set<String> names = new HashSet<>();
		if (this.w3c || (!this.b3 && !this.passthrough)) {
			names.addAll(List.of(TRACEPARENT, TRACE_STATE));
		}
		if (this.b3) {
			names.add(B3);
		}
		return names;
	}

	<C> void inject(TraceId id, C carrier, HeaderSetter<C> setter) {
		String plain = plainHeader(id);
		if (plain != null && !setter.isSet(carrier, plain)) {
			setter.set(carrier, plain, id.value());
		}
		TraceId beside = id.beside();
		if (!startsTraces() && !this.passthrough) {
			continueTrace(id, carrier, setter);
			if (beside != null) {
				continueTrace(beside, carrier, setter);
			}
			return;
		}
		TraceId trace = (plain != null) ? beside : id;
		if (trace == null) {
			return;
		}
		if (this.passthrough) {
			forward(trace, carrier, setter);
		}
		else {
			injectTrace(trace, beside, carrier, setter);
		}
	}

	private @Nullable String plainHeader(TraceId id) {
		TraceHeader kind = id.kind();
		if (kind == null) {
			return this.plainFirst ? this.plainHeader : null;
		}
		return (kind == TraceHeader.REQUEST_ID) ? id.header() : null;
	}

	/**
	 * Send a trace on in the format it came by. The decision for one that a caller has
	 * not begun goes on alone.
	 */
	private static <C> void continueTrace(TraceId trace, C carrier, HeaderSetter<C> setter) {
		TraceHeader kind = trace.kind();
		if (kind == TraceHeader.TRACEPARENT) {
			setTraceparent(trace, IdGenerator.spanId(), carrier, setter);
		}
		else if (kind != TraceHeader.REQUEST_ID && !setter.isSet(carrier, B3)
				&& B3Headers.ALL.stream().noneMatch((name) -> setter.isSet(carrier, name))) {
			if (kind == TraceHeader.B3_TRACE_ID) {
				B3Headers.split(trace, trace.b3(IdGenerator.spanId(), trace.sampling()), carrier, setter);
			}
			else if (kind == TraceHeader.B3) {
				setter.set(carrier, B3, trace.b3(IdGenerator.spanId(), trace.sampling()));
			}
			else if (trace.sampling() != Sampling.DEFERRED) {
				setter.set(carrier, B3, trace.sampling().b3());
			}
		}
	}

	private <C> void injectTrace(TraceId trace, @Nullable TraceId beside, C carrier, HeaderSetter<C> setter) {
		TraceId parent = (beside != null && beside.kind() == TraceHeader.TRACEPARENT) ? beside : trace;
		String spanId = IdGenerator.spanId();
		// A traceparent can't leave the decision open.
		boolean deferred = parent.isDeferred();
		if (this.w3c && !deferred) {
			setTraceparent(parent, spanId, carrier, setter);
		}
		if ((this.b3 || deferred) && !setter.isSet(carrier, B3)
				&& (this.b3 || !setter.isSet(carrier, TraceHeader.B3_TRACE_ID.headerName()))) {
			setter.set(carrier, B3, trace.b3(spanId, sampling(trace)));
		}
	}

	/**
	 * Return the decision for {@code b3}: of a new id, a {@code traceparent} beside it
	 * says that it is not sampled.
	 */
	private Sampling sampling(TraceId trace) {
		Sampling sampling = trace.sampling();
		return (this.w3c && trace.kind() == null && sampling == Sampling.DEFERRED) ? Sampling.NOT_SAMPLED : sampling;
	}

	private static <C> void setTraceparent(TraceId trace, String spanId, C carrier, HeaderSetter<C> setter) {
		if (!setter.isSet(carrier, TRACEPARENT)) {
			setter.set(carrier, TRACEPARENT, trace.traceparent(spanId));
			setState(trace, carrier, setter);
		}
	}

	private static <C> void setState(TraceId trace, C carrier, HeaderSetter<C> setter) {
		String state = trace.traceState();
		if (state != null && !setter.isSet(carrier, TRACE_STATE)) {
			setter.set(carrier, TRACE_STATE, state);
		}
	}

	private static <C> void forward(TraceId trace, C carrier, HeaderSetter<C> setter) {
		String header = trace.header();
		String value = trace.carried();
		if (header == null || value == null || setter.isSet(carrier, header)) {
			return;
		}
		if (trace.kind() == TraceHeader.B3_TRACE_ID) {
			B3Headers.split(trace, value, carrier, setter);
			return;
		}
		setter.set(carrier, header, value);
		setState(trace, carrier, setter);
	}

}
