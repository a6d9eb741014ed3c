package io.github.ringlog.trace;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds the headers of a request that must not go on: those that carry an id, or belong
 * to one, and that are not valid or not trusted.
 */
final class UnfitHeaders {

	private static final String BAGGAGE = "baggage";

	// All that may carry an id, without regard to case.
	private final Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

	private final boolean trustIncoming;

	UnfitHeaders(List<String> requestHeaders, boolean trustIncoming) {
		this.names.addAll(List.of(TraceHeader.TRACEPARENT.headerName(), TraceHeader.B3.headerName(),
				TraceHeader.B3_TRACE_ID.headerName()));
		this.names.addAll(requestHeaders);
		this.trustIncoming = trustIncoming;
	}

	<C> Set<String> find(C carrier, HeaderGetter<C> getter) {
		Set<String> unfit = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
		for (String name : this.names) {
			if (getter.get(carrier, name) != null && !isFit(name, carrier, getter)) {
				unfit.add(name);
			}
		}
		boolean b3IsFit = this.trustIncoming && !unfit.contains(TraceHeader.B3_TRACE_ID.headerName());
		for (String name : B3Headers.NAMES) {
			String value = getter.get(carrier, name);
			if (value != null && (!b3IsFit || getter.isRepeated(carrier, name) || !B3Headers.isValid(name, value))) {
				unfit.add(name);
			}
		}
		String traceparent = TraceHeader.TRACEPARENT.headerName();
		boolean hasTraceparent = getter.get(carrier, traceparent) != null && !unfit.contains(traceparent);
		if (getter.get(carrier, TraceState.HEADER) != null
				&& (!hasTraceparent || TraceState.validOrNull(getter.getAll(carrier, TraceState.HEADER)) == null)) {
			unfit.add(TraceState.HEADER);
		}
		if (!this.trustIncoming && getter.get(carrier, BAGGAGE) != null) {
			unfit.add(BAGGAGE);
		}
		return unfit;
	}

	private <C> boolean isFit(String name, C carrier, HeaderGetter<C> getter) {
		String value = getter.get(carrier, name);
		if (!this.trustIncoming || value == null || getter.isRepeated(carrier, name)) {
			return false;
		}
		TraceHeader kind = TraceHeader.of(name);
		return kind.parse(value) != null || kind.decision(value) != null;
	}

}
