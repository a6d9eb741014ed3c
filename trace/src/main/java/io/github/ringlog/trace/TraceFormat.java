package io.github.ringlog.trace;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A header format for ids: extracts an id from incoming headers and injects it into
 * outgoing ones.
 */
interface TraceFormat {

	/**
	 * Longer than any known valid value; bounds the cost of validation.
	 */
	int MAX_LENGTH = 256;

	/**
	 * Return the format of a header. An unknown header follows the rules of
	 * {@code X-Request-Id}.
	 */
	static TraceFormat of(String header) {
		for (TraceFormat format : traces()) {
			if (format.header().equalsIgnoreCase(header)) {
				return format;
			}
		}
		return new RequestIdFormat(header);
	}

	/**
	 * Return the formats that carry trace ids.
	 */
	static List<TraceFormat> traces() {
		return List.of(W3cFormat.INSTANCE, B3Format.SINGLE, B3Format.MULTI);
	}

	/**
	 * Return the name of the header that carries the id.
	 */
	String header();

	/**
	 * Return the names of further headers about the id.
	 */
	default List<String> companions() {
		return List.of();
	}

	/**
	 * Return the id in a value, or {@code null} if the value is not valid.
	 */
	@Nullable TraceId parse(String value);

	/**
	 * Extract an id with the details in its headers.
	 * @param value the only value of the id's header
	 * @return the id, or {@code null} if the value is not valid
	 */
	default <C> @Nullable TraceId extract(String value, C carrier, HeaderGetter<C> getter) {
		return parse(value);
	}

	/**
	 * Return whether a companion header is valid, so that it may be passed on.
	 * @param hasId whether the request has a valid id in this format
	 */
	default <C> boolean isValid(String companion, boolean hasId, C carrier, HeaderGetter<C> getter) {
		return true;
	}

	/**
	 * Return the sampling decision of a value without an id, or {@code null} if the value
	 * is not valid.
	 */
	default @Nullable Sampling decision(String value) {
		return null;
	}

	/**
	 * Inject an id, unless the application has set the header.
	 * @param spanId the id of the sending span, or {@code null} to send the received
	 * value
	 */
	<C> void inject(TraceId id, @Nullable String spanId, C carrier, HeaderSetter<C> setter);

}
