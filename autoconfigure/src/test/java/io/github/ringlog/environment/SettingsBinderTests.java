package io.github.ringlog.environment;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.ringlog.environment.RinglogProperties.LintMode;
import io.github.ringlog.pattern.LineBreaks;
import io.github.ringlog.settings.Log4jPath;
import io.github.ringlog.settings.OverflowPolicy;
import io.github.ringlog.settings.RingWaitStrategy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.logging.LogLevel;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link SettingsBinder}: each property's default, what it accepts and what it
 * rejects.
 */
class SettingsBinderTests {

	static final Map<String, Function<RinglogProperties, Object>> PROPERTIES = Map.ofEntries(
			Map.entry("ringlog.enabled", RinglogProperties::enabled),
			Map.entry("ringlog.buffer.size", (properties) -> properties.buffer().size()),
			Map.entry("ringlog.buffer.wait-strategy", (properties) -> properties.buffer().waitStrategy()),
			Map.entry("ringlog.log4j-path", RinglogProperties::log4jPath),
			Map.entry("ringlog.isolation", RinglogProperties::isolation),
			Map.entry("ringlog.health.isolated", (properties) -> properties.health().isolated()),
			Map.entry("ringlog.overflow.policy", (properties) -> properties.overflow().policy()),
			Map.entry("ringlog.overflow.max-block", (properties) -> properties.overflow().maxBlock()),
			Map.entry("ringlog.overflow.drop-level", (properties) -> properties.overflow().dropLevel()),
			Map.entry("ringlog.shedding.trace", (properties) -> properties.shedding().trace()),
			Map.entry("ringlog.shedding.debug", (properties) -> properties.shedding().debug()),
			Map.entry("ringlog.shedding.info", (properties) -> properties.shedding().info()),
			Map.entry("ringlog.shedding.warn", (properties) -> properties.shedding().warn()),
			Map.entry("ringlog.synchronous.loggers", (properties) -> properties.synchronous().loggers()),
			Map.entry("ringlog.synchronous.appenders", (properties) -> properties.synchronous().appenders()),
			Map.entry("ringlog.shutdown.drain-timeout", (properties) -> properties.shutdown().drainTimeout()),
			Map.entry("ringlog.appenders.line-breaks", (properties) -> properties.appenders().lineBreaks()),
			Map.entry("ringlog.crash-log.file", (properties) -> properties.crashLog().file()),
			Map.entry("ringlog.crash-log.size", (properties) -> properties.crashLog().size()),
			Map.entry("ringlog.crash-log.level", (properties) -> properties.crashLog().level()),
			Map.entry("ringlog.json.max-line", (properties) -> properties.json().maxLine()),
			Map.entry("ringlog.json.mask", (properties) -> properties.json().mask()),
			Map.entry("ringlog.json.trace-id", (properties) -> properties.json().traceId()),
			Map.entry("ringlog.lint.mode", (properties) -> properties.lint().mode()),
			Map.entry("ringlog.lint.ignore", (properties) -> properties.lint().ignore()),
			Map.entry("ringlog.location.capture", (properties) -> properties.location().capture()),
			Map.entry("ringlog.trace.enabled", (properties) -> properties.trace().enabled()),
			Map.entry("ringlog.trace.mdc-key", (properties) -> properties.trace().mdcKey()),
			Map.entry("ringlog.trace.request-headers", (properties) -> properties.trace().requestHeaders()),
			Map.entry("ringlog.trace.response-header", (properties) -> properties.trace().responseHeader()),
			Map.entry("ringlog.trace.trust-incoming", (properties) -> properties.trace().trustIncoming()),
			Map.entry("ringlog.trace.propagation", (properties) -> properties.trace().propagation()),
			Map.entry("ringlog.trace.mdc-headers", (properties) -> properties.trace().mdcHeaders()),
			Map.entry("ringlog.receipts.enabled", (properties) -> properties.receipts().enabled()),
			Map.entry("ringlog.access-log.enabled", (properties) -> properties.accessLog().enabled()),
			Map.entry("ringlog.health.stall-timeout", (properties) -> properties.health().stallTimeout()));

	private static final List<String> BOOLEANS = List.of("ringlog.enabled", "ringlog.location.capture",
			"ringlog.health.isolated", "ringlog.json.trace-id", "ringlog.trace.enabled", "ringlog.trace.trust-incoming",
			"ringlog.receipts.enabled", "ringlog.access-log.enabled");

