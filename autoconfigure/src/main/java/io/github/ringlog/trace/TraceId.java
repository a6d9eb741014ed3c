package io.github.ringlog.trace;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;

/**
 * The id that ties the log lines of a request together, and what came with it that has to
 * go on: the flags and the state of <a href="https://www.w3.org/TR/trace-context/">W3C
 * Trace Context</a>. Immutable.
 * <p>
 * An id is 8 to 64 characters of {@code [A-Za-z0-9._-]}, whichever way it was made. A W3C
 * id is 32 lower-case hex digits, not all zeros.
 */
public final class TraceId {

	// Secret to this process, so that the ids of two processes do not meet. Read once:
	// no request waits for the entropy of the operating system.
	private static final long SECRET = new SecureRandom().nextLong();

	// 2^64 divided by the golden ratio, the step of SplittableRandom.
	private static final long STEP = 0x9E3779B97F4A7C15L;

	// Any thread raises it. It is one half of each id: within a process none comes twice.
	private static final AtomicLong created = new AtomicLong();

	private static final int W3C = 0x100;

	private final String value;

	// The flags of W3C Trace Context, and whether this is a W3C id: one field, which
	// saves each request eight bytes.
	private final int flags;

	private final @Nullable String state;

	private TraceId(String value, int flags, @Nullable String state) {
		this.value = value;
		this.flags = flags;
		this.state = state;
	}

	/**
	 * Wrap what is known to be a W3C id.
	 */
	static TraceId ofW3c(String value, int flags) {
		return new TraceId(value, flags | W3C, null);
	}

	/**
	 * Wrap an id that may be a W3C id.
	 */
	static TraceId of(String value, int flags) {
		return new TraceId(value, Hex.isW3cTraceId(value) ? flags | W3C : flags, null);
	}

	/**
	 * Make a W3C id that there was not before, with no flag set: nobody records a trace.
	 * Takes no lock and waits for no entropy.
	 * @return the id
	 */
	public static TraceId create() {
		long high = ThreadLocalRandom.current().nextLong();
		long low = mix(SECRET + STEP * created.getAndIncrement());
		byte[] digits = new byte[Hex.TRACE_ID_LENGTH];
		Hex.write(((high | low) != 0) ? high : 1, digits, 0);
		Hex.write(low, digits, Hex.TRACE_ID_LENGTH / 2);
		return ofW3c(new String(digits, StandardCharsets.ISO_8859_1), 0);
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
	 * Return whether this can go out as {@code traceparent}.
	 * @return whether it is a W3C id
	 */
	public boolean isW3c() {
		return (this.flags & W3C) != 0;
	}

	/**
	 * Return a value for the header {@code traceparent} of one outgoing request, with a
	 * parent id of its own.
	 * @return version, id, parent id and flags, 55 characters
	 * @throws IllegalStateException when this is no W3C id
	 */
	public String traceparent() {
		if (!isW3c()) {
			throw new IllegalStateException("No W3C trace id");
		}
		long parent = ThreadLocalRandom.current().nextLong();
		byte[] text = new byte[Hex.TRACEPARENT_LENGTH];
		text[0] = '0';
		text[1] = '0';
		text[2] = '-';
		Hex.copy(this.value, text, 3);
		text[35] = '-';
		Hex.write((parent != 0) ? parent : 1, text, 36);
		text[52] = '-';
		text[53] = '0';
		text[54] = (byte) ('0' + (this.flags & ~W3C));
		return new String(text, StandardCharsets.ISO_8859_1);
	}

	/**
	 * Return the value for the header {@code tracestate} of outgoing requests.
	 * @return the state as it came, or {@code null} when there was none
	 */
	public @Nullable String traceState() {
		return this.state;
	}

	TraceId withState(@Nullable String newState) {
		return (newState != null) ? new TraceId(this.value, this.flags, newState) : this;
	}

	/**
	 * Return the id, for what prints an attribute of the request: an access log, say.
	 */
	@Override
	public String toString() {
		return this.value;
	}

	/**
	 * The finaliser of MurmurHash3 in the variant of SplittableRandom: one to one, and
	 * neighbours come out far apart.
	 */
	private static long mix(long value) {
		long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
		mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
		return mixed ^ (mixed >>> 31);
	}

}
