package io.github.ringlog.trace;

import org.jspecify.annotations.Nullable;

/**
 * A request id that is no trace id: 8 to 64 characters of {@code [A-Za-z0-9._-]}, in
 * {@code X-Request-Id} or a header of the user's choice.
 *
 * @param header the name of the header
 */
record RequestIdFormat(String header) implements TraceFormat {

	static final RequestIdFormat DEFAULT = new RequestIdFormat("X-Request-Id");

	private static final int MIN_LENGTH = 8;

	private static final int MAX_TEXT = 64;

	@Override
	public @Nullable TraceId parse(String value) {
		return (value.length() >= MIN_LENGTH && isText(value))
				? new TraceId(value, this, TraceDetails.of(Sampling.DEFERRED, false)) : null;
	}

	/**
	 * Return whether a text may go into the MDC: 1 to 64 characters of
	 * {@code [A-Za-z0-9._-]}.
	 */
	static boolean isText(String value) {
		return !value.isEmpty() && value.length() <= MAX_TEXT && Hex.isText(value);
	}

	@Override
	public <C> void inject(TraceId id, @Nullable String spanId, C carrier, HeaderSetter<C> setter) {
		if (!setter.isSet(carrier, this.header)) {
			setter.set(carrier, this.header, id.value());
		}
	}

}