	private static final List<String> RATIOS = List.of("ringlog.shedding.trace", "ringlog.shedding.debug",
			"ringlog.shedding.info", "ringlog.shedding.warn");

	// Those that must not be empty, which is all but eight.
	private static final List<String> LIMITS = List.of("ringlog.overflow.max-block", "ringlog.shedding.trace",
			"ringlog.shedding.debug", "ringlog.shedding.info", "ringlog.shedding.warn", "ringlog.json.max-line",
			"ringlog.overflow.drop-level", "ringlog.crash-log.level");

	static final List<String> NEVER_EMPTY = PROPERTIES.keySet()
		.stream()
		.filter((name) -> !LIMITS.contains(name))
		.filter((name) -> !List
			.of("ringlog.synchronous.loggers", "ringlog.synchronous.appenders", "ringlog.trace.request-headers",
					"ringlog.trace.response-header", "ringlog.trace.mdc-headers", "ringlog.isolation",
					"ringlog.json.mask", "ringlog.lint.ignore")
			.contains(name))
		.sorted()
		.toList();

	@ParameterizedTest
	@MethodSource
	void hasADefault(String name, Object expected) {
		assertThat(PROPERTIES.get(name).apply(bind())).isEqualTo(expected);
	}

	static Stream<Arguments> hasADefault() {
		return Stream.of(Arguments.of("ringlog.enabled", true), Arguments.of("ringlog.log4j-path", Log4jPath.AUTO),
				Arguments.of("ringlog.buffer.size", 16384),
				Arguments.of("ringlog.buffer.wait-strategy", RingWaitStrategy.ADAPTIVE),
				Arguments.of("ringlog.isolation", Map.of()), Arguments.of("ringlog.health.isolated", false),
				Arguments.of("ringlog.overflow.policy", OverflowPolicy.BLOCK),
				Arguments.of("ringlog.overflow.max-block", null),
				Arguments.of("ringlog.overflow.drop-level", LogLevel.INFO),
				Arguments.of("ringlog.shedding.trace", null), Arguments.of("ringlog.shedding.debug", null),
				Arguments.of("ringlog.shedding.info", null), Arguments.of("ringlog.shedding.warn", null),
				Arguments.of("ringlog.synchronous.loggers", List.of()),
				Arguments.of("ringlog.synchronous.appenders", null),
				Arguments.of("ringlog.shutdown.drain-timeout", Duration.ofSeconds(10)),
				Arguments.of("ringlog.crash-log.file", null), Arguments.of("ringlog.crash-log.size", null),
				Arguments.of("ringlog.crash-log.level", null), Arguments.of("ringlog.appenders.line-breaks", null),
				Arguments.of("ringlog.json.max-line", null), Arguments.of("ringlog.json.mask", List.of()),
				Arguments.of("ringlog.json.trace-id", false), Arguments.of("ringlog.lint.mode", LintMode.WARN),
				Arguments.of("ringlog.lint.ignore", List.of()), Arguments.of("ringlog.location.capture", false),
				Arguments.of("ringlog.trace.enabled", true), Arguments.of("ringlog.trace.mdc-key", "traceId"),
				Arguments.of("ringlog.trace.request-headers",
						List.of("traceparent", "b3", "X-B3-TraceId", "X-Request-Id")),
				Arguments.of("ringlog.trace.response-header", "X-Trace-Id"),
				Arguments.of("ringlog.trace.trust-incoming", true),
				Arguments.of("ringlog.trace.propagation", List.of(TracePropagation.AS_RECEIVED)),
				Arguments.of("ringlog.trace.mdc-headers", Map.of()), Arguments.of("ringlog.receipts.enabled", false),
				Arguments.of("ringlog.access-log.enabled", false),
				Arguments.of("ringlog.health.stall-timeout", Duration.ofSeconds(10)));
	}

	@ParameterizedTest
	@MethodSource
	void acceptsAValue(String name, String value, Object expected) {
		assertThat(PROPERTIES.get(name).apply(bind(name, value))).isEqualTo(expected);
	}

