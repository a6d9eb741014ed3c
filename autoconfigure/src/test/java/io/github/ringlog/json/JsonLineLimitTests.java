package io.github.ringlog.json;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;

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
	void aMessageThatIsJsonBecomesATextBeforeItIsCut() throws JsonProcessingException {
		MutableLogEvent event = StructuredLayoutsTests.event("", Map.of());
		event.setMessage(new StringMapMessage().with("key", "x".repeat(3000)));
		JsonNode node = MAPPER.readTree(new JsonOracle("ecs", LIMITED).actual(event));
		assertThat(node.at("/message").asText()).startsWith("{\"key\":\"xxx").endsWith(JsonOutput.CUT);
	}

	@Test
	void thereIsNoLimitUnlessItIsSet() {
		LogEvent event = StructuredLayoutsTests.event("x".repeat(100_000), Map.of());
		assertThat(new JsonOracle("ecs", Map.of()).actualBytes(event)).hasSizeGreaterThan(100_000);
	}

}
