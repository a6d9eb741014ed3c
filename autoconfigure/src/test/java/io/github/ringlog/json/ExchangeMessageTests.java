package io.github.ringlog.json;

import java.nio.charset.StandardCharsets;
import java.util.Map;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import org.apache.logging.log4j.core.impl.MutableLogEvent;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the exchanges of the access log in structured formats.
 */
class ExchangeMessageTests {

	private static final JsonMapper MAPPER = JsonMapper.builder()
		.enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
		.enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
		.build();

	@Test
	void ecsHasTheFieldsOfItsSchema() throws JsonProcessingException {
		JsonNode line = line("ecs", Map.of(), exchange("/orders?page=2", "curl/8"), Map.of());
		assertThat(line.get("message").asText()).isEqualTo("GET /orders?page=2 404");
		assertThat(line.get("http.request.method").asText()).isEqualTo("GET");
		assertThat(line.get("url.path").asText()).isEqualTo("/orders");
		assertThat(line.get("url.query").asText()).isEqualTo("page=2");
		assertThat(line.get("http.version").asText()).isEqualTo("1.1");
		assertThat(line.get("http.response.status_code").intValue()).isEqualTo(404);
		assertThat(line.get("http.response.body.bytes").intValue()).isEqualTo(1234);
		assertThat(line.get("event.duration").intValue()).isEqualTo(17_900_000);
		assertThat(line.get("client.address").asText()).isEqualTo("192.0.2.1");
		assertThat(line.get("user_agent.original").asText()).isEqualTo("curl/8");
		assertThat(line.has("http.request.referrer")).isFalse();
	}

	@ParameterizedTest
	@CsvSource({ "logstash, ''", "gelf, _" })
	void theOthersHaveTheNamesOfLogstash(String format, String prefix) throws JsonProcessingException {
		JsonNode line = line(format, Map.of(), exchange("/orders?page=2", "curl/8"), Map.of());
		assertThat(line.get(prefix + "method").asText()).isEqualTo("GET");
		assertThat(line.get(prefix + "requested_uri").asText()).isEqualTo("/orders?page=2");
		assertThat(line.get(prefix + "protocol").asText()).isEqualTo("HTTP/1.1");
		assertThat(line.get(prefix + "status_code").intValue()).isEqualTo(404);
		assertThat(line.get(prefix + "content_length").intValue()).isEqualTo(1234);
		assertThat(line.get(prefix + "elapsed_time").intValue()).isEqualTo(17);
		assertThat(line.get(prefix + "remote_host").asText()).isEqualTo("192.0.2.1");
		assertThat(line.get(prefix + "user_agent").asText()).isEqualTo("curl/8");
		assertThat(line.has(prefix + "referer")).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "ecs", "logstash", "gelf" })
	void whatIsNotKnownIsLeftOut(String format) throws JsonProcessingException {
		Exchange unknown = new Exchange(0, null, null, null, 400, -1, 0, null, null, null, null);
		JsonNode line = line(format, Map.of(), unknown, Map.of());
		assertThat(line.toString()).contains("\"- - 400\"").doesNotContain("null", "-1");
	}

	@Test
	void membersAreLeftOutAndRenamedAsTheUserSays() throws JsonProcessingException {
		JsonNode line = line("ecs", Map.of("logging.structured.json.exclude", "user_agent.original",
				"logging.structured.json.rename.url.path", "path"), exchange("/orders", "curl/8"), Map.of());
		assertThat(line.get("path").asText()).isEqualTo("/orders");
		assertThat(line.has("url.path") || line.has("user_agent.original")).isFalse();
	}

	@Test
	void anEntryOfTheMdcGivesWay() throws JsonProcessingException {
		Map<String, String> context = Map.of("method", "of the MDC");
		JsonNode line = line("logstash", Map.of(), exchange("/", null), context);
		assertThat(line.get("method").asText()).isEqualTo("GET");
		assertThat(line.get("method_").asText()).isEqualTo("of the MDC");
		String other = new JsonOracle("logstash", Map.of()).actual(StructuredLayoutsTests.event("x", context));
		assertThat(MAPPER.readTree(other).get("method").asText()).isEqualTo("of the MDC");
	}

	@ParameterizedTest
	@CsvSource({ "ecs, http.request.method, url.path, user_agent.original, http.request.referrer",
			"logstash, method, requested_uri, user_agent, referer",
			"gelf, _method, _requested_uri, _user_agent, _referer" })
	void nothingThatClientsSendBreaksALine(String format, String method, String path, String userAgent, String referer)
			throws JsonProcessingException {
		JsonOracle oracle = new JsonOracle(format, Map.of());
		RandomEvents random = new RandomEvents(7, true);
		for (int i = 0; i < 5000; i++) {
			String uri = "/" + random.text().replace("?", "");
			Exchange exchange = new Exchange(0, random.text(), uri, "HTTP/1.1", 200, 0, 0, random.text(), random.text(),
					random.text(), null);
			byte[] line = oracle.actualBytes(event(exchange, Map.of("key", random.text())));
			String text = new String(line, StandardCharsets.UTF_8);
			assertThat(text).as("exchange %d", i).hasLineCount(1);
			JsonNode node = MAPPER.readTree(text);
			assertThat(node.get(method).asText()).isEqualTo(encodable(exchange.method()));
			assertThat(node.get(path).asText()).isEqualTo(encodable(uri));
			assertThat(node.get(userAgent).asText()).isEqualTo(encodable(exchange.userAgent()));
			assertThat(node.get(referer).asText()).isEqualTo(encodable(exchange.referer()));
		}
	}

	private static String encodable(String text) {
		return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
	}

	private static JsonNode line(String format, Map<String, String> properties, Exchange exchange,
			Map<String, String> context) throws JsonProcessingException {
		return MAPPER.readTree(new JsonOracle(format, properties).actual(event(exchange, context)));
	}

	private static MutableLogEvent event(Exchange exchange, Map<String, String> context) {
		MutableLogEvent event = StructuredLayoutsTests.event("", context);
		event.setMessage(new ExchangeMessage(exchange, (of, target) -> target.append("elsewhere")));
		return event;
	}

	private static Exchange exchange(String uri, @Nullable String userAgent) {
		return new Exchange(0, "GET", uri, "HTTP/1.1", 404, 1234, 17_900_000, "192.0.2.1", null, userAgent, null);
	}

}