	static Stream<Arguments> acceptsAValue() {
		Stream<Arguments> various = Stream.of(Arguments.of("ringlog.log4j-path", "always", Log4jPath.ALWAYS),
				Arguments.of("ringlog.synchronous.appenders", "Sentry,Mail", List.of("Sentry", "Mail")),
				Arguments.of("ringlog.buffer.size", "128", 128),
				Arguments.of("ringlog.appenders.line-breaks", "escape", LineBreaks.ESCAPE),
				Arguments.of("ringlog.crash-log.file", "/dev/shm/app.crash", Path.of("/dev/shm/app.crash")),
				Arguments.of("ringlog.crash-log.size", "4MB", DataSize.ofMegabytes(4)),
				Arguments.of("ringlog.crash-log.level", "warn", LogLevel.WARN),
				Arguments.of("ringlog.buffer.size", "1048576", 1048576),
				Arguments.of("ringlog.buffer.wait-strategy", "adaptive", RingWaitStrategy.ADAPTIVE),
				Arguments.of("ringlog.buffer.wait-strategy", "busy-spin", RingWaitStrategy.BUSY_SPIN),
				Arguments.of("ringlog.buffer.wait-strategy", "BUSY_SPIN", RingWaitStrategy.BUSY_SPIN),
				Arguments.of("ringlog.buffer.wait-strategy", "BusySpin", RingWaitStrategy.BUSY_SPIN),
				Arguments.of("ringlog.overflow.policy", "block", OverflowPolicy.BLOCK),
				Arguments.of("ringlog.overflow.policy", "DROP", OverflowPolicy.DROP),
				Arguments.of("ringlog.overflow.policy", "Synchronous", OverflowPolicy.SYNCHRONOUS),
				Arguments.of("ringlog.overflow.max-block", "500ms", Duration.ofMillis(500)),
				Arguments.of("ringlog.overflow.max-block", "PT1S", Duration.ofSeconds(1)),
				Arguments.of("ringlog.synchronous.loggers", "com.acme.audit, com.acme.Money",
						List.of("com.acme.audit", "com.acme.Money")),
				Arguments.of("ringlog.synchronous.loggers", "", List.of()),
				Arguments.of("ringlog.shutdown.drain-timeout", "0", Duration.ZERO),
				Arguments.of("ringlog.shutdown.drain-timeout", "2m", Duration.ofMinutes(2)),
				Arguments.of("ringlog.json.max-line", "16KB", DataSize.ofKilobytes(16)),
				Arguments.of("ringlog.json.mask", "password,token", List.of("password", "token")),
				Arguments.of("ringlog.json.mask", "", List.of()),
				Arguments.of("ringlog.lint.mode", "warn", LintMode.WARN),
				Arguments.of("ringlog.lint.mode", "FAIL", LintMode.FAIL),
				Arguments.of("ringlog.lint.mode", "off", LintMode.OFF),
				Arguments.of("ringlog.lint.ignore", "double-queue, LOCATION_CAPTURED",
						List.of(LintRule.DOUBLE_QUEUE, LintRule.LOCATION_CAPTURED)),
				Arguments.of("ringlog.lint.ignore", "", List.of()),
				Arguments.of("ringlog.trace.mdc-key", "trace_id", "trace_id"),
				Arguments.of("ringlog.trace.request-headers", "X-One,x_two", List.of("X-One", "x_two")),
				Arguments.of("ringlog.trace.request-headers", "", List.of()),
				Arguments.of("ringlog.trace.response-header", "Trace", "Trace"),
				Arguments.of("ringlog.trace.response-header", "", ""),
				Arguments.of("ringlog.trace.propagation", "b3", List.of(TracePropagation.B3)),
				Arguments.of("ringlog.trace.propagation", "W3C, b3",
						List.of(TracePropagation.W3C, TracePropagation.B3)),
				Arguments.of("ringlog.trace.propagation", "as-received", List.of(TracePropagation.AS_RECEIVED)),
				Arguments.of("ringlog.trace.propagation", "none", List.of(TracePropagation.NONE)),
				Arguments.of("ringlog.trace.mdc-headers", "", Map.of()),
				Arguments.of("ringlog.health.stall-timeout", "1ms", Duration.ofMillis(1)));
		Stream<Arguments> booleans = BOOLEANS.stream()
			.flatMap((name) -> Stream.of(Arguments.of(name, "true", true), Arguments.of(name, "FALSE", false)));
		Stream<Arguments> ratios = RATIOS.stream()
			.flatMap((name) -> Stream.of(Arguments.of(name, "0.8", 0.8), Arguments.of(name, "1", 1.0),
					Arguments.of(name, "0.0001", 0.0001)));
		return Stream.of(various, booleans, ratios).flatMap(Function.identity());
	}

