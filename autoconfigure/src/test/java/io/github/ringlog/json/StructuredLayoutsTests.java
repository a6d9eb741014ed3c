package io.github.ringlog.json;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.LongStream;

import com.sun.management.ThreadMXBean;
import io.github.ringlog.json.JsonOracle.Made;
import io.github.ringlog.text.ByteEncoder;
import io.github.ringlog.text.ByteEncoders;
import io.github.ringlog.text.ByteText;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.MarkerManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.impl.ContextDataFactory;
import org.apache.logging.log4j.core.impl.MutableLogEvent;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.logging.log4j.message.ReusableSimpleMessage;
import org.apache.logging.log4j.message.SimpleMessage;
import org.apache.logging.log4j.status.StatusConsoleListener;
import org.apache.logging.log4j.status.StatusData;
import org.apache.logging.log4j.status.StatusLogger;
import org.apache.logging.log4j.util.StringMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.json.JsonWriter.Members;
import org.springframework.boot.logging.structured.StructuredLoggingJsonMembersCustomizer;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.support.SpringFactoriesLoader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link StructuredLayouts}: which layouts of Spring Boot's are encoded as
 * bytes, what differs from what Spring Boot prints, and what Spring Boot has not.
 */
class StructuredLayoutsTests {

	private static final String CUSTOMIZER = "logging.structured.json.customizer";

	private static final String SMILE = "\uD83D\uDE00";

	@ParameterizedTest
	@CsvSource({ "ecs, message, message_", "ecs, log, log_", "ecs, ecs, ecs_", "logstash, level, level_",
			"logstash, @version, @version_", "gelf, log_logger, _log_logger_" })
	void keepsAnEventWhoseKeyIsThatOfAField(String format, String key, String shown) {
		JsonOracle oracle = new JsonOracle(format, Map.of());
		LogEvent event = event("Hello", Map.of(key, "mine"));
		assertThatIllegalStateException().isThrownBy(() -> oracle.expected(event))
			.withMessageContaining("already been written");
		long before = JsonCounts.collisions();
		assertThat(oracle.actual(event)).contains("\"Hello\"", "\"" + shown + "\":\"mine\"").endsWith("}\n");
		assertThat(JsonCounts.collisions()).isEqualTo(before + 1);
	}

	@Test
	void renamesAKeyOnlyInEventsThatHaveTheField() {
		JsonOracle oracle = new JsonOracle("ecs", Map.of());
		MutableLogEvent event = event("Hello", Map.of("tags", "mine", "error", "e"));
		assertThat(oracle.actual(event)).isEqualTo(oracle.expected(event));
		event.setMarker(MarkerManager.getMarker("AUDIT"));
		assertThat(oracle.actual(event)).contains("\"error\":\"e\"", "\"tags_\":\"mine\"", "\"tags\":[\"AUDIT\"]");
		event.setThrown(new IllegalStateException("gone"));
		assertThat(oracle.actual(event)).contains("\"error_\":\"e\"", "\"error\":{\"type\"");
	}

	@Test
	void keepsAnEventWithAValueAndAnObjectOfOneName() {
		JsonOracle oracle = new JsonOracle("ecs", Map.of());
		LogEvent event = event("Hello", Map.of("user", "u", "user.name", "n", "user.name.first", "f"));
		assertThatIllegalStateException().isThrownBy(() -> oracle.expected(event))
			.withMessageContaining("Duplicate nested pairs");
		assertThat(oracle.actual(event))
			.contains("\"user\":\"u\",\"user_\":{\"name\":\"n\",\"name_\":{\"first\":\"f\"}}");
	}

	@Test
	void leavesOutAKeyWhoseOtherNameIsTakenToo() {
		JsonOracle oracle = new JsonOracle("logstash", Map.of());
		assertThat(oracle.actual(event("Hello", Map.of("level", "a", "level_", "b")))).contains("\"level\":\"INFO\"",
				"\"level_\":\"a\"", "\"level__\":\"b\"");
		JsonOracle gelf = new JsonOracle("gelf", Map.of());
		assertThat(gelf.actual(event("Hello", Map.of("_x", "a", "x", "b", "_x_", "c"))))
			.contains("\"_x\":\"a\"", "\"_x_\":\"c\"")
			.doesNotContain(":\"b\"");
	}

	@Test
	void keepsTheEventWhenTheUserAddsOrRenamesToTheNameOfAField() {
		JsonOracle oracle = new JsonOracle("logstash", Map.of("logging.structured.json.add.level", "mine",
				"logging.structured.json.rename.thread_name", "message"));
		assertThat(oracle.actual(event("Hello", Map.of()))).contains("\"message\":\"Hello\"", "\"message_\":\"main\"",
				"\"level\":\"INFO\"", "\"level_\":\"mine\"");
	}

