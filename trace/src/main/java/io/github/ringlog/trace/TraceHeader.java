package io.github.ringlog.trace;

import java.util.HexFormat;

import org.jspecify.annotations.Nullable;

/**
 * A header that may carry an id, with the rules for its value.
 */
enum TraceHeader {

	/**
	 * {@code version-traceid-parentid-flags} of W3C Trace Context. A later version may
	 * have more after a dash, which is not looked at.
	 */
	TRACEPARENT("traceparent") {

		@Override
		@Nullable TraceId parse(String value) {
			int length = value.length();
			if (length < Hex.TRACEPARENT_LENGTH || length > MAX_LENGTH || !Hex.isTraceparent(value)
					|| Hex.isZero(value, 3, 35) || Hex.isZero(value, 36, 52) || !isVersion(value, length)) {
				return null;
			}
			// The flags that are defined: sampled, and random from Level 2. A sender has
			// to clear the others.
			int flags = HexFormat.fromHexDigit(value.charAt(54));
			return TraceId.of(this, value.substring(3, 35), Sampling.of((flags & 0x1) != 0), (flags & 0x2) != 0);
		}

		/**
		 * Return whether a value has a version that is allowed, and the length of it.
		 */
		private static boolean isVersion(String value, int length) {
			if (value.charAt(0) == 'f' && value.charAt(1) == 'f') {
				return false;
			}
			return length == Hex.TRACEPARENT_LENGTH
					|| (!value.startsWith("00") && value.charAt(Hex.TRACEPARENT_LENGTH) == '-');
		}

		@Override
		@Nullable String parentId(String value) {
			return value.substring(36, 52);
		}

	},

	/**
	 * {@code traceid-spanid-sampled-parentspanid} of B3; all but the id may be missing.
	 */
	B3("b3") {

		@Override
		@Nullable TraceId parse(String value) {
			if (value.length() > MAX_LENGTH) {
				return null;
			}
			int dash = value.indexOf('-');
			int end = (dash < 0) ? value.length() : dash;
			if (!Hex.isB3TraceId(value, end)) {
				return null;
			}
			Sampling sampling = (dash < 0) ? Sampling.DEFERRED : sampling(value, end);
			return (sampling != null) ? TraceId.of(this, value.substring(0, end), sampling, false) : null;
		}

		/**
		 * Return what follows the id, or {@code null} when that is wrong.
		 */
		private static @Nullable Sampling sampling(String value, int end) {
			int rest = value.length() - end;
			int span = end + 1;
			if (rest < SPAN_PART || !Hex.isAny(value, span, span + Hex.SPAN_ID_LENGTH)) {
				return null;
			}
			if (rest == SPAN_PART) {
				return Sampling.DEFERRED;
			}
			int state = end + SPAN_PART + 1;
			boolean hasParent = rest == 2 * SPAN_PART + 2;
			if (value.charAt(state - 1) != '-' || (rest != SPAN_PART + 2 && !hasParent)) {
				return null;
			}
			if (hasParent && (value.charAt(state + 1) != '-'
					|| !Hex.isAny(value, state + 2, state + 2 + Hex.SPAN_ID_LENGTH))) {
				return null;
			}
			return Sampling.ofB3(value.charAt(state));
		}

		@Override
		@Nullable Sampling decision(String value) {
			return (value.length() == 1) ? Sampling.ofB3(value.charAt(0)) : null;
		}

		@Override
		@Nullable String parentId(String value) {
			return spanId(value);
		}

	},

	/**
	 * 16 or 32 hex digits, the first of several headers of B3.
	 */
	B3_TRACE_ID("X-B3-TraceId") {

		@Override
		@Nullable TraceId parse(String value) {
			return Hex.isB3TraceId(value, value.length()) ? TraceId.of(this, value, Sampling.DEFERRED, false) : null;
		}

		@Override
		@Nullable String parentId(String value) {
			return spanId(value);
		}

	},

	/**
	 * 8 to 64 characters of {@code [A-Za-z0-9._-]}.
	 */
	REQUEST_ID("X-Request-Id") {

		@Override
		@Nullable TraceId parse(String value) {
			return (value.length() >= 8 && isText(value)) ? TraceId.of(this, value, Sampling.DEFERRED, false) : null;
		}

	};

	// Without the copy that values() makes.
	private static final TraceHeader[] ALL = values();

	// Longer than any that is known, and short enough to look through.
	private static final int MAX_LENGTH = 256;

	private static final int MAX_TEXT = 64;

	// A dash and a span id.
	private static final int SPAN_PART = 1 + Hex.SPAN_ID_LENGTH;

	private final String headerName;

	TraceHeader(String headerName) {
		this.headerName = headerName;
	}

	/**
	 * Return the rules for a header. A header of the user's choice has those of
	 * {@code X-Request-Id}.
	 */
	static TraceHeader of(String name) {
		for (TraceHeader header : ALL) {
			if (header.headerName.equalsIgnoreCase(name)) {
				return header;
			}
		}
		return REQUEST_ID;
	}

	static TraceHeader ofOrdinal(int ordinal) {
		return ALL[ordinal];
	}

	String headerName() {
		return this.headerName;
	}

	/**
	 * Return the id that a value carries, or {@code null} when it carries no valid one.
	 */
	abstract @Nullable TraceId parse(String value);

	/**
	 * Return the decision of a valid value that has no id, or {@code null} when it is not
	 * valid.
	 */
	@Nullable Sampling decision(String value) {
		return null;
	}

	/**
	 * Return the id of the sender's span, or {@code null} when a value has none. That of
	 * several headers is that of {@code b3}.
	 */
	@Nullable String parentId(String value) {
		return null;
	}

	private static @Nullable String spanId(String value) {
		int dash = value.indexOf('-');
		return (dash >= 0) ? value.substring(dash + 1, dash + SPAN_PART) : null;
	}

	/**
	 * Return whether a text may be in the MDC: up to 64 of {@code [A-Za-z0-9._-]}.
	 */
	static boolean isText(String value) {
		return !value.isEmpty() && value.length() <= MAX_TEXT && Hex.isText(value);
	}

}
