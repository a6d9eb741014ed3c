package io.github.ringlog.trace;

import java.util.Locale;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The id of a request, and what it came with: which header carried it, whether its trace
 * is sampled, and its {@code tracestate}.
 */
public final class TraceId {

	// The random flag of W3C Trace Context.
	private static final int RANDOM = 0x2;

	private static final int SAMPLING_SHIFT = 4;

	private static final int SAMPLING_MASK = 0x3;

	private static final int HEADER_SHIFT = 8;

	private static final int NEW = 0;

	private static final String PADDING = "0".repeat(Hex.TRACE_ID_LENGTH - Hex.SPAN_ID_LENGTH);

	private final String value;

	// The random flag, the sampling decision and the kind of header: one field, which
	// saves each request eight bytes and more.
	private final int bits;

	private final @Nullable TraceOrigin origin;

	private TraceId(String value, int bits, @Nullable TraceOrigin origin) {
		this.value = value;
		this.bits = bits;
		this.origin = origin;
	}

	static TraceId of(TraceHeader header, String value, Sampling sampling, boolean random) {
		return new TraceId(value, bits(header.ordinal() + 1, sampling, random), null);
	}

	private static int bits(int header, Sampling sampling, boolean random) {
		return header << HEADER_SHIFT | sampling.ordinal() << SAMPLING_SHIFT | (random ? RANDOM : 0);
	}

	/**
	 * Create a new W3C id. Takes no lock and waits for no entropy.
	 * @return the id
	 */
	public static TraceId create() {
		return create(Sampling.DEFERRED);
	}

	static TraceId create(Sampling sampling) {
		return new TraceId(IdGenerator.traceId(), bits(NEW, sampling, true), null);
	}

	/**
	 * Wrap a text that is valid as a request id: the user's code has put it into the MDC.
	 */
	static @Nullable TraceId ofText(String text) {
		return Hex.isW3cTraceId(text) ? new TraceId(text, bits(NEW, Sampling.DEFERRED, false), null)
				: TraceHeader.REQUEST_ID.parse(text);
	}

	/**
	 * Read the id that a header carries.
	 * @param header the name of the header, in any case; that of a header which is not
	 * known means the rules of {@code X-Request-Id}
	 * @param value the value of the header, as it was received
	 * @return the id, or {@code null} when the value carries no valid one
	 */
	public static @Nullable TraceId parse(String header, String value) {
		return TraceHeader.of(header).parse(value);
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
		return kind() != TraceHeader.REQUEST_ID;
	}

	/**
	 * Return a value for the header {@code traceparent} of one outgoing request, with a
	 * parent id of its own. An id of 64 bits is padded with zeros on the left.
	 * @return version, id, parent id and flags, 55 characters
	 * @throws IllegalStateException when this is not the id of a trace
	 */
	public String traceparent() {
		return traceparent(IdGenerator.spanId());
	}

	String traceparent(String parentId) {
		if (!isW3c()) {
			throw new IllegalStateException("This id is not a W3C trace id");
		}
		int flags = (this.bits & RANDOM) | (sampling().isSampled() ? 1 : 0);
		return "00-" + w3cValue() + "-" + parentId + "-0" + flags;
	}

	private String w3cValue() {
		if (!isB3()) {
			return this.value;
		}
		String lower = this.value.toLowerCase(Locale.ROOT);
		return (lower.length() == Hex.TRACE_ID_LENGTH) ? lower : PADDING + lower;
	}

	/**
	 * Return a value for the header {@code b3} of one outgoing request.
	 */
	String b3(String spanId, Sampling sampling) {
		String text = this.value.toLowerCase(Locale.ROOT) + "-" + spanId;
		if (sampling == Sampling.DEFERRED) {
			return text;
		}
		String parent = parentId();
		return text + "-" + sampling.b3() + ((parent != null) ? "-" + parent : "");
	}

	private @Nullable String parentId() {
		TraceHeader kind = kind();
		String carried = carried();
		return (kind != null && carried != null) ? kind.parentId(carried) : null;
	}

	/**
	 * Return the value for the header {@code tracestate} of outgoing requests.
	 * @return the valid part of what came, or {@code null} when there was none
	 */
	public @Nullable String traceState() {
		return origin().state();
	}

	Sampling sampling() {
		return Sampling.ofOrdinal(this.bits >>> SAMPLING_SHIFT & SAMPLING_MASK);
	}

	/**
	 * Return the kind of the header that carried it, or {@code null} when it is new.
	 */
	@Nullable TraceHeader kind() {
		int header = this.bits >>> HEADER_SHIFT;
		return (header != NEW) ? TraceHeader.ofOrdinal(header - 1) : null;
	}

	private boolean isB3() {
		TraceHeader kind = kind();
		return kind == TraceHeader.B3 || kind == TraceHeader.B3_TRACE_ID;
	}

	/**
	 * Return whether its caller leaves the decision to those who receive it.
	 */
	boolean isDeferred() {
		return isB3() && sampling() == Sampling.DEFERRED;
	}

	/**
	 * Return the name of the header that carried it, or {@code null} when it is new.
	 */
	@Nullable String header() {
		String header = origin().header();
		TraceHeader kind = kind();
		return (header != null || kind == null) ? header : kind.headerName();
	}

	/**
	 * Return the value of that header, or {@code null} when it was not kept.
	 */
	@Nullable String carried() {
		return (kind() == TraceHeader.REQUEST_ID) ? this.value : origin().value();
	}

	/**
	 * Return the trace that the request belongs to, when its id came by another header.
	 */
	@Nullable TraceId beside() {
		return origin().beside();
	}

	/**
	 * Return what the request put into the MDC, by key.
	 */
	Map<String, String> mdc() {
		return origin().mdc();
	}

	TraceOrigin origin() {
		return (this.origin != null) ? this.origin : TraceOrigin.NONE;
	}

	TraceId with(TraceOrigin newOrigin) {
		return new TraceId(this.value, this.bits, newOrigin);
	}

	TraceId with(Sampling sampling) {
		int others = this.bits & ~(SAMPLING_MASK << SAMPLING_SHIFT);
		return new TraceId(this.value, others | sampling.ordinal() << SAMPLING_SHIFT, this.origin);
	}

	/**
	 * Return the id, so that an access log can print this attribute of the request.
	 */
	@Override
	public String toString() {
		return this.value;
	}

}
