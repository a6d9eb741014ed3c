package io.github.ringlog.trace;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.github.ringlog.environment.TracePropagation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.messaging.Message;
import org.springframework.messaging.support.MessageBuilder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

/**
 * Tests for {@link TraceIds}: the headers of a request that came, and those of a request
 * that the application makes meanwhile.
 */
class TraceInjectionTests {

	private static final String T = "463ac35c9f6413ad48485a3953bb6124";

	private static final String S = "a2fb4a1d1a96d312";

	private static final String HEX = "{16}";

	private static final HeaderGetter<Map<String, String>> GETTER = Map::get;

	private static final HeaderSetter<Map<String, String>> SETTER = new MapSetter();

	private List<String> requestHeaders = List.of("traceparent", "b3", "X-B3-TraceId", "X-Request-Id");

	private boolean trustIncoming = true;

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"',
			textBlock = """
					traceparent: 00-T-S-01; tracestate: a=b             | traceparent: 00-T-#-01; tracestate: a=b
					traceparent: 00-T-S-00                              | traceparent: 00-T-#-00
					traceparent: 00-T-S-03; b3: T-S-0                   | traceparent: 00-T-#-03
					b3: T-S-1                                           | b3: T-#-1-S
					b3: T-S-d                                           | b3: T-#-d-S
					b3: T-S-0                                           | b3: T-#-0-S
					b3: T-S                                             | b3: T-#
					b3: 463ac35c9f6413ad-S                              | b3: 463ac35c9f6413ad-#
					X-B3-TraceId: T; X-B3-SpanId: S                     | X-B3-TraceId: T; X-B3-SpanId: #
					X-B3-TraceId: T; X-B3-SpanId: S; X-B3-Sampled: 1    | X-B3-TraceId: T; X-B3-SpanId: #; X-B3-ParentSpanId: S; X-B3-Sampled: 1
					X-B3-TraceId: T; X-B3-Sampled: false                | X-B3-TraceId: T; X-B3-SpanId: #; X-B3-Sampled: 0
					X-B3-TraceId: T; X-B3-Flags: 1                      | X-B3-TraceId: T; X-B3-SpanId: #; X-B3-Flags: 1
					b3: 1                                               | X-Request-Id: ##; b3: 1
					b3: 0                                               | X-Request-Id: ##; b3: 0
					X-B3-Sampled: 1                                     | X-Request-Id: ##; b3: 1
					X-Request-Id: order-4711; tracestate: a=b           | X-Request-Id: order-4711
					X-Request-Id: T                                     | X-Request-Id: T
					X-Other: x                                          | X-Request-Id: ##
					""")
	void byDefault(String in, String out) {
		assertThatItSends(in, out, TracePropagation.AS_RECEIVED);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"',
			textBlock = """
					X-Correlation-Id: order-4711                           | X-Correlation-Id: order-4711
					X-Other: x                                             | X-Correlation-Id: ##
					X-Correlation-Id: order-4711; traceparent: 00-T-S-01; tracestate: a=b | X-Correlation-Id: order-4711; traceparent: 00-T-#-01; tracestate: a=b
					X-Correlation-Id: order-4711; b3: T-S-1                | X-Correlation-Id: order-4711; b3: T-#-1-S
					traceparent: 00-T-S-01                                 | traceparent: 00-T-#-01
					""")
	void byDefaultWithAHeaderOfTheUsers(String in, String out) {
		this.requestHeaders = List.of("traceparent", "X-Correlation-Id");
		if (in.startsWith("X-")) {
			this.requestHeaders = List.of("X-Correlation-Id", "traceparent");
		}
		assertThatItSends(in, out, TracePropagation.AS_RECEIVED);
	}

	@Test
	void byDefaultTracesOfTwoFormatsGoOnInBoth() {
		this.requestHeaders = List.of("b3");
		assertThatItSends("b3: 463ac35c9f6413ad-S-0; traceparent: 00-T-S-01; tracestate: a=b",
				"b3: 463ac35c9f6413ad-#-0-S; traceparent: 00-T-#-01; tracestate: a=b", TracePropagation.AS_RECEIVED);
	}

	@Test
	void byDefaultNothingOfWhatIsNotTrustedIsSent() {
		this.trustIncoming = false;
		assertThatItSends("b3: T-S-1; X-B3-Flags: 1; X-Request-Id: order-4711", "X-Request-Id: ##",
				TracePropagation.AS_RECEIVED);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
			traceparent: 00-T-S-01; tracestate: a=b    | traceparent: 00-T-#-01; tracestate: a=b
			traceparent: 00-T-S-00                     | traceparent: 00-T-#-00
			traceparent: 00-T-S-03; b3: T-S-0          | traceparent: 00-T-#-03
			b3: T-S-1                                  | traceparent: 00-T-#-01
			b3: T-S-d                                  | traceparent: 00-T-#-01
			b3: T-S-0                                  | traceparent: 00-T-#-00
			b3: T-S                                    | b3: T-#
			b3: 463ac35c9f6413ad-S                     | b3: 463ac35c9f6413ad-#
			b3: T                                      | b3: T-#
			X-B3-TraceId: T; X-B3-SpanId: S            | b3: T-#
			X-B3-TraceId: T; X-B3-Sampled: 1           | traceparent: 00-T-#-01
			X-B3-TraceId: T; X-B3-Sampled: false       | traceparent: 00-T-#-00
			X-B3-TraceId: T; X-B3-Flags: 1             | traceparent: 00-T-#-01
			b3: 1                                      | traceparent: 00-##-#-03
			b3: 0                                      | traceparent: 00-##-#-02
			X-B3-Sampled: 1                            | traceparent: 00-##-#-03
			X-Request-Id: order-4711; tracestate: a=b  | X-Request-Id: order-4711
			X-Request-Id: T                            | X-Request-Id: T
			X-Other: x                                 | traceparent: 00-##-#-02
			""")
	void inW3c(String in, String out) {
		assertThatItSends(in, out, TracePropagation.W3C);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
			traceparent: 00-T-S-01; tracestate: a=b             | b3: T-#-1-S
			traceparent: 00-T-S-00                              | b3: T-#-0-S
			b3: T-S-1                                           | b3: T-#-1-S
			b3: T-S-d                                           | b3: T-#-d-S
			b3: T-S                                             | b3: T-#
			b3: 463AC35C9F6413AD-S-0                            | b3: 463ac35c9f6413ad-#-0-S
			X-B3-TraceId: T; X-B3-SpanId: S; X-B3-Sampled: 1    | b3: T-#-1-S
			b3: 1                                               | b3: ##-#-1
			X-Other: x                                          | b3: ##-#
			X-Request-Id: order-4711                            | X-Request-Id: order-4711
			""")
	void inB3(String in, String out) {
		assertThatItSends(in, out, TracePropagation.B3);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
			traceparent: 00-T-S-01  | traceparent: 00-T-#-01; b3: T-#-1-S
			b3: T-S                 | b3: T-#
			X-Other: x              | traceparent: 00-##-#-02; b3: ##-#-0
			""")
	void inBoth(String in, String out) {
		assertThatItSends(in, out, TracePropagation.W3C, TracePropagation.B3);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"',
			textBlock = """
					X-Correlation-Id: order-4711                           | X-Correlation-Id: order-4711
					X-Correlation-Id: T                                    | X-Correlation-Id: T
					X-Other: x                                             | X-Correlation-Id: ##
					X-Correlation-Id: order-4711; traceparent: 00-T-S-01; tracestate: a=b | X-Correlation-Id: order-4711; traceparent: 00-T-#-01; tracestate: a=b
					X-Correlation-Id: order-4711; b3: T-S-1                | X-Correlation-Id: order-4711; traceparent: 00-T-#-01
					X-Correlation-Id: order-4711; X-B3-TraceId: T          | X-Correlation-Id: order-4711; b3: T-#
					traceparent: 00-T-S-01                                 | X-Correlation-Id: ##
					""")
	void underAHeaderOfTheUsers(String in, String out) {
		this.requestHeaders = List.of("X-Correlation-Id");
		assertThatItSends(in, out, TracePropagation.W3C);
	}

	@ParameterizedTest
	@ValueSource(strings = { "traceparent: 00-T-S-01; tracestate: a=b", "b3: T-S-1", "b3: 1",
			"X-Request-Id: order-4711", "X-Other: x" })
	void nothing(String in) {
		TraceIds ids = ids(TracePropagation.NONE);
		Map<String, String> sent = new TreeMap<>();
		ids.inject(ids.extract(parse(in), GETTER), sent, SETTER);
		assertThat(sent).isEmpty();
	}

	@Test
	void aLineSendsTheIdWithAMessageOfAnyKindAndALineReceivesIt() {
		TraceIds ids = ids();
		TraceId id = ids.extract(parse("traceparent: 00-T-S-01"), GETTER);
		MessageBuilder<String> builder = MessageBuilder.withPayload("order");
		ids.inject(id, builder, MessageBuilder::setHeader);
		// JMS allows no dashes in names.
		ids.inject(id, builder, (jms, name, value) -> jms.setHeader("jms_" + name.replace('-', '_'), value));
		Message<String> message = builder.build();
		assertThat(ids.extract(message, (received, name) -> received.getHeaders().get(name, String.class)))
			.hasToString(T);
		assertThat(ids.extract(message,
				(received, name) -> received.getHeaders().get("jms_" + name.replace('-', '_'), String.class)))
			.hasToString(T);
		ids.inject(null, builder, (nobody, name, value) -> fail());
	}

	@Test
	void aTraceparentBesideAB3ThatWinsIsNotCut() {
		this.requestHeaders = List.of("b3");
		String in = "b3: 463ac35c9f6413ad-S-0; traceparent: 00-T-S-01; tracestate: a=b";
		assertThatItSends(in, "traceparent: 00-T-#-01; tracestate: a=b", TracePropagation.W3C);
	}

	@Test
	void nothingOfWhatIsNotTrustedIsSent() {
		this.trustIncoming = false;
		assertThatItSends("b3: T-S-1; X-B3-Flags: 1; X-Request-Id: order-4711", "traceparent: 00-##-#-02",
				TracePropagation.W3C);
	}

	@ParameterizedTest
	@CsvSource({ "traceparent,00-T-S-01,traceparent", "tracestate,x=y,tracestate", "b3,T-S,b3",
			"X-Request-Id,order-4711,X-Request-Id" })
	void whatTheApplicationHasSetStays(String header, String value, String own) {
		Map<String, String> in = parse("traceparent: 00-T-S-01; tracestate: a=b");
		if (!header.startsWith("trace")) {
			in = parse(header + ": " + value);
		}
		Map<String, String> out = new TreeMap<>(Map.of(own, "own"));
		TraceIds ids = ids(TracePropagation.W3C);
		ids.inject(ids.extract(in, GETTER), out, SETTER);
		assertThat(out).containsEntry(own, "own");
		assertThat(header.equals("traceparent") && out.containsKey("tracestate")).isFalse();
	}

	private TraceIds ids(TracePropagation... propagation) {
		return new TraceIds(this.requestHeaders, this.trustIncoming, List.of(propagation), Map.of());
	}

	private void assertThatItSends(String in, String out, TracePropagation... propagation) {
		TraceIds ids = ids(propagation);
		Map<String, String> sent = new TreeMap<>();
		ids.inject(ids.extract(parse(in), GETTER), sent, SETTER);
		Map<String, String> expected = parse(out);
		assertThat(sent).containsOnlyKeys(expected.keySet());
		expected.forEach((name, value) -> assertThat(sent.get(name)).as(name)
			.matches(value.replace("##", "(?!" + T + ")[0-9a-f]{32}").replace("#", "(?!" + S + ")[0-9a-f]" + HEX)));
	}

	private static Map<String, String> parse(String text) {
		Map<String, String> headers = new TreeMap<>();
		for (String header : text.replace("T-", T + "-").split("; ")) {
			String[] parts = header.split(": ");
			headers.put(parts[0], parts[1].replaceFirst("^T$", T).replaceAll("^S$|(?<=-)S(?=-|$)", S));
		}
		return headers;
	}

	private static final class MapSetter implements HeaderSetter<Map<String, String>> {

		@Override
		public boolean isSet(Map<String, String> headers, String name) {
			return headers.containsKey(name);
		}

		@Override
		public void set(Map<String, String> headers, String name, String value) {
			headers.put(name, value);
		}

	}

}
