package io.github.ringlog.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link JsonEncoder}: its bytes are those of Spring Boot's own layout, for
 * random events and each property.
 */
class StructuredJsonOracleTests {

	private static final int EVENTS = 10_000;

	private static final int EVENTS_OF_A_SETTING = 30;

	private static final String JSON = "logging.structured.json.";

	private static final List<Map<String, String>> PROPERTIES = List.of(
			Map.of("spring.application.name", "shop", "spring.application.pid", "4711"),
			Map.of("spring.application.version", "1.2"),
			Map.of("logging.structured.ecs.service.name", "orders \"1\"", "logging.structured.gelf.host", "h\u00E4"),
			Map.of("logging.structured.ecs.service.version", "2", "logging.structured.gelf.service.version", "2"),
			Map.of("logging.structured.ecs.service.environment", "test"),
			Map.of("logging.structured.ecs.service.node-name", "node-1"),
			Map.of(JSON + "add.corp.name", "acme \"x\"", JSON + "add.corp.place", "\u6F22"),
			Map.of(JSON + "add.flat", "1", JSON + "add[with.dot.]", ""),
			Map.of(JSON + "include",
					"@timestamp,message,log,log.level,user,user.name,error,error.type,short_message,_user.name,x,_x"),
			Map.of(JSON + "exclude", "process.thread,@version,thread_name,a.b.c,_process_pid,error.stack_trace,tags"),
			Map.of(JSON + "exclude", "log.level,log.logger,full_message,stack_trace,x"),
			Map.of(JSON + "rename.message", "msg", JSON + "rename[log.level]", "severity \"s\"", JSON + "rename.x",
					"y"),
			Map.of(JSON + "rename[error.stack_trace]", "trace", JSON + "rename[_error_type]", "type",
					JSON + "rename.user", "who", JSON + "rename[user.name]", "called"),
			Map.of(JSON + "context.include", "false"), Map.of(JSON + "context.prefix", "mdc"),
			Map.of(JSON + "context.prefix", "mdc.deep_"), Map.of(JSON + "stacktrace.printer", "standard"),
			Map.of(JSON + "stacktrace.root", "first"), Map.of(JSON + "stacktrace.max-length", "300"),
			Map.of(JSON + "stacktrace.max-throwable-depth", "3"),
			Map.of(JSON + "stacktrace.include-common-frames", "true"),
			Map.of(JSON + "stacktrace.include-hashes", "true"),
			Map.of(JSON + "stacktrace.printer", "logging-system", JSON + "stacktrace.root", "first"),
			Map.of(JSON + "stacktrace.printer", OwnPrinter.class.getName()),
			Map.of("ringlog.json.mask", "user.name,x,a.b.c,_under,z.,umläut,nowhere"));

	static Stream<String> formats() {
		return Stream.of("ecs", "logstash", "gelf");
	}

	@ParameterizedTest
	@MethodSource("formats")
	void encodesRandomEventsAsSpringBootDoes(String format) {
		compare(new JsonOracle(format, Map.of()), new RandomEvents(1, true), EVENTS);
	}

	@ParameterizedTest
	@MethodSource("formats")
	@Tag("full")
	void encodesManyRandomEventsAsSpringBootDoes(String format) {
		compare(new JsonOracle(format, Map.of()), new RandomEvents(3, true), 20 * EVENTS);
	}

	@ParameterizedTest
	@ValueSource(strings = { "ECS", "Logstash", "GELF" })
	void knowsTheFormatInUpperCase(String format) {
		compare(new JsonOracle(format, Map.of()), new RandomEvents(2, true), 10);
	}

	@ParameterizedTest
	@MethodSource("formats")
	void followsEachProperty(String format) {
		int seed = 0;
		for (Map<String, String> properties : PROPERTIES) {
			compare(new JsonOracle(format, properties), new RandomEvents(seed++, true), EVENTS_OF_A_SETTING);
		}
	}

	@ParameterizedTest
	@MethodSource("formats")
	@Tag("full")
	void followsPropertiesInPairs(String format) {
		int seed = PROPERTIES.size();
		for (Map<String, String> properties : pairs()) {
			compare(new JsonOracle(format, properties), new RandomEvents(seed++, true), EVENTS_OF_A_SETTING);
		}
		assertThat(seed).isEqualTo(PROPERTIES.size() * (PROPERTIES.size() + 1) / 2);
	}

	private static List<Map<String, String>> pairs() {
		List<Map<String, String>> pairs = new ArrayList<>();
		for (int i = 0; i < PROPERTIES.size(); i++) {
			for (int j = 0; j < i; j++) {
				Map<String, String> pair = new LinkedHashMap<>(PROPERTIES.get(i));
				pair.putAll(PROPERTIES.get(j));
				pairs.add(pair);
			}
		}
		return pairs;
	}

	private static void compare(JsonOracle oracle, RandomEvents events, int count) {
		int failed = 0;
		for (int i = 0; i < count; i++) {
			failed += oracle.compare(events.next()) ? 0 : 1;
		}
		assertThat(failed).isLessThan(count / 2);
	}

	/**
	 * A printer of the user's own.
	 */
	static final class OwnPrinter implements org.springframework.boot.logging.StackTracePrinter {

		@Override
		public void printStackTrace(Throwable throwable, Appendable out) throws java.io.IOException {
			out.append("own \"").append(throwable.getClass().getSimpleName()).append('"');
		}

	}

}
