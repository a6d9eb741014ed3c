package io.github.ringlog.it.app.trace;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

import io.github.ringlog.environment.TracePropagation;
import io.github.ringlog.trace.TraceId;
import io.github.ringlog.trace.TraceIds;

/**
 * The target of Jazzer, which calls it with all it can think of: lines of header values.
 */
public final class TraceHeaderFuzzer {

	private static final String[] NAMES = { "traceparent", "tracestate", "b3", "X-B3-TraceId", "X-Request-Id" };

	private static final Pattern ID = Pattern.compile("[A-Za-z0-9._-]{8,64}");

	private static final Pattern TRACE_ID = Pattern.compile("(?!0+$)([0-9a-fA-F]{16}|[0-9a-fA-F]{32})");

	private static final Pattern TRACEPARENT = Pattern.compile("00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-0[0-3]");

	private static final Pattern STATE = Pattern.compile("[ -~\\t]{1,512}");

	private static final TraceIds ids = new TraceIds(List.of("traceparent", "b3", "X-B3-TraceId", "X-Request-Id"), true,
			List.of(TracePropagation.W3C), Map.of());

	private TraceHeaderFuzzer() {
	}

	public static void fuzzerTestOneInput(byte[] input) {
		String[] values = new String(input, StandardCharsets.ISO_8859_1).split("\n", NAMES.length);
		Map<String, String> headers = new TreeMap<>();
		for (int i = 0; i < values.length; i++) {
			if (!values[i].isEmpty()) {
				headers.put(NAMES[i], values[i]);
			}
		}
		TraceId id = ids.extract(headers, Map::get);
		check(ID.matcher(id.value()).matches(), "id", headers);
		check(!id.isW3c() || TRACE_ID.matcher(id.value()).matches(), "kind", headers);
		check(!id.isW3c() || TRACEPARENT.matcher(id.traceparent()).matches(), "traceparent", headers);
		check(id.traceState() == null || STATE.matcher(id.traceState()).matches(), "tracestate", headers);
		headers.forEach(
				(name, value) -> check(isValid(name, value) == (TraceId.parse(name, value) != null), name, headers));
	}

	/**
	 * Say it again, in another way.
	 */
	private static boolean isValid(String name, String value) {
		return switch (name) {
			case "traceparent" -> value.length() <= 256 && value.matches(
					"(?s)(00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}|(?!00|ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?)");
			case "b3" -> value
				.matches("(?!0+(-|$))([0-9a-fA-F]{16}|[0-9a-fA-F]{32})(-[0-9a-fA-F]{16}(-[01d](-[0-9a-fA-F]{16})?)?)?");
			case "X-B3-TraceId" -> value.matches("(?!0+$)([0-9a-fA-F]{16}|[0-9a-fA-F]{32})");
			default -> ID.matcher(value).matches();
		};
	}

	private static void check(boolean valid, String what, Map<String, String> headers) {
		if (!valid) {
			throw new IllegalStateException(what + " of " + headers);
		}
	}

}