	@ParameterizedTest
	@CsvSource({ "trace,TRACE", "DEBUG,DEBUG", "Info,INFO", "warn,WARN", "error,ERROR", "fatal,FATAL" })
	void acceptsALevelToDropUpTo(String value, LogLevel expected) {
		RinglogProperties properties = bind("ringlog.overflow.policy", "drop", "ringlog.overflow.drop-level", value);
		assertThat(properties.overflow().dropLevel()).isEqualTo(expected);
	}

	@Test
	void isolatesAnAppenderByItsName() {
		RinglogProperties.Isolation console = bind("ringlog.isolation.Console.buffer-size", "128",
				"ringlog.isolation.Console.policy", "drop", "ringlog.isolation.Console.drop-level", "warn",
				"ringlog.isolation.Console.max-block", "100ms", "ringlog.isolation[my.file].policy", "block")
			.isolation()
			.get("Console");
		assertThat(console).isEqualTo(
				new RinglogProperties.Isolation(128, OverflowPolicy.DROP, Duration.ofMillis(100), LogLevel.WARN));
		assertThat(bind("ringlog.isolation[my.file].policy", "block").isolation()).isEqualTo(
				Map.of("my.file", new RinglogProperties.Isolation(4096, OverflowPolicy.BLOCK, null, LogLevel.WARN)));
		assertThat(bind("ringlog.isolation.Console.buffer-size", "4096").isolation()).isEqualTo(
				Map.of("Console", new RinglogProperties.Isolation(4096, OverflowPolicy.DROP, null, LogLevel.WARN)));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			ringlog.isolation.Console.buffer-size | 100         | a power of two from 128 to 1048576
			ringlog.isolation.Console.buffer-size | many        | a power of two from 128 to 1048576
			ringlog.isolation.Console.buffer-size | ''          | a power of two from 128 to 1048576
			ringlog.isolation[my.file].policy     | synchronous | one of drop, block
			ringlog.isolation.Console.policy      | often       | one of drop, block
			ringlog.isolation.Console.max-block   | 0ms         | a duration greater than 0
			ringlog.isolation.Console.drop-level  | off         | one of trace, debug, info, warn, error, fatal
			""")
	void rejectsAWrongRing(String name, String value, String allowed) {
		assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class).isThrownBy(() -> bind(name, value))
			.satisfies((ex) -> {
				assertThat(ex.getReason()).contains(allowed, name);
				assertThat(ex.getName()).isEqualToIgnoringCase(name);
			});
	}

	@Test
	void acceptsCamelCase() {
		RinglogProperties properties = bind("ringlog.buffer.waitStrategy", "busy-spin", "ringlog.trace.mdcKey", "id");
		assertThat(properties.buffer().waitStrategy()).isEqualTo(RingWaitStrategy.BUSY_SPIN);
		assertThat(properties.trace().mdcKey()).isEqualTo("id");
	}

	@Test
	void acceptsUnderscores() {
		assertThat(bind("ringlog.health.stall_timeout", "3s").health().stallTimeout()).isEqualTo(Duration.ofSeconds(3));
	}

	@Test
	void acceptsEnvironmentVariables() {
		RinglogProperties properties = bind(
				Environments.variables("RINGLOG_BUFFER_SIZE", "256", "RINGLOG_BUFFER_WAITSTRATEGY", "BUSY_SPIN",
						"RINGLOG_SHUTDOWN_DRAIN_TIMEOUT", "5s", "RINGLOG_TRACE_REQUESTHEADERS_0", "X-One"));
		assertThat(properties.buffer().size()).isEqualTo(256);
		assertThat(properties.buffer().waitStrategy()).isEqualTo(RingWaitStrategy.BUSY_SPIN);
		assertThat(properties.shutdown().drainTimeout()).isEqualTo(Duration.ofSeconds(5));
		assertThat(properties.trace().requestHeaders()).containsExactly("X-One");
	}

	@Test
	void acceptsUnderscoresForHyphensInEnvironmentVariablesButNotInTheNameOfAMap() {
		RinglogProperties properties = bind(Environments.variables("RINGLOG_TRACE_REQUEST_HEADERS_0", "X-One",
				"RINGLOG_ISOLATION_CONSOLE_DROP_LEVEL", "error", "RINGLOG_TRACE_MDC_HEADERS_TENANT", "tenant"));
		assertThat(properties.trace().requestHeaders()).containsExactly("X-One");
		assertThat(properties.isolation().get("console").dropLevel()).isEqualTo(LogLevel.ERROR);
		assertThat(properties.trace().mdcHeaders()).isEmpty();
	}

	@Test
	void acceptsOffOfYamlWhichIsABoolean() {
		RinglogProperties properties = bind(Environments.yaml("ringlog.lint.mode: off"));
		assertThat(properties.lint().mode()).isEqualTo(LintMode.OFF);
	}

	@Test
	void acceptsAListOfYaml() {
		RinglogProperties properties = bind(Environments.yaml("""
				ringlog:
				  synchronous:
				    loggers:
				    - com.acme.audit
				    - com.acme.money
				"""));
		assertThat(properties.synchronous().loggers()).containsExactly("com.acme.audit", "com.acme.money");
	}

	@Test
	void acceptsHeadersWithTheirKeys() {
		RinglogProperties properties = bind(Environments.yaml("""
				ringlog.trace:
				  propagation:
				  - w3c
				  - b3
				  mdc-headers:
				    X-Tenant-Id: tenant
				    "[x_user.name]": user.name
				"""));
		assertThat(properties.trace().propagation()).containsExactly(TracePropagation.W3C, TracePropagation.B3);
		assertThat(properties.trace().mdcHeaders()).containsExactly(Map.entry("X-Tenant-Id", "tenant"),
				Map.entry("x_user.name", "user.name"));
	}

	@Test
	void keepsWhatItBindsFromChange() {
		RinglogProperties properties = bind("ringlog.trace.mdc-headers.X-Tenant-Id", "tenant",
				"ringlog.synchronous.loggers", "audit");
		RinglogProperties.Trace trace = properties.trace();
		assertThatExceptionOfType(UnsupportedOperationException.class)
			.isThrownBy(() -> trace.mdcHeaders().put("X-User", "user"));
		assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(trace.requestHeaders()::clear);
		assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(trace.propagation()::clear);
		assertThatExceptionOfType(UnsupportedOperationException.class)
			.isThrownBy(properties.synchronous().loggers()::clear);
	}

	@Test
	void acceptsAPlaceholder() {
		assertThat(bind("ringlog.buffer.size", "${slots}", "slots", "512").buffer().size()).isEqualTo(512);
	}

	@Test
	void acceptsPropertiesOfOthers() {
		assertThat(bind("ringlogger.size", "7", "server.port", "abc")).usingRecursiveComparison().isEqualTo(bind());
	}

	@ParameterizedTest
	@MethodSource
	void rejectsAValue(String name, String value, String allowed) {
		assertRejected(Environments.properties(name, value), name, value, allowed,
				"\"" + name + "\" from property source \"mockProperties\"");
	}

	static Stream<Arguments> rejectsAValue() {
		Stream<Arguments> sizes = Stream
			.of("0", "-1", "127", "64", "1000", "16383", "2097152", "2147483648", "16k", "128.0", "abc")
			.map((value) -> Arguments.of("ringlog.buffer.size", value, "a power of two from 128 to 1048576"));
		Stream<Arguments> booleans = BOOLEANS.stream()
			.flatMap((name) -> Stream.of("maybe", "2", "yes", "on", "1")
				.map((value) -> Arguments.of(name, value, "true or false")));
		Stream<Arguments> ratios = RATIOS.stream()
			.flatMap((name) -> Stream.of("0", "1.01", "-0.1", "NaN", "Infinity", "abc", "80%")
				.map((value) -> Arguments.of(name, value, "a ratio greater than 0 and at most 1")));
		Stream<Arguments> strategies = Stream.of("lazy", "spin", "1", "blocking", "sleeping", "yielding")
			.map((value) -> Arguments.of("ringlog.buffer.wait-strategy", value, "one of adaptive, busy-spin"));
		Stream<Arguments> durations = Stream.of("-1s", "abc", "10 parsecs")
			.flatMap(
					(value) -> Stream.of(Arguments.of("ringlog.overflow.max-block", value, "a duration greater than 0"),
							Arguments.of("ringlog.shutdown.drain-timeout", value, "a duration of 0 or more"),
							Arguments.of("ringlog.health.stall-timeout", value, "a duration greater than 0")));
		Stream<Arguments> headers = Stream.of("X Trace", "X-Trace:", "Trace-Id\u00e4", "(X)", "X-Trace ")
			.flatMap((value) -> Stream.of(
					Arguments.of("ringlog.trace.response-header", value, "the name of an HTTP header, or empty"),
					Arguments.of("ringlog.trace.request-headers", "X-One," + value.strip() + ":,X-Two",
							"a list of HTTP header names")));
		Stream<Arguments> others = Stream.of(
				Arguments.of("ringlog.overflow.policy", "explode", "one of block, drop, synchronous"),
				Arguments.of("ringlog.overflow.drop-level", "loud", "one of trace, debug, info, warn, error, fatal"),
				Arguments.of("ringlog.overflow.drop-level", "off", "one of trace, debug, info, warn, error, fatal"),
				Arguments.of("ringlog.overflow.max-block", "0", "a duration greater than 0"),
				Arguments.of("ringlog.health.stall-timeout", "0s", "a duration greater than 0"),
				Arguments.of("ringlog.lint.mode", "error", "one of warn, fail, off"),
				Arguments.of("ringlog.lint.mode", "true", "one of warn, fail, off"),
				Arguments.of("ringlog.lint.ignore", "double-queue,double-trouble",
						"a list of rules of the linter: " + Arrays.stream(LintRule.values())
							.map(LintRule::label)
							.collect(Collectors.joining(", ", "", ", or empty"))),
				Arguments.of("ringlog.lint.ignore", "double-queue,,", "a list of rules of the linter"),
				Arguments.of("ringlog.trace.request-headers", "X-One,,X-Two", "a list of HTTP header names"),
				Arguments.of("ringlog.synchronous.loggers", "com.acme,,org.acme", "a list of logger names"),
				Arguments.of("ringlog.synchronous.loggers", " ", "a list of logger names"),
				Arguments.of("ringlog.trace.response-header", " ", "the name of an HTTP header, or empty"),
				Arguments.of("ringlog.trace.propagation", "zipkin",
						"a list of w3c and b3, or one of as-received, none"),
				Arguments.of("ringlog.trace.propagation", "w3c,,b3",
						"a list of w3c and b3, or one of as-received, none"),
				Arguments.of("ringlog.trace.propagation", "w3c,none", "'none' must stand alone"),
				Arguments.of("ringlog.trace.propagation", "b3,as-received", "'as-received' must stand alone"),
				Arguments.of("ringlog.trace.propagation", "none,none", "'none' must stand alone"),
				Arguments.of("ringlog.trace.mdc-headers", "X-Tenant-Id", "a map from HTTP header names to MDC keys"),
				Arguments.of("ringlog.trace.mdc-headers.x-tenant-id", "te nant",
						"a map from HTTP header names to MDC keys"),
				Arguments.of("ringlog.trace.mdc-headers.x-tenant-id", "", "a map from HTTP header names to MDC keys"),
				Arguments.of("ringlog.trace.mdc-headers[X Tenant]", "tenant",
						"a map from HTTP header names to MDC keys"),
				Arguments.of("ringlog.trace.mdc-headers.x-tenant-id", "traceId",
						"The key 'traceId' is already the key of the trace id"),
				Arguments.of("ringlog.trace.mdc-key", "trace id", "a name of letters, digits"),
				Arguments.of("ringlog.trace.mdc-key", "a}b", "a name of letters, digits"),
				Arguments.of("ringlog.trace.mdc-key", "%m", "a name of letters, digits"));
		return Stream.of(sizes, booleans, ratios, strategies, durations, headers, others).flatMap(Function.identity());
	}

	@ParameterizedTest
	@FieldSource("NEVER_EMPTY")
	void rejectsAnEmptyValue(String name) {
		assertRejected(Environments.properties(name, ""), name, "", "It is empty. It must be ", "mockProperties");
	}

	@ParameterizedTest
	@FieldSource("NEVER_EMPTY")
	void rejectsABlankValue(String name) {
		assertRejected(Environments.properties(name, "  "), name, "  ", "It is empty", "mockProperties");
	}

	@ParameterizedTest
	@FieldSource("NEVER_EMPTY")
	void rejectsAPlaceholderThatLeavesNothing(String name) {
		assertRejected(Environments.properties(name, "${nothing:}"), name, "${nothing:}", "It is empty",
				"mockProperties");
	}

	@ParameterizedTest
	@FieldSource("NEVER_EMPTY")
	void rejectsAValueThatYamlLeavesOut(String name) {
		assertRejected(Environments.yaml(name + ":"), name, "", "It is empty", "application.yml");
	}

	@ParameterizedTest
	@FieldSource("LIMITS")
	void aProfileTakesBackALimit(String name) {
		for (String nothing : List.of(name + ":", name + ": ''", name + ": ${nothing:}")) {
			assertThat(PROPERTIES.get(name).apply(bind(Environments.yaml(nothing))))
				.isEqualTo(PROPERTIES.get(name).apply(bind()));
		}
	}

	@Test
	void aProfileTakesBackWhatOnlyAnotherPolicyNeeds() {
		ConfigurableEnvironment environment = Environments.yaml("""
				ringlog:
				  overflow:
				    policy: block
				    drop-level:
				    max-block:
				  isolation.Console:
				    policy: block
				    drop-level:
				    max-block:
				""");
		environment.getPropertySources()
			.addLast(new MapPropertySource("base",
					Map.of("ringlog.overflow.policy", "drop", "ringlog.overflow.drop-level", "warn",
							"ringlog.overflow.max-block", "100ms", "ringlog.isolation.Console.drop-level", "error",
							"ringlog.isolation.Console.max-block", "1s")));
		RinglogProperties properties = bind(environment);
		assertThat(properties.overflow().policy()).isEqualTo(OverflowPolicy.BLOCK);
		assertThat(properties.overflow().maxBlock()).isNull();
		assertThat(properties.isolation().get("Console"))
			.isEqualTo(new RinglogProperties.Isolation(4096, OverflowPolicy.BLOCK, null, LogLevel.WARN));
	}

	@Test
	void rejectsDropLevelOffOfYamlWhichIsABoolean() {
		assertRejected(Environments.yaml("""
				ringlog.overflow:
				  policy: drop
				  drop-level: off
				"""), "ringlog.overflow.drop-level", false, "one of trace, debug", "application.yml] - 3:15");
	}

	@Test
	void namesTheElementOfAListThatIsWrong() {
		assertRejected(Environments.yaml("""
				ringlog.trace.request-headers:
				- X-One
				- X Two
				"""), "ringlog.trace.request-headers[1]", "X Two", "'X Two' is not valid", "application.yml] - 3:3");
	}

	@Test
	void namesTheHeaderThatIsWrong() {
		assertRejected(Environments.yaml("""
				ringlog.trace.mdc-headers:
				  X-Tenant-Id: tenant
				  X-User-Id: user id
				"""), "ringlog.trace.mdc-headers.x-user-id", "user id", "'X-User-Id=user id' is not valid",
				"application.yml] - 3:14");
	}

	@Test
	void namesTheListOfFormatsThatExcludeEachOther() {
		assertRejected(Environments.yaml("""
				ringlog.trace.propagation:
				- none
				- b3
				"""), "ringlog.trace.propagation[0]", "none", "'none' must stand alone", "application.yml] - 2:3");
	}

	@ParameterizedTest
	@ValueSource(strings = { "block", "drop", "synchronous" })
	void acceptsMaxBlockUnderEveryPolicy(String policy) {
		RinglogProperties properties = bind("ringlog.overflow.policy", policy, "ringlog.overflow.max-block", "500ms");
		assertThat(properties.overflow().maxBlock()).isEqualTo(Duration.ofMillis(500));
	}

	@ParameterizedTest
	@ValueSource(strings = { "ringlog.buffer.sizes", "ringlog.async", "ringlog.buffer.size.max", "ringlog.a.b.c" })
	void acceptsAnUnknownPropertyWhichAnotherVersionMayKnow(String name) {
		assertThat(bind(name, "true", "ringlog.buffer.size", "128").buffer().size()).isEqualTo(128);
	}

	@Test
	void acceptsAnUnknownEnvironmentVariableWhichOthersMaySet() {
		assertThat(bind(Environments.variables("RINGLOG_PORT", "tcp://10.0.0.1:80"))).usingRecursiveComparison()
			.isEqualTo(bind());
	}

	@ParameterizedTest
	@ValueSource(strings = { "buffer", "overflow", "shedding", "synchronous", "shutdown", "appenders", "location",
			"lint", "trace", "health", "isolation", "isolation.Console" })
	void acceptsAValueOfAGroup(String group) {
		RinglogProperties expected = bind(group.endsWith("Console")
				? new String[] { "ringlog.isolation.Console.policy", "drop" } : new String[0]);
		assertThat(bind("ringlog." + group, "true")).usingRecursiveComparison().isEqualTo(expected);
	}

	@Test
	void acceptsAVariableOfOthersWithItsName() {
		ConfigurableEnvironment environment = Environments.variables("RINGLOG", "/opt/x", "RINGLOG_BUFFER", "x",
				"RINGLOG_BUFFER_SIZE", "128");
		assertThat(bind(environment).buffer().size()).isEqualTo(128);
		assertThat(bind(Environments.variables("RINGLOG", "/opt/x"))).usingRecursiveComparison().isEqualTo(bind());
	}

	@Test
	void isolatesWithTheDefaults() {
		assertThat(bind(Environments.yaml("ringlog.isolation: {Console: {}, file: }")).isolation()).isEqualTo(
				Map.of("Console", new RinglogProperties.Isolation(4096, OverflowPolicy.DROP, null, LogLevel.WARN),
						"file", new RinglogProperties.Isolation(4096, OverflowPolicy.DROP, null, LogLevel.WARN)));
	}

	@Test
	void namesTheEnvironmentVariable() {
		assertRejected(Environments.variables("RINGLOG_BUFFER_SIZE", "1000"), "ringlog.buffer.size", "1000",
				"a power of two", "RINGLOG_BUFFER_SIZE");
	}

	@Test
	void namesTheOriginOfTheValueInForce() {
		ConfigurableEnvironment environment = Environments.yaml("ringlog.buffer.size: 1000");
		environment.getPropertySources().addFirst(new MapPropertySource("first", Map.of("ringlog.buffer.size", "7")));
		assertRejected(environment, "ringlog.buffer.size", "7", "a power of two", "\"first\"");
	}

	@Test
	void acceptsAGoodValueInFrontOfABadOne() {
		ConfigurableEnvironment environment = Environments.yaml("ringlog.buffer.size: 1000");
		environment.getPropertySources().addFirst(new MapPropertySource("first", Map.of("ringlog.buffer.size", "128")));
		assertThat(bind(environment).buffer().size()).isEqualTo(128);
	}

	@ParameterizedTest
	@ValueSource(strings = { "ringlog.buffer.size", "ringlog.buffer.wait-strategy", "ringlog.shedding.info",
			"ringlog.shutdown.drain-timeout", "ringlog.trace.response-header", "ringlog.trace.request-headers[0]",
			"ringlog.trace.mdc-headers.x-tenant-id" })
	void quotesAValueWithLineBreaksOnOneLine(String name) {
		assertRejected(Environments.properties(name, "a\r\nERROR all\u2028is\u001b[31m lost"), name,
				"a\\u000d\\u000aERROR all\\u2028is\\u001b[31m lost", "", "mockProperties");
	}

	@Test
	void quotesAnElementWithLineBreaksOnOneLine() {
		InvalidConfigurationPropertyValueException failure = failure(
				Environments.properties("ringlog.trace.request-headers", "X-One,X\nTwo"));
		assertThat(failure.getReason()).startsWith("'X\\u000aTwo' is not valid. It must be");
	}

	private static void assertRejected(ConfigurableEnvironment environment, String name, Object value, String reason,
			String origin) {
		InvalidConfigurationPropertyValueException failure = failure(environment);
		assertThat(failure.getName()).isEqualTo(name);
		assertThat(failure.getValue()).isEqualTo(value);
		assertThat(failure.getReason()).contains(reason);
		assertThat(failure.getReason()).containsPattern("(?m)^It was set by .*");
		assertThat(failure.getReason().lines().reduce((first, last) -> last).orElseThrow()).contains(origin);
	}

	private static InvalidConfigurationPropertyValueException failure(ConfigurableEnvironment environment) {
		return assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class)
			.isThrownBy(() -> bind(environment))
			.actual();
	}

	private static RinglogProperties bind(String... namesAndValues) {
		return bind(Environments.properties(namesAndValues));
	}

	private static RinglogProperties bind(ConfigurableEnvironment environment) {
		return new SettingsBinder(environment, new ConfiguredProperties(environment)).bind();
	}

}