	// https://github.com/spring-projects/spring-boot: its bytes, in 4.1.0 and 4.1.1.
	@Test
	void encodesPairsOfSurrogatesWhichSpringBootsBytesLose() {
		JsonOracle oracle = new JsonOracle("ecs", Map.of());
		LogEvent event = event("Hello " + SMILE, Map.of());
		assertThat(oracle.actual(event)).contains("Hello " + SMILE).isEqualTo(oracle.expected(event));
		assertThat(new String(oracle.springBoots().toByteArray(event), StandardCharsets.UTF_8)).doesNotContain(SMILE);
	}

	@Test
	void anEventThatFailsLeavesNothingBehind() {
		JsonOracle oracle = new JsonOracle("ecs", Map.of());
		MutableLogEvent failing = event("Hello", Map.of("a", "1"));
		failing.setThrown(new IllegalStateException() {

			private static final long serialVersionUID = 1L;

			@Override
			public String getMessage() {
				throw new UnsupportedOperationException("no message");
			}

		});
		LogEvent next = event("next", Map.of("b", "2"));
		for (int i = 0; i < 3; i++) {
			assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> oracle.actual(failing)))
				.isInstanceOf(UnsupportedOperationException.class);
			assertThat(oracle.actual(next)).isEqualTo(oracle.expected(next)).doesNotContain("\"a\"");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "ecs", "logstash", "gelf" })
	void allocatesNothing(String format) {
		ByteEncoder encoder = new JsonOracle(format,
				Map.of("ringlog.json.mask", "password", "ringlog.json.trace-id", "true"))
			.format()
			.get();
		ByteText text = new ByteText(1024);
		MutableLogEvent event = event("", Map.of("traceId", "4bf92f3577b34da6a3ce929d0e0e4736", "spanId",
				"00f067aa0ba902b7", "user.name", "a \"b\"", "user.id", "42", "password", "p"));
		ReusableSimpleMessage message = new ReusableSimpleMessage();
		message.set("Order 4711 of \"customer\" 42 was shipped\nin 3 parcels, \u00A0");
		event.setMessage(message);
		event.setMarker(MarkerManager.getMarker("AUDIT"));
		assertThat(allocated(encoder, event, text, 20_000)).isPositive();
		// The compiler may allocate once meanwhile, on this thread.
		assertThat(LongStream.generate(() -> allocated(encoder, event, text, 1000)).limit(10).min()).hasValue(0);
	}

	private static long allocated(ByteEncoder encoder, LogEvent event, ByteText text, int count) {
		ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
		long before = threads.getCurrentThreadAllocatedBytes();
		for (int i = 0; i < count; i++) {
			text.clear();
			encoder.encode(event, text);
		}
		return threads.getCurrentThreadAllocatedBytes() - before;
	}

	@Test
	void forgetsKeysThatAreMadeAtRunTime() {
		JsonOracle oracle = new JsonOracle("ecs", Map.of());
		for (int i = 0; i < 5000; i++) {
			LogEvent event = event("Hello", Map.of("key" + i, "x", "k.e.y" + i, "y", "log" + i % 2, "z"));
			assertThat(oracle.actual(event)).isEqualTo(oracle.expected(event));
		}
	}

	@Test
	void masksKeysOfTheMdc() {
		JsonOracle oracle = new JsonOracle("ecs", Map.of("ringlog.json.mask", "password,user.token"));
		assertThat(oracle.actual(event("Hello", Map.of("password", "secret", "user.token", "t", "x", "y"))))
			.contains("\"password\":\"******\",\"user\":{\"token\":\"******\"},\"x\":\"y\"")
			.doesNotContain("secret");
	}

	@ParameterizedTest
	@CsvSource({ "ecs, ISO-8859-1, false", "logstash, US-ASCII, false", "gelf, UTF-8, true" })
	void whatIsMaskedIsHiddenByLayoutsThatEncodeThemselves(String format, String charset, boolean customized) {
		Map<String, String> properties = new LinkedHashMap<>(Map.of("ringlog.json.mask", "password,user.token"));
		if (customized) {
			properties.put(CUSTOMIZER, UpperCaseCustomizer.class.getName());
		}
		Made made = made(format, charset, properties);
		assertThat(made.format()).isNull();
		assertThat(made.layout().toSerializable(event("Hello", Map.of("password", "secret", "user.token", "secret"))))
			.containsIgnoringCase("password\":\"******\"")
			.containsIgnoringCase("token\":\"******\"")
			.doesNotContain("secret");
	}

	@Test
	void namesTheTraceIdAsTheSchemaDoes() {
		Map<String, String> properties = Map.of("ringlog.json.trace-id", "true", "ringlog.trace.mdc-key", "rid",
				"logging.structured.json.context.prefix", "mdc", "spring.application.name", "x");
		LogEvent event = event("Hello", Map.of("rid", "4711", "other", "o"));
		assertThat(new JsonOracle("ecs", properties).actual(event))
			.contains("\"mdc\":{\"other\":\"o\"},\"trace\":{\"id\":\"4711\"}");
		assertThat(new JsonOracle("logstash", properties).actual(event)).contains("\"mdc_rid\":\"4711\"");
		assertThat(new JsonOracle("ecs", Map.of()).actual(event)).contains("\"rid\":\"4711\"");
	}

	@Test
	void areRecognizedWithTheCharsetsThatAreUtf8() {
		assertThat(made("ecs", "UTF-8", Map.of()).format()).isNotNull();
		assertThat(made("ecs", "utf8", Map.of()).format()).isNotNull();
		assertThat(Made.of(Map.of("format", "gelf"), Map.of()).format()).isNotNull();
		assertThat(made("ecs", "ISO-8859-1", Map.of()).format()).isNull();
		assertThat(made("ecs", "US-ASCII", Map.of()).format()).isNull();
	}

	@Test
	void encodeThemselvesWhereCodeOfTheUsersFormats() {
		assertThat(made(OwnFormatter.class.getName(), "UTF-8", Map.of()).format()).isNull();
		assertThat(made("ecs", "UTF-8", Map.of(CUSTOMIZER, UpperCaseCustomizer.class.getName())).format()).isNull();
	}

	@Test
	void encodeThemselvesWhereCustomizersAreInSpringFactories(@TempDir Path directory) throws IOException {
		Path factories = Files.createDirectories(directory.resolve("META-INF")).resolve("spring.factories");
		Files.writeString(factories,
				StructuredLoggingJsonMembersCustomizer.class.getName() + "=" + UpperCaseCustomizer.class.getName());
		StandardEnvironment environment = new StandardEnvironment();
		assertThat(StructuredLayouts.isCustomized(environment, SpringFactoriesLoader.forDefaultResourceLocation()))
			.isFalse();
		try (URLClassLoader loader = new URLClassLoader(new URL[] { directory.toUri().toURL() },
				getClass().getClassLoader())) {
			assertThat(StructuredLayouts.isCustomized(environment,
					SpringFactoriesLoader.forDefaultResourceLocation(loader)))
				.isTrue();
		}
	}

	@Test
	void areNoOtherLayouts() {
		Made made = made("ecs", "UTF-8", Map.of());
		assertThat(ByteEncoders.of(PatternLayout.createDefaultLayout(), made.configuration())).isNull();
		assertThat(ByteEncoders.of(made.layout(), null)).isNull();
	}

	@Test
	void encodeThemselvesWithoutAnEnvironment() {
		Made made = made("ecs", "UTF-8", Map.of());
		Object environment = made.context().removeObject(JsonOracle.ENVIRONMENT);
		assertThat(made.format()).isNull();
		made.context().putObject(JsonOracle.ENVIRONMENT, environment);
		Supplier<ByteEncoder> format = made.format();
		assertThat(format).isNotNull();
		made.context().removeObject(JsonOracle.ENVIRONMENT);
		assertThat(made.format()).isSameAs(format);
	}

	@Test
	void encodeThemselvesWithoutAWordIfTheirSettingsAreWrong() {
		List<String> said = new ArrayList<>();
		StatusConsoleListener listener = new StatusConsoleListener(Level.WARN) {

			@Override
			public void log(StatusData data) {
				said.add(data.getMessage().getFormattedMessage());
			}

		};
		StatusLogger.getLogger().registerListener(listener);
		try {
			assertThat(made("ecs", "UTF-8", Map.of("ringlog.json.max-line", "long")).format()).isNull();
			assertThat(made("ecs", "ISO-8859-1", Map.of()).format()).isNull();
		}
		finally {
			StatusLogger.getLogger().removeListener(listener);
		}
		assertThat(said).noneMatch((text) -> text.contains("ringlog"));
	}

	private static Made made(String format, String charset, Map<String, String> properties) {
		return Made.of(Map.of("format", format, "charset", charset), properties);
	}

	static MutableLogEvent event(String text, Map<String, String> context) {
		MutableLogEvent event = new MutableLogEvent();
		event.setLoggerName("com.acme.Shop");
		event.setLevel(Level.INFO);
		event.setThreadName("main");
		event.setMessage(new SimpleMessage(text));
		StringMap data = ContextDataFactory.createContextData();
		context.forEach(data::putValue);
		event.setContextData(data);
		return event;
	}

	/**
	 * A customiser of the user's own.
	 */
	static final class UpperCaseCustomizer implements StructuredLoggingJsonMembersCustomizer<Object> {

		@Override
		public void customize(Members<Object> members) {
			members.applyingNameProcessor((path, name) -> name.toUpperCase(java.util.Locale.ROOT));
		}

	}

}
