package io.github.ringlog.trace;

import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * B3 propagation: an id has 16 or 32 hex digits; all other parts are optional.
 */
enum B3Format implements TraceFormat {

	/**
	 * {@code traceid-spanid-sampled-parentspanid}.
	 */
	SINGLE("b3", List.of()),

	/**
	 * The same parts, one header each.
	 */
	MULTI("X-B3-TraceId", List.of("X-B3-SpanId", "X-B3-ParentSpanId", "X-B3-Sampled", "X-B3-Flags"));

	private static final String SPAN_ID = MULTI.companions.get(0);

	private static final String PARENT_SPAN_ID = MULTI.companions.get(1);

	private static final String SAMPLED = MULTI.companions.get(2);

	private static final String FLAGS = MULTI.companions.get(3);

	// A dash and a span id.
	private static final int SPAN_PART = 1 + Hex.SPAN_ID_LENGTH;

	// A dash and the decision.
	private static final int STATE_PART = 2;

	private final String header;

	private final List<String> companions;

	B3Format(String header, List<String> companions) {
		this.header = header;
		this.companions = companions;
	}

	@Override
	public String header() {
		return this.header;
	}

	@Override
	public List<String> companions() {
		return this.companions;
	}

	@Override
	public @Nullable TraceId parse(String value) {
		int dash = (this == SINGLE) ? value.indexOf('-') : -1;
		int end = (dash < 0) ? value.length() : dash;
		if (value.length() > MAX_LENGTH || !Hex.isB3TraceId(value, end)) {
			return null;
		}
		Sampling sampling = (dash < 0) ? Sampling.DEFERRED : sampling(value, end);
		return (sampling != null) ? of(value.substring(0, end), sampling, value) : null;
	}

	private TraceId of(String id, Sampling sampling, String received) {
		return new TraceId(id, this, TraceDetails.of(sampling, false).withReceived(received));
	}

	/**
	 * Return the sampling decision after the id, or {@code null} if a part after the id
	 * is not valid.
	 */
	private static @Nullable Sampling sampling(String value, int end) {
		int state = end + SPAN_PART;
		int parent = state + STATE_PART;
		int length = value.length();
		if ((length != state && length != parent && length != parent + SPAN_PART) || !isSpan(value, end)
				|| (length > state && value.charAt(state) != '-') || (length > parent && !isSpan(value, parent))) {
			return null;
		}
		return (length > state) ? Sampling.ofB3(value.charAt(state + 1)) : Sampling.DEFERRED;
	}

	private static boolean isSpan(String value, int dash) {
		return value.charAt(dash) == '-' && Hex.isAny(value, dash + 1, dash + SPAN_PART);
	}

	@Override
	public <C> @Nullable TraceId extract(String value, C carrier, HeaderGetter<C> getter) {
		TraceId id = parse(value);
		if (id == null || this == SINGLE) {
			return id;
		}
		Sampling sampling = sampling(carrier, getter);
		return of(id.value(), sampling, join(value, sampling, carrier, getter));
	}

	/**
	 * Return the values of the {@code X-B3-*} headers in the format of {@code b3}.
	 */
	private static <C> String join(String id, Sampling sampling, C carrier, HeaderGetter<C> getter) {
		String span = getter.get(carrier, SPAN_ID);
		if (span == null || !Hex.isSpanId(span)) {
			return id;
		}
		if (sampling == Sampling.DEFERRED) {
			return id + "-" + span;
		}
		String parent = getter.get(carrier, PARENT_SPAN_ID);
		return id + "-" + span + "-" + sampling.b3() + ((parent != null && Hex.isSpanId(parent)) ? "-" + parent : "");
	}

	/**
	 * Return the sampling decision of the {@code X-B3-*} headers, which may come without
	 * an id.
	 */
	static <C> Sampling sampling(C carrier, HeaderGetter<C> getter) {
		if ("1".equals(getter.get(carrier, FLAGS))) {
			return Sampling.DEBUG;
		}
		String sampled = getter.get(carrier, SAMPLED);
		return (sampled != null) ? Sampling.ofB3Sampled(sampled) : Sampling.DEFERRED;
	}

	@Override
	public @Nullable Sampling decision(String value) {
		return (this == SINGLE && value.length() == 1) ? Sampling.ofB3(value.charAt(0)) : null;
	}

	@Override
	public <C> boolean isValid(String companion, boolean hasId, C carrier, HeaderGetter<C> getter) {
		String value = String.valueOf(getter.get(carrier, companion));
		if (getter.isRepeated(carrier, companion)) {
			return false;
		}
		if (companion.equals(FLAGS)) {
			return value.equals("0") || value.equals("1");
		}
		return companion.equals(SAMPLED) ? Sampling.ofB3Sampled(value) != Sampling.DEFERRED : Hex.isSpanId(value);
	}

	@Override
	public <C> void inject(TraceId id, @Nullable String spanId, C carrier, HeaderSetter<C> setter) {
		String text = (spanId != null) ? text(id, spanId, id.sampling()) : id.details().received();
		if (text == null || isSet(carrier, setter)) {
			return;
		}
		if (this == SINGLE) {
			setter.set(carrier, this.header, text);
		}
		else {
			split(id, text.split("-"), carrier, setter);
		}
	}

	private static <C> void split(TraceId id, String[] parts, C carrier, HeaderSetter<C> setter) {
		setter.set(carrier, MULTI.header, id.value());
		if (parts.length > 1) {
			setter.set(carrier, SPAN_ID, parts[1]);
		}
		if (parts.length > 3) {
			setter.set(carrier, PARENT_SPAN_ID, parts[3]);
		}
		if (id.sampling() == Sampling.DEBUG) {
			setter.set(carrier, FLAGS, "1");
		}
		else if (id.sampling() != Sampling.DEFERRED) {
			setter.set(carrier, SAMPLED, id.sampling().b3());
		}
	}

	/**
	 * Return whether the application has set {@code b3} or an {@code X-B3-*} header.
	 */
	static <C> boolean isSet(C carrier, HeaderSetter<C> setter) {
		return setter.isSet(carrier, SINGLE.header) || setter.isSet(carrier, MULTI.header)
				|| MULTI.companions.stream().anyMatch((name) -> setter.isSet(carrier, name));
	}

	/**
	 * Return a value for the header {@code b3}.
	 */
	static String text(TraceId id, String spanId, Sampling sampling) {
		String text = id.value().toLowerCase(Locale.ROOT) + "-" + spanId;
		if (sampling == Sampling.DEFERRED) {
			return text;
		}
		String parent = id.parentId();
		return text + "-" + sampling.b3() + ((parent != null) ? "-" + parent : "");
	}

}
