package io.github.ringlog.trace;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The headers {@code X-B3-*} beside the id: what they mean together, and what each may
 * be.
 */
final class B3Headers {

	static final String SPAN_ID = "X-B3-SpanId";

	static final String PARENT_SPAN_ID = "X-B3-ParentSpanId";

	static final String SAMPLED = "X-B3-Sampled";

	static final String FLAGS = "X-B3-Flags";

	static final List<String> NAMES = List.of(SPAN_ID, PARENT_SPAN_ID, SAMPLED, FLAGS);

	static final List<String> ALL = List.of(TraceHeader.B3_TRACE_ID.headerName(), SPAN_ID, PARENT_SPAN_ID, SAMPLED,
			FLAGS);

	private B3Headers() {
	}

	/**
	 * Return the decision, which may be there without an id.
	 */
	static <C> Sampling sampling(C carrier, HeaderGetter<C> getter) {
		return Sampling.ofB3(getter.get(carrier, FLAGS), getter.get(carrier, SAMPLED));
	}

	/**
	 * Complete an id with what the other headers say.
	 */
	static <C> TraceId complete(TraceId id, C carrier, HeaderGetter<C> getter) {
		Sampling sampling = sampling(carrier, getter);
		String header = TraceHeader.B3_TRACE_ID.headerName();
		return id.with(sampling).with(id.origin().withHeader(header, join(id, sampling, carrier, getter)));
	}

	/**
	 * Return the same as a single header has it.
	 */
	private static <C> String join(TraceId id, Sampling sampling, C carrier, HeaderGetter<C> getter) {
		StringBuilder text = new StringBuilder(id.value());
		String span = getter.get(carrier, SPAN_ID);
		if (span == null || !Hex.isSpanId(span)) {
			return text.toString();
		}
		text.append('-').append(span);
		if (sampling != Sampling.DEFERRED) {
			text.append('-').append(sampling.b3());
			String parent = getter.get(carrier, PARENT_SPAN_ID);
			if (parent != null && Hex.isSpanId(parent)) {
				text.append('-').append(parent);
			}
		}
		return text.toString();
	}

	/**
	 * Set the headers to what the single header has.
	 */
	static <C> void split(TraceId id, @Nullable String carried, C carrier, HeaderSetter<C> setter) {
		setter.set(carrier, TraceHeader.B3_TRACE_ID.headerName(), id.value());
		String[] parts = (carried != null) ? carried.split("-") : new String[0];
		if (parts.length > 1) {
			setter.set(carrier, SPAN_ID, parts[1]);
		}
		if (parts.length > 3) {
			setter.set(carrier, PARENT_SPAN_ID, parts[3]);
		}
		Sampling sampling = id.sampling();
		if (sampling == Sampling.DEBUG) {
			setter.set(carrier, FLAGS, "1");
		}
		else if (sampling != Sampling.DEFERRED) {
			setter.set(carrier, SAMPLED, sampling.b3());
		}
	}

	/**
	 * Return whether one of the headers has a value that B3 allows.
	 */
	static boolean isValid(String name, String value) {
		return switch (name) {
			case SPAN_ID, PARENT_SPAN_ID -> Hex.isSpanId(value);
			case FLAGS -> value.equals("0") || value.equals("1");
			default -> Sampling.ofB3(null, value) != Sampling.DEFERRED;
		};
	}

}
