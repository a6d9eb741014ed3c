package io.github.ringlog.json;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.impl.MutableLogEvent;
import org.apache.logging.log4j.message.StringMapMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@code ringlog.json.max-line}.
 */
class JsonLineLimitTests {

	private static final int LIMIT = 1024;

	private static final Map<String, String> LIMITED = Map.of("ringlog.json.max-line", "1KB");

	private static final JsonMapper MAPPER = JsonMapper.builder()
		.enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
		.enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
		.build();

	@ParameterizedTest
	@ValueSource(strings = { "ecs", "logstash", "gelf" })
	void linesAreNoLongerAndStayValid(String format) throws JsonProcessingException {
		JsonOracle limited = new JsonOracle(format, LIMITED);
		JsonOracle whole = new JsonOracle(format, Map.of());
		RandomEvents events = new RandomEvents(3, true);
		Random random = new Random(3);
		int cut = 0;
		for (int i = 0; i < 5000; i++) {
			MutableLogEvent event = (MutableLogEvent) events.next();
			if (event.getThrown() == null) {
				StringBuilder text = new StringBuilder();
				for (int j = random.nextInt(40); j > 0; j--) {
					text.append(events.text());
				}
				event = StructuredLayoutsTests.event(text.toString(), Map.of("key", events.text().repeat(3)));
			}
			long before = JsonCounts.cutLines();
			byte[] line = limited.actualBytes(event);
			assertThat(line).as("event %d", i).hasSizeLessThanOrEqualTo(LIMIT);
			String text = new String(line, StandardCharsets.UTF_8);
			assertThat(text).doesNotContain("\uFFFD").endsWith("}\n");
			MAPPER.readTree(text);
			if (whole.actualBytes(event).length > LIMIT) {
				assertThat(text).contains(JsonOutput.CUT + "\"");
				assertThat(JsonCounts.cutLines()).isEqualTo(before + 1);
				cut++;
			}
			else {
				assertThat(text).isEqualTo(whole.actual(event));
			}
		}
		assertThat(cut).isBetween(500, 4500);
	}

	@Test
	void theLongestTextIsCutFirst() throws JsonProcessingException {
		MutableLogEvent event = StructuredLayoutsTests.event("The message", Map.of("key", "value"));
		event.setThrown(new IllegalStateException("The reason"));
		String line = new JsonOracle("ecs", LIMITED).actual(event);
		JsonNode node = MAPPER.readTree(line);
		assertThat(node.at("/message").asText()).isEqualTo("The message");
		assertThat(node.at("/error/message").asText()).isEqualTo("The reason");
		assertThat(node.at("/error/stack_trace").asText()).startsWith("java.lang.IllegalStateException: The reason")
			.endsWith(JsonOutput.CUT);
		assertThat(line.length()).isBetween(LIMIT - 10, LIMIT);
	}

	@Test
	void aMessageThatIsJsonStaysAnObject() throws JsonProcessingException {
		MutableLogEvent event = StructuredLayoutsTests.event("", Map.of("mdc", "y".repeat(100)));
		for (int length : new int[] { 1, 700, 3000, 100_000 }) {
			event.setMessage(new StringMapMessage().with("a \" : \" b", "\\\"".repeat(length))
				.with("key", "x".repeat(length))
				.with("short", "z"));
			JsonNode node = limited(event);
			assertThat(node.at("/message").isObject()).isTrue();
			assertThat(node.at("/message/short").asText()).isEqualTo("z");
			assertThat(node.at("/message").get("a \" : \" b").isTextual()).isTrue();
			assertThat(node.at("/message/key").asText()).endsWith((length > 1) ? JsonOutput.CUT : "x");
		}
	}

	@Test
	void aMessageWithTooManyMembersStaysAnObject() throws JsonProcessingException {
		StringMapMessage message = new StringMapMessage();
		for (int i = 0; i < 1500; i++) {
			message.put("key" + i, "value" + i);
		}
		MutableLogEvent event = StructuredLayoutsTests.event("", Map.of("mdc", "y"));
		event.setMessage(message);
		event.setThrown(new IllegalStateException("The reason"));
		JsonNode node = limited(event);
		assertThat(node.at("/message/cut").asText()).isEqualTo(JsonOutput.CUT);
		assertThat(node.at("/mdc").asText()).isEqualTo("y");
	}

	@ParameterizedTest
	@ValueSource(strings = { "ecs", "logstash", "gelf" })
	void entriesOfTheMdcThatDoNotFitAreLeftOut(String format) throws JsonProcessingException {
		Map<String, String> names = new TreeMap<>();
		Map<String, String> deep = new TreeMap<>();
		for (int i = 0; i < 1500; i++) {
			names.put("key" + i, "v" + i);
			deep.put("a" + i + ".b.c", "v");
		}
		JsonOracle limited = new JsonOracle(format, LIMITED);
		for (Map<String, String> context : List.of(names, deep, Map.of("k".repeat(3000), "v"),
				Map.of("o".repeat(3000) + ".k", "v"))) {
			MutableLogEvent event = StructuredLayoutsTests.event("The message", context);
			event.setThrown(new IllegalStateException("The reason"));
			long before = JsonCounts.cutLines();
			String line = limited.actual(event);
			assertThat(line.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(LIMIT);
			assertThat(MAPPER.readTree(line).at(format.equals("gelf") ? "/_cut" : "/cut").asText())
				.isEqualTo(JsonOutput.CUT);
			assertThat(line).contains("The message");
			assertThat(JsonCounts.cutLines()).isEqualTo(before + 1);
		}
	}

	private static JsonNode limited(LogEvent event) throws JsonProcessingException {
		String line = new JsonOracle("ecs", LIMITED).actual(event);
		assertThat(line.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(LIMIT);
		return MAPPER.readTree(line);
	}

	@Test
	void thereIsNoLimitUnlessItIsSet() {
		LogEvent event = StructuredLayoutsTests.event("x".repeat(100_000), Map.of());
		assertThat(new JsonOracle("ecs", Map.of()).actualBytes(event)).hasSizeGreaterThan(100_000);
	}

}
