package io.github.ringlog.access;

import java.util.Map;

import com.jayway.jsonpath.JsonPath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the two formats of a line, and for what clients send to break them.
 */
class AccessLogLineTests {

	@Test
	void combinedIsThatOfApacheWithMilliseconds() {
		assertThat(combined(
				new Request("GET", "/orders?page=2", Map.of("User-Agent", "curl/8", "Referer", "http://a/"), 1234)))
			.matches("192\\.0\\.2\\.1 - - \\[\\d\\d/[A-Z][a-z]{2}/\\d{4}(:\\d\\d){3} [+-]\\d{4}] "
					+ "\"GET /orders\\?page=2 HTTP/1\\.1\" 404 1234 \"http://a/\" \"curl/8\" 17");
	}

	@Test
	void combinedHasADashForWhatIsNotKnown() {
		assertThat(combined(new Request(null, null, Map.of(), 0))).endsWith("] \"- - HTTP/1.1\" 404 - \"-\" \"-\" 17");
	}

	@Test
	void jsonHasWhatIsKnown() {
		String line = json(new Request("GET", "/orders?page=2", Map.of("User-Agent", "curl/8"), 1234));
		assertThat(JsonPath.<Map<String, Object>>read(line, "$")).isEqualTo(
				Map.of("method", "GET", "uri", "/orders?page=2", "protocol", "HTTP/1.1", "status", 404, "bytes", 1234,
						"milliseconds", 17, "remoteHost", "192.0.2.1", "userAgent", "curl/8", "traceId", "order-4711"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "a\"b", "a\\b", "a\\\"b", "a\r\nb", "a\tb", "a\u0000b", "a\u001bb", "a\u007fb", "a\u0085b",
			"a\u2028b", "a\u00e4b", "a\ud83d\ude00b", "a\ud83db", "\"", "\\" })
	void nothingEndsALineOrItsQuotes(String hostile) {
		Request request = new Request(hostile, hostile, Map.of("User-Agent", hostile, "Referer", hostile), 1);
		String combined = combined(request);
		assertThat(combined).matches("[ -~]+");
		assertThat(combined.replace("\\\\", "").replace("\\\"", "").chars().filter((character) -> character == '"'))
			.hasSize(6);
		String json = json(request);
		assertThat(json).matches("[ -~]+");
		assertThat(JsonPath.<String>read(json, "$.uri")).isEqualTo(hostile);
		assertThat(JsonPath.<String>read(json, "$.userAgent")).isEqualTo(hostile);
		assertThat(JsonPath.<String>read(json, "$.method")).isEqualTo(hostile);
	}

	private static String combined(Exchange exchange) {
		return write(new CombinedLine(), exchange);
	}

	private static String json(Exchange exchange) {
		return write(new JsonLine(), exchange);
	}

	private static String write(AccessLogLine line, Exchange exchange) {
		line.write(exchange, "order-4711");
		return line.text().toString();
	}

	private record Request(String method, String uri, Map<String, String> headers, long bytes) implements Exchange {

		@Override
		public String protocol() {
			return "HTTP/1.1";
		}

		@Override
		public int status() {
			return 404;
		}

		@Override
		public long milliseconds() {
			return 17;
		}

		@Override
		public String remoteHost() {
			return "192.0.2.1";
		}

		@Override
		public String header(String name) {
			return this.headers.get(name);
		}

		@Override
		public String traceId() {
			return null;
		}

		@Override
		public String responseHeader(String name) {
			return null;
		}

	}

}
