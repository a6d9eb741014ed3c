package io.github.ringlog.trace;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.http.HttpHeaders;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the rules of W3C Trace Context, case by case: which traces go on, which begin
 * anew, and which state goes with them. White space around values is the server's to
 * remove.
 */
class W3cTraceContextTests {

	private static final String ID = "12345678901234567890123456789012";

	private static final String PARENT = "1234567890123456";

	private static final String VALID = "00-" + ID + "-" + PARENT + "-01";

	private static final String CHARACTERS = "abcdefghijklmnopqrstuvwxyz0123456789";

	static Stream<Arguments> traceparents() {
		return Stream.of(goesOn("present", VALID), goesOn("not sampled", VALID.replace("-01", "-00")),
				goesOn("a later version", VALID.replace("00-", "cc-")),
				goesOn("a later version with more", VALID.replace("00-", "cc-") + "-what-the-future-will-be-like"),
				beginsAnew("missing"), beginsAnew("twice", VALID, VALID),
				beginsAnew("twice, the second not valid", VALID, "00-" + ID),
				beginsAnew("version 00 with a dot behind", VALID + "."),
				beginsAnew("version 00 with more", VALID + "-what-the-future-will-be-like"),
				beginsAnew("a later version without a dash", VALID.replace("00-", "cc-") + ".what"),
				beginsAnew("version ff", VALID.replaceFirst("00", "ff")),
				beginsAnew("version with a dot", VALID.replaceFirst("00", ".0")),
				beginsAnew("version with a dot behind", VALID.replaceFirst("00", "0.")),
				beginsAnew("version of three digits", "0" + VALID), beginsAnew("version of four digits", "00" + VALID),
				beginsAnew("version of one digit", VALID.substring(1)),
				beginsAnew("trace id of zeros", "00-" + "0".repeat(32) + "-" + PARENT + "-01"),
				beginsAnew("trace id with a dot", VALID.replaceFirst("-1", "-.")),
				beginsAnew("trace id with a letter too far", VALID.replaceFirst("2-", "g-")),
				beginsAnew("trace id of 33 digits", "00-3" + VALID.substring(3)),
				beginsAnew("trace id of 31 digits", "00-" + VALID.substring(4)),
				beginsAnew("parent id of zeros", "00-" + ID + "-" + "0".repeat(16) + "-01"),
				beginsAnew("parent id with a dot", "00-" + ID + "-.234567890123456-01"),
				beginsAnew("parent id of 17 digits", "00-" + ID + "-" + PARENT + "3-01"),
				beginsAnew("parent id of 15 digits", "00-" + ID + "-" + PARENT.substring(1) + "-01"),
				beginsAnew("flags with a dot", VALID.replace("-01", "-.0")),
				beginsAnew("flags with a dot behind", VALID.replace("-01", "-0.")),
				beginsAnew("flags of three digits", VALID.replace("-01", "-001")),
				beginsAnew("flags of one digit", VALID.replace("-01", "-1")));
	}

	static Stream<Arguments> tracestates() {
		String allCharacters = IntStream.rangeClosed(' ', '~')
			.filter((character) -> character != ',' && character != '=')
			.mapToObj(Character::toString)
			.collect(Collectors.joining())
			.trim();
		String most = IntStream.range(0, 32).mapToObj((i) -> "bar" + i + "=" + i).collect(Collectors.joining(","));
		String longKey = "z".repeat(256);
		return Stream.of(state("one header", "foo=1,bar=2", "foo=1,bar=2"), state("empty", "", ""),
				state("several headers", "foo=1,bar=2", "foo=1", "bar=2"),
				state("several headers, one empty", "foo=1,", "foo=1", ""),
				state("a key twice", "foo=1,foo=1", "foo=1,foo=1"),
				state("a key of two headers", "foo=1,foo=2", "foo=1", "foo=2"),
				state("all characters of a key", CHARACTERS + "_-*/=1", CHARACTERS + "_-*/=1"),
				state("a key with a tenant", CHARACTERS + "@foo=1", CHARACTERS + "@foo=1"),
				state("all characters of a value", "foo=" + allCharacters, "foo=" + allCharacters),
				state("space around members", "foo=1 , bar=2\t,baz=3", "foo=1 , bar=2\t,baz=3"),
				state("a key with space", "", "foo =1"), state("a key in upper case", "", "FOO=1"),
				state("a key with a dot", "", "foo.bar=1"), state("a key that begins with @", "", "@foo=1,bar=2"),
				state("a key that begins with a dash", "", "-foo=1,bar=2"),
				state("a long key", longKey + "=1", longKey + "=1"),
				state("a key that is too long", "", longKey + "z=1"), state("32 members", most, most),
				state("33 members", "", most + ",one=more"), state("a value with =", "", "foo=bar=baz"),
				state("no value", "", "foo=,bar=3"));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("traceparents")
	void traceparent(String name, boolean goesOn, String[] values) {
		for (String header : new String[] { "traceparent", "TraceParent", "TRACEPARENT" }) {
			HttpHeaders headers = new HttpHeaders();
			for (String value : values) {
				headers.add(header, value);
			}
			headers.add("tracestate", "foo=1");
			TraceId id = TraceIds.withDefaults().extract(headers, HttpHeadersAccessor.INSTANCE);
			String sent = id.traceparent();
			assertThat(sent).matches("00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-0[0-3]")
				.doesNotContain(PARENT + "-");
			assertThat(id.value().equals(ID)).isEqualTo(goesOn);
			assertThat(id.traceState()).isEqualTo(goesOn ? "foo=1" : null);
			if (goesOn) {
				assertThat(sent).endsWith(values[0].substring(52, 55));
			}
		}
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("tracestates")
	void tracestate(String name, String expected, String[] values) {
		for (String header : new String[] { "tracestate", "tracestate".toUpperCase(Locale.ROOT) }) {
			HttpHeaders headers = new HttpHeaders();
			for (String value : values) {
				headers.add(header, value);
			}
			assertThat(stateOf(headers)).isNull();
			headers.add("traceparent", VALID);
			assertThat(stateOf(headers)).isEqualTo(expected.isEmpty() ? null : expected);
		}
	}

	private static @Nullable String stateOf(HttpHeaders headers) {
		return TraceIds.withDefaults().extract(headers, HttpHeadersAccessor.INSTANCE).traceState();
	}

	private static Arguments goesOn(String name, String... values) {
		return Arguments.of(name, true, values);
	}

	private static Arguments beginsAnew(String name, String... values) {
		return Arguments.of(name, false, values);
	}

	private static Arguments state(String name, String expected, String... values) {
		return Arguments.of(name, expected, values);
	}

}
