package io.github.ringlog.trace;

import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

import org.jspecify.annotations.Nullable;

/**
 * W3C Trace Context: {@code version-traceid-parentid-flags} in {@code traceparent}, with
 * {@code tracestate}. A later version may append further parts after a dash, which are
 * ignored.
 */
enum W3cFormat implements TraceFormat {

	INSTANCE;

	static final String TRACEPARENT = "traceparent";

	static final String TRACESTATE = "tracestate";

	private static final int SAMPLED = 0x1;

	private static final int RANDOM = 0x2;

	private static final String PADDING = "0".repeat(Hex.TRACE_ID_LENGTH - Hex.SPAN_ID_LENGTH);

	@Override
	public String header() {
		return TRACEPARENT;
	}

	@Override
	public List<String> companions() {
		return List.of(TRACESTATE);
	}

	@Override
	public @Nullable TraceId parse(String value) {
		int length = value.length();
		if (length < Hex.TRACEPARENT_LENGTH || length > MAX_LENGTH || !Hex.isTraceparent(value)
				|| Hex.isZero(value, 3, 35) || Hex.isZero(value, 36, 52) || !isVersion(value, length)) {
			return null;
		}
		// The defined flags are sampled and, from Level 2, random. A sender must clear
		// the others.
		int flags = HexFormat.fromHexDigit(value.charAt(54));
		Sampling sampling = ((flags & SAMPLED) != 0) ? Sampling.SAMPLED : Sampling.NOT_SAMPLED;
		return new TraceId(value.substring(3, 35), this, TraceDetails.of(sampling, (flags & RANDOM) != 0));
	}

	/**
	 * Return whether the version is allowed, and the length fits the version.
	 */
	private static boolean isVersion(String value, int length) {
		if (value.charAt(0) == 'f' && value.charAt(1) == 'f') {
			return false;
		}
		return length == Hex.TRACEPARENT_LENGTH
				|| (!value.startsWith("00") && value.charAt(Hex.TRACEPARENT_LENGTH) == '-');
	}

	@Override
	public <C> @Nullable TraceId extract(String value, C carrier, HeaderGetter<C> getter) {
		TraceId id = parse(value);
		String state = (id != null) ? state(carrier, getter) : null;
		return (id != null && state != null) ? id.with(id.details().withState(state)) : id;
	}

	@Override
	public <C> boolean isValid(String companion, boolean hasId, C carrier, HeaderGetter<C> getter) {
		return hasId && state(carrier, getter) != null;
	}

	/**
	 * Return the state to pass on, or {@code null} if there is no valid one.
	 */
	private static <C> @Nullable String state(C carrier, HeaderGetter<C> getter) {
		if (getter.get(carrier, TRACESTATE) == null) {
			return null;
		}
		StringJoiner all = new StringJoiner(",");
		getter.getAll(carrier, TRACESTATE).forEachRemaining(all::add);
		return TraceState.validOrNull(all.toString());
	}

	@Override
	public <C> void inject(TraceId id, @Nullable String spanId, C carrier, HeaderSetter<C> setter) {
		String value = (spanId != null) ? traceparent(id, spanId) : id.details().received();
		if (value == null || setter.isSet(carrier, TRACEPARENT)) {
			return;
		}
		setter.set(carrier, TRACEPARENT, value);
		String state = id.traceState();
		if (state != null && !setter.isSet(carrier, TRACESTATE)) {
			setter.set(carrier, TRACESTATE, state);
		}
	}

	/**
	 * Return a {@code traceparent} for a trace id. An id from B3 may be in upper case and
	 * have 64 bits.
	 */
	static String traceparent(TraceId id, String spanId) {
		String lower = id.value().toLowerCase(Locale.ROOT);
		int flags = (id.sampling().isSampled() ? SAMPLED : 0) | (id.details().random() ? RANDOM : 0);
		return "00-" + ((lower.length() < Hex.TRACE_ID_LENGTH) ? PADDING + lower : lower) + "-" + spanId + "-0" + flags;
	}

}
