package io.github.ringlog.trace;

import org.jspecify.annotations.Nullable;

/**
 * What a request header that may carry an id has to look like. A value is read character
 * by character and given up at the first that is wrong.
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
			if (length < Hex.TRACEPARENT_LENGTH || length > MAX_LENGTH || value.charAt(2) != '-'
					|| value.charAt(35) != '-' || value.charAt(52) != '-') {
				return null;
			}
			if (!Hex.isLower(value, 0, 2) || !Hex.isLower(value, 3, 35) || !Hex.isLower(value, 36, 52)
					|| !Hex.isLower(value, 53, 55)) {
				return null;
			}
			if (Hex.isZero(value, 3, 35) || Hex.isZero(value, 36, 52) || value.startsWith("ff")
					|| !isLengthOfVersion(value, length)) {
				return null;
			}
			// The flags that are defined: sampled, and random from Level 2. A sender has
			// to clear the others.
			return TraceId.ofW3c(value.substring(3, 35), Character.digit(value.charAt(54), 16) & 0x3);
		}

		private static boolean isLengthOfVersion(String value, int length) {
			if (length == Hex.TRACEPARENT_LENGTH) {
				return true;
			}
			return !value.startsWith("00") && value.charAt(Hex.TRACEPARENT_LENGTH) == '-';
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
			if (!isB3TraceId(value, end)) {
				return null;
			}
			int sampled = 0;
			if (dash >= 0) {
				sampled = sampled(value, end);
				if (sampled < 0) {
					return null;
				}
			}
			return TraceId.of(value.substring(0, end), sampled);
		}

		/**
		 * Return the flag that stands for what follows the id, or -1 when that is wrong.
		 */
		private static int sampled(String value, int end) {
			int rest = value.length() - end;
			int span = end + 1;
			if (rest < SPAN_PART || !Hex.isAny(value, span, span + Hex.SPAN_ID_LENGTH)) {
				return -1;
			}
			if (rest == SPAN_PART) {
				return 0;
			}
			int state = end + SPAN_PART + 1;
			boolean hasParent = rest == 2 * SPAN_PART + 2;
			if (value.charAt(state - 1) != '-' || (rest != SPAN_PART + 2 && !hasParent)) {
				return -1;
			}
			if (hasParent && (value.charAt(state + 1) != '-'
					|| !Hex.isAny(value, state + 2, state + 2 + Hex.SPAN_ID_LENGTH))) {
				return -1;
			}
			return switch (value.charAt(state)) {
				case '0' -> 0;
				case '1', 'd' -> 1;
				default -> -1;
			};
		}

		/**
		 * A sampling decision alone is a valid header without an id.
		 */
		@Override
		boolean mayLackId(String value) {
			return value.equals("0") || value.equals("1") || value.equals("d");
		}

	},

	/**
	 * 16 or 32 hex digits.
	 */
	B3_TRACE_ID("X-B3-TraceId") {

		@Override
		@Nullable TraceId parse(String value) {
			return isB3TraceId(value, value.length()) ? TraceId.of(value, 0) : null;
		}

	},

	/**
	 * 8 to 64 characters of {@code [A-Za-z0-9._-]}.
	 */
	REQUEST_ID("X-Request-Id") {

		@Override
		@Nullable TraceId parse(String value) {
			int length = value.length();
			if (length < 8 || length > 64) {
				return null;
			}
			for (int i = 0; i < length; i++) {
				if (!isRequestIdCharacter(value.charAt(i))) {
					return null;
				}
			}
			return TraceId.of(value, 0);
		}

		private static boolean isRequestIdCharacter(char character) {
			return Hex.isDigit(character) || Hex.isBetween(character, 'a', 'z') || Hex.isBetween(character, 'A', 'Z')
					|| character == '.' || character == '_' || character == '-';
		}

	};

	// Without the copy that values() makes.
	private static final TraceHeader[] ALL = values();

	// Longer than any that is known, and short enough to look through.
	private static final int MAX_LENGTH = 256;

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

	/**
	 * Return the id that a value carries, or {@code null} when it carries no valid one.
	 */
	abstract @Nullable TraceId parse(String value);

	/**
	 * Return whether a value without an id is as it should be.
	 */
	boolean mayLackId(String value) {
		return false;
	}

	private static boolean isB3TraceId(String value, int length) {
		return (length == 16 || length == 32) && Hex.isAny(value, 0, length) && !Hex.isZero(value, 0, length);
	}

}
