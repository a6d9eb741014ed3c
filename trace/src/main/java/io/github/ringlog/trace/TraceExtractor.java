package io.github.ringlog.trace;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Finds the id of a request: the first valid one of the headers of a list.
 */
final class TraceExtractor {

	private final String[] names;

	private final TraceHeader[] kinds;

	// The place of each kind in the list, or behind its end.
	private final int[] places = new int[TraceHeader.values().length];

	// Whether the value of a traceparent is needed later.
	private final boolean keepsValue;

	private final Map<String, String> mdcHeaders;

	private final TraceIdCounts counts;

	TraceExtractor(List<String> requestHeaders, boolean keepsValue, Map<String, String> mdcHeaders,
			TraceIdCounts counts) {
		this.names = requestHeaders.toArray(String[]::new);
		this.kinds = requestHeaders.stream().map(TraceHeader::of).toArray(TraceHeader[]::new);
		for (TraceHeader kind : TraceHeader.values()) {
			int place = List.of(this.kinds).indexOf(kind);
			this.places[kind.ordinal()] = (place >= 0) ? place : this.kinds.length;
		}
		this.keepsValue = keepsValue;
		this.mdcHeaders = mdcHeaders;
		this.counts = counts;
	}

	<C> TraceId extract(C carrier, HeaderGetter<C> getter) {
		Sampling decision = Sampling.DEFERRED;
		for (int i = 0; i < this.names.length; i++) {
			String value = getter.get(carrier, this.names[i]);
			if (value == null) {
				continue;
			}
			TraceId id = parse(i, value, carrier, getter);
			if (id != null) {
				this.counts.count(TraceIdSource.INCOMING);
				return withMdc(withBeside(id, i, carrier, getter), carrier, getter);
			}
			Sampling alone = this.kinds[i].decision(value);
			if (alone != null) {
				decision = alone;
			}
			else {
				this.counts.count(TraceIdSource.REJECTED);
			}
		}
		this.counts.count(TraceIdSource.GENERATED);
		if (decision == Sampling.DEFERRED && reads(TraceHeader.B3_TRACE_ID)
				&& getter.get(carrier, TraceHeader.B3_TRACE_ID.headerName()) == null) {
			decision = B3Headers.sampling(carrier, getter);
		}
		return withMdc(TraceId.create(decision), carrier, getter);
	}

	private boolean reads(TraceHeader kind) {
		return this.places[kind.ordinal()] < this.kinds.length;
	}

	private <C> @Nullable TraceId parse(int index, String value, C carrier, HeaderGetter<C> getter) {
		TraceHeader kind = this.kinds[index];
		String name = this.names[index];
		if (getter.isRepeated(carrier, name)) {
			return null;
		}
		TraceId id = kind.parse(value);
		if (id == null) {
			return null;
		}
		if (kind == TraceHeader.REQUEST_ID) {
			return name.equals(kind.headerName()) ? id : id.with(id.origin().withHeader(name, value));
		}
		return complete(id, kind, value, carrier, getter);
	}

	private <C> TraceId complete(TraceId id, TraceHeader kind, String value, C carrier, HeaderGetter<C> getter) {
		if (kind == TraceHeader.B3_TRACE_ID) {
			return B3Headers.complete(id, carrier, getter);
		}
		TraceId complete = (this.keepsValue || kind == TraceHeader.B3)
				? id.with(id.origin().withHeader(kind.headerName(), value)) : id;
		if (kind == TraceHeader.TRACEPARENT && getter.get(carrier, TraceState.HEADER) != null) {
			String state = TraceState.validOrNull(getter.getAll(carrier, TraceState.HEADER));
			return (state != null) ? complete.with(complete.origin().withState(state)) : complete;
		}
		return complete;
	}

	/**
	 * Add the trace that another header carries: W3C's first, B3's if the id is not that
	 * of a trace.
	 */
	private <C> TraceId withBeside(TraceId id, int place, C carrier, HeaderGetter<C> getter) {
		TraceHeader kind = this.kinds[place];
		if (kind == TraceHeader.TRACEPARENT) {
			return id;
		}
		TraceId beside = findBeside(TraceHeader.TRACEPARENT, place, carrier, getter);
		if (beside == null && kind == TraceHeader.REQUEST_ID) {
			beside = findBeside(TraceHeader.B3, place, carrier, getter);
			if (beside == null) {
				beside = findBeside(TraceHeader.B3_TRACE_ID, place, carrier, getter);
			}
		}
		return (beside != null) ? id.with(id.origin().withBeside(beside)) : id;
	}

	private <C> @Nullable TraceId findBeside(TraceHeader kind, int place, C carrier, HeaderGetter<C> getter) {
		if (this.places[kind.ordinal()] < place) {
			return null;
		}
		String value = getter.get(carrier, kind.headerName());
		if (value == null || getter.isRepeated(carrier, kind.headerName())) {
			return null;
		}
		TraceId id = kind.parse(value);
		return (id != null) ? complete(id, kind, value, carrier, getter) : null;
	}

	private <C> TraceId withMdc(TraceId id, C carrier, HeaderGetter<C> getter) {
		if (this.mdcHeaders.isEmpty()) {
			return id;
		}
		Map<String, String> entries = new HashMap<>();
		this.mdcHeaders.forEach((header, key) -> {
			String value = getter.get(carrier, header);
			if (value != null && !getter.isRepeated(carrier, header) && TraceHeader.isText(value)) {
				entries.put(key, value);
			}
		});
		return entries.isEmpty() ? id : id.with(id.origin().withMdc(entries));
	}

}
