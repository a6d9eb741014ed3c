package io.github.ringlog.trace;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds the request headers that must not be passed on: headers of an id that are not
 * valid or not trusted.
 */
final class UnfitHeaders {

	private static final String BAGGAGE = "baggage";

	// All formats that may carry an id.
	private final List<TraceFormat> formats;

	private final boolean trustIncoming;

	UnfitHeaders(List<TraceFormat> formats, boolean trustIncoming) {
		Set<TraceFormat> all = new LinkedHashSet<>(TraceFormat.traces());
		all.addAll(formats);
		this.formats = List.copyOf(all);
		this.trustIncoming = trustIncoming;
	}

	<C> Set<String> find(C carrier, HeaderGetter<C> getter) {
		Set<String> unfit = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
		for (TraceFormat format : this.formats) {
			String value = getter.get(carrier, format.header());
			boolean fit = this.trustIncoming && (value == null || isFit(format, value, carrier, getter));
			if (value != null && !fit) {
				unfit.add(format.header());
			}
			for (String companion : format.companions()) {
				if (getter.get(carrier, companion) != null
						&& !(fit && format.isValid(companion, value != null, carrier, getter))) {
					unfit.add(companion);
				}
			}
		}
		if (!this.trustIncoming && getter.get(carrier, BAGGAGE) != null) {
			unfit.add(BAGGAGE);
		}
		return unfit;
	}

	private static <C> boolean isFit(TraceFormat format, String value, C carrier, HeaderGetter<C> getter) {
		return !getter.isRepeated(carrier, format.header())
				&& (format.parse(value) != null || format.decision(value) != null);
	}

}
