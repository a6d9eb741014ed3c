package io.github.ringlog.trace;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The id of a request, with its details: the format that carried it, whether its trace is
 * sampled, and its {@code tracestate}.
 */
public final class TraceId {

	private final String value;

	// Null for a new id.
	private final @Nullable TraceFormat format;

	private final TraceDetails details;

	TraceId(String value, @Nullable TraceFormat format, TraceDetails details) {
		this.value = value;
		this.format = format;
		this.details = details;
	}

	/**
	 * Create a new W3C id. Takes no lock and waits for no entropy.
	 * @return the id
	 */
	public static TraceId create() {
		return create(Sampling.DEFERRED);
	}

	static TraceId create(Sampling sampling) {
		return new TraceId(Hex.random(Hex.TRACE_ID_LENGTH), null, TraceDetails.of(sampling, true));
	}

	/**
	 * Return the id for a text that the application has put into the MDC, or {@code null}
	 * if the text is not valid.
	 */
	static @Nullable TraceId ofText(String text) {
		return Hex.isW3cTraceId(text) ? new TraceId(text, null, TraceDetails.of(Sampling.DEFERRED, false))
				: RequestIdFormat.DEFAULT.parse(text);
	}

	/**
	 * Read the id that a header carries.
	 * @param header the name of the header, in any case; an unknown header follows the
	 * rules of {@code X-Request-Id}
	 * @param value the value of the header, as it was received
	 * @return the id, or {@code null} if the value is not valid
	 */
	public static @Nullable TraceId parse(String header, String value) {
		return TraceFormat.of(header).parse(value);
	}

	/**
	 * Return the id as it is logged.
	 * @return the id, 8 to 64 characters
	 */
	public String value() {
		return this.value;
	}

	/**
	 * Return whether this is a trace id, which can be sent as {@code traceparent}.
	 * @return whether the id is new or came in a W3C or B3 header
	 */
	public boolean isW3c() {
		return !(this.format instanceof RequestIdFormat);
	}

	/**
	 * Return a {@code traceparent} for one outgoing request, with a new parent id. A
	 * 64-bit id is padded with zeros on the left.
	 * @return version, id, parent id and flags, 55 characters
	 * @throws IllegalStateException if this is not a trace id
	 */
	public String traceparent() {
		if (!isW3c()) {
			throw new IllegalStateException("This id is not a W3C trace id");
		}
		return W3cFormat.traceparent(this, Hex.random(Hex.SPAN_ID_LENGTH));
	}

	/**
	 * Return the value for the header {@code tracestate} of outgoing requests.
	 * @return the valid part of the received value, or {@code null} if there is none
	 */
	public @Nullable String traceState() {
		return this.details.state();
	}

	/**
	 * Return the caller's span id, which follows the id in the received value, or
	 * {@code null} if it is unknown.
	 */
	@Nullable String parentId() {
		String received = this.details.received();
		if (received == null) {
			return null;
		}
		int start = received.indexOf(this.value) + this.value.length() + 1;
		return (start < received.length()) ? received.substring(start, start + Hex.SPAN_ID_LENGTH) : null;
	}

	Sampling sampling() {
		return this.details.sampling();
	}

	/**
	 * Return the format that carried the id, or {@code null} if the id is new.
	 */
	@Nullable TraceFormat format() {
		return this.format;
	}

	/**
	 * Return whether the caller leaves the sampling decision to the receiver.
	 */
	boolean isDeferred() {
		return this.format instanceof B3Format && sampling() == Sampling.DEFERRED;
	}

	/**
	 * Return the trace that the request belongs to, if the id came in another header.
	 */
	@Nullable TraceId trace() {
		return this.details.trace();
	}

	/**
	 * Return the MDC entries from further headers, by key.
	 */
	Map<String, String> mdc() {
		return this.details.mdc();
	}

	TraceDetails details() {
		return this.details;
	}

	TraceId with(TraceDetails newDetails) {
		return new TraceId(this.value, this.format, newDetails);
	}

	/**
	 * Return the id, so that an access log can print this attribute of the request.
	 */
	@Override
	public String toString() {
		return this.value;
	}

}
