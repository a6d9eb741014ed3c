package io.github.ringlog.trace;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A format of headers that carry an id: extracts what a caller has sent, and injects what
 * goes on.
 */
interface TraceFormat {

	/**
	 * Longer than any value that is known, and short enough to look through.
	 */
	int MAX_LENGTH = 256;

	/**
	 * Return the format of a header. A header of the user's choice has the rules of
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
	 * Return the formats whose ids are those of traces.
	 */
	static List<TraceFormat> traces() {
		return List.of(W3cFormat.INSTANCE, B3Format.SINGLE, B3Format.MULTI);
	}

	/**
	 * Return the name of the header that carries the id.
	 */
	String header();

	/**
	 * Return the names of the headers that have more about the id.
	 */
	default List<String> companions() {
		return List.of();
	}

	/**
	 * Return the id that a value carries, or {@code null} when it carries no valid one.
	 */
	@Nullable TraceId parse(String value);

	/**
	 * Extract an id with all that the headers say about it.
	 * @param value the only value of the header that carries the id
	 * @return the id, or {@code null} when the value carries no valid one
	 */
	default <C> @Nullable TraceId extract(String value, C carrier, HeaderGetter<C> getter) {
		return parse(value);
	}

	/**
	 * Return whether a companion may go on.
	 * @param hasId whether there is a valid id for it
	 */
	default <C> boolean isValid(String companion, boolean hasId, C carrier, HeaderGetter<C> getter) {
		return true;
	}

	/**
	 * Return the sampling decision of a valid value that has no id, or {@code null} when
	 * it is not valid.
	 */
	default @Nullable Sampling decision(String value) {
		return null;
	}

	/**
	 * Inject an id, unless the application has set the header.
	 * @param spanId the id of the span that sends, or {@code null} to send what came
	 */
	<C> void inject(TraceId id, @Nullable String spanId, C carrier, HeaderSetter<C> setter);

}
