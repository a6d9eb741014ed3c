package io.github.ringlog.access;

import java.util.Map;

import com.jayway.jsonpath.JsonPath;
import io.github.ringlog.json.Exchange;
import io.github.ringlog.json.ExchangeMessage;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.SimpleMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.util.SerializationUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the two formats of a line, and for what clients send to break them.
 */
class AccessLogLineTests {

	@Test
	void combinedIsThatOfApacheWithMilliseconds() {
		assertThat(combined(exchange("GET", "/orders?page=2", "http://a/", "curl/8", 1234)))
			.matches("192\\.0\\.2\\.1 - - \\[\\d\\d/[A-Z][a-z]{2}/\\d{4}(:\\d\\d){3} [+-]\\d{4}] "
					+ "\"GET /orders\\?page=2 HTTP/1\\.1\" 404 1234 \"http://a/\" \"curl/8\" 17");
	}

	@Test
	void combinedHasADashForWhatIsNotKnown() {
		assertThat(combined(exchange(null, null, null, null, 0))).endsWith("] \"- - HTTP/1.1\" 404 - \"-\" \"-\" 17");
	}

	@Test
	void jsonHasWhatIsKnown() {
		String line = json(exchange("GET", "/orders?page=2", null, "curl/8", 1234));
		assertThat(JsonPath.<Map<String, Object>>read(line, "$")).isEqualTo(
				Map.of("method", "GET", "uri", "/orders?page=2", "protocol", "HTTP/1.1", "status", 404, "bytes", 1234,
						"milliseconds", 17, "remoteHost", "192.0.2.1", "userAgent", "curl/8", "traceId", "order-4711"));
	}

	@Test
	void isWrittenByAnyLayoutAndKeptAsText() {
		ExchangeMessage message = new ExchangeMessage(exchange("GET", "/", null, null, 1), AccessLogLine::appendJson);
		assertThat(message.getFormattedMessage()).startsWith("{\"status\":404").isEqualTo(message.toString());
		assertThat(SerializationUtils.clone((Message) message))
			.isEqualTo(new SimpleMessage(message.getFormattedMessage()));
	}

	@ParameterizedTest
	@ValueSource(strings = { "a\"b", "a\\b", "a\\\"b", "a\r\nb", "a\tb", "a\u0000b", "a\u001bb", "a\u007fb", "a\u0085b",
			"a\u2028b", "a\u00e4b", "a\ud83d\ude00b", "a\ud83db", "\"", "\\" })
	void nothingEndsALineOrItsQuotes(String hostile) {
		Exchange request = exchange(hostile, hostile, hostile, hostile, 1);
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
		return new ExchangeMessage(exchange, AccessLogLine::appendCombined).getFormattedMessage();
	}

	private static String json(Exchange exchange) {
		return new ExchangeMessage(exchange, AccessLogLine::appendJson).getFormattedMessage();
	}

	private static Exchange exchange(String method, String uri, String referer, String userAgent, long bytes) {
		return new Exchange(System.currentTimeMillis(), method, uri, "HTTP/1.1", 404, bytes, 17_900_000, "192.0.2.1",
				referer, userAgent, "order-4711");
	}

}
