package io.github.ringlog.trace;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The id of a request, and what came with it: the format that carried it, whether its
 * trace is sampled, and its {@code tracestate}.
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
	 * Wrap a text that is valid as a request id: the user's code has put it into the MDC.
	 */
	static @Nullable TraceId ofText(String text) {
		return Hex.isW3cTraceId(text) ? new TraceId(text, null, TraceDetails.of(Sampling.DEFERRED, false))
				: RequestIdFormat.DEFAULT.parse(text);
	}

	/**
	 * Read the id that a header carries.
	 * @param header the name of the header, in any case; that of a header which is not
	 * known means the rules of {@code X-Request-Id}
	 * @param value the value of the header, as it was received
	 * @return the id, or {@code null} when the value carries no valid one
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
	 * Return whether this is the id of a trace, and can go out as {@code traceparent}.
	 * @return whether it is new, or came by a header of W3C or B3
	 */
	public boolean isW3c() {
		return !(this.format instanceof RequestIdFormat);
	}

	/**
	 * Return a value for the header {@code traceparent} of one outgoing request, with a
	 * parent id of its own. An id of 64 bits is padded with zeros on the left.
	 * @return version, id, parent id and flags, 55 characters
	 * @throws IllegalStateException when this is not the id of a trace
	 */
	public String traceparent() {
		if (!isW3c()) {
			throw new IllegalStateException("This id is not a W3C trace id");
		}
		return W3cFormat.traceparent(this, Hex.random(Hex.SPAN_ID_LENGTH));
	}

	/**
	 * Return the value for the header {@code tracestate} of outgoing requests.
	 * @return the valid part of what came, or {@code null} when there was none
	 */
	public @Nullable String traceState() {
		return this.details.state();
	}

	/**
	 * Return the id of the caller's span, which follows the id in what was received, or
	 * {@code null} when it is not known.
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
	 * Return the format that carried it, or {@code null} when it is new.
	 */
	@Nullable TraceFormat format() {
		return this.format;
	}

	/**
	 * Return whether its caller leaves the decision to those who receive it.
	 */
	boolean isDeferred() {
		return this.format instanceof B3Format && sampling() == Sampling.DEFERRED;
	}

	/**
	 * Return the trace that the request belongs to, when its id came by another header.
	 */
	@Nullable TraceId trace() {
		return this.details.trace();
	}

	/**
	 * Return what the request put into the MDC, by key.
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
