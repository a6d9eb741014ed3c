package io.github.ringlog.environment;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link GivenProperties}: what is told of names that are none of ours, and of
 * values that come too late.
 */
class GivenPropertiesTests {

	private static final String LATE = " has no effect: it was set after logging had started. ";

	@ParameterizedTest
	@CsvSource({ "ringlog.buffer.sizes,ringlog.buffer.size", "ringlog.enable,ringlog.enabled",
			"ringlog.overflow.policies,ringlog.overflow.policy", "ringlog.overflow.maxBlok,ringlog.overflow.max-block",
			"ringlog.trace.mdc-header,ringlog.trace.mdc-headers", "ringlog.Buffer.sice,ringlog.buffer.size",
			"ringlog.locations.capture,ringlog.location.capture", "ringlog.buffer.size.max,ringlog.buffer.size",
			"ringlog.synchronous.loggers.audit,ringlog.synchronous.loggers" })
	void tellsTheNearestName(String name, String nearest) {
		assertThat(new GivenProperties(Environments.properties(name, "1")).describeUnknown()).singleElement()
			.asString()
			.contains("has no effect: there is no such property. It was set by \"" + name
					+ "\" from property source \"mockProperties\". Did you mean " + nearest + "?");
	}

	@ParameterizedTest
	@ValueSource(strings = { "ringlog.async", "ringlog.a", "ringlog.queue.kafka.buffer-size" })
	void tellsNoNameThatIsFar(String name) {
		assertThat(new GivenProperties(Environments.properties(name, "1")).describeUnknown()).singleElement()
			.asString()
			.contains("has no effect: there is no such property")
			.endsWith("Another version of Ringlog may have it");
	}

	@Test
	void tellsANameThatNoRingOfAnAppenderHas() {
		assertThat(new GivenProperties(Environments.properties("ringlog.isolation.Console.buffersizes", "1"))
			.describeUnknown()).singleElement()
			.asString()
			.contains("Did you mean ringlog.isolation.console.buffer-size?");
	}

	@Test
	void tellsTheLineOfYaml() {
		ConfigurableEnvironment environment = Environments.yaml("""
				ringlog:
				  buffer:
				    size: 128
				    sizes: 1024
				""");
		assertThat(new GivenProperties(environment).describeUnknown())
			.containsExactly("ringlog.buffer.sizes has no effect: there is no such property. It was set by Byte array "
					+ "resource [application.yml] - 4:12. Did you mean ringlog.buffer.size?");
	}

	@ParameterizedTest
	@ValueSource(strings = { "ringlog.buffer.size", "ringlog.buffer.waitStrategy", "ringlog.health.stall_timeout",
			"ringlog.synchronous.loggers[0]", "ringlog.trace.request-headers[1]",
			"ringlog.isolation.Console.buffer-size", "ringlog.isolation[my.file].maxBlock",
			"ringlog.trace.mdc-headers.X-Tenant-Id", "ringlog.trace.mdcHeaders[a.b]", "ringlogger.size",
			"server.port" })
	void knowsItsOwnNames(String name) {
		assertThat(new GivenProperties(Environments.properties(name, "1")).describeUnknown()).isEmpty();
	}

	@Test
	void tellsAnUnknownSystemProperty() {
		StandardEnvironment environment = new StandardEnvironment();
		environment.getPropertySources()
			.replace(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME, new MapPropertySource(
					StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME, Map.of("ringlog.buffer.sizes", "128")));
		assertThat(new GivenProperties(Environments.attach(environment)).describeUnknown()).singleElement()
			.asString()
			.contains("\"systemProperties\"");
	}

	@ParameterizedTest
	@ValueSource(strings = { "RINGLOG_PORT", "RINGLOG_SERVICE_HOST", "RINGLOG_SERVICE_PORT_HTTP",
			"RINGLOG_PORT_80_TCP_ADDR", "RINGLOG_GATEWAY_SERVICE_PORT", "RINGLOG_HOME" })
	void isSilentOfEnvironmentVariablesWhichMayBeMeantForOthers(String variable) {
		assertThat(new GivenProperties(Environments.variables(variable, "1")).describeUnknown()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "RINGLOG_SHUTDOWN_DRAIN_TIMEOUT", "RINGLOG_SHUTDOWN_DRAINTIMEOUT",
			"RINGLOG_SYNCHRONOUS_LOGGERS_0", "RINGLOG_TRACE_REQUEST_HEADERS_0", "RINGLOG_TRACE_MDCHEADERS_X",
			"RINGLOG_ACCESS_LOG_ENABLED", "ringlog_buffer_size", "RINGLOG_ISOLATION_CONSOLE_BUFFER_SIZE" })
	void knowsTheEnvironmentVariablesOfItsNames(String variable) {
		assertThat(new GivenProperties(Environments.variables(variable, "1")).describeUnknown()).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "RINGLOG_BUFFER_SIZES,RINGLOG_BUFFER_SIZE", "RINGLOG_BUFFERSIZE,RINGLOG_BUFFER_SIZE",
			"RINGLOG_OVERFLOW_MAX_BLOK,RINGLOG_OVERFLOW_MAXBLOCK",
			"RINGLOG_TRACE_MDC_HEADERS_TENANT,RINGLOG_TRACE_MDCHEADERS",
			"RINGLOG_TRACE_REQUESTHEADER_0,RINGLOG_TRACE_REQUESTHEADERS",
			"RINGLOG_ISOLATION_CONSOLE_POLICE,RINGLOG_ISOLATION_CONSOLE_POLICY" })
	void tellsTheNearestEnvironmentVariable(String name, String nearest) {
		assertThat(new GivenProperties(Environments.variables(name, "1")).describeUnknown()).singleElement()
			.asString()
			.contains("has no effect: there is no such property. It was set by", name)
			.endsWith("Did you mean " + nearest + "?");
	}

	@Test
	void tellsANameWithLineBreaksOnOneLine() {
		assertThat(
				new GivenProperties(Environments.properties("ringlog.[a\nERROR all is lost]", "1")).describeUnknown())
			.singleElement()
			.asString()
			.doesNotContain("\n")
			.contains("\\u000aERROR");
	}

	@Test
	void tellsAValueThatCameLate() {
		ConfigurableEnvironment environment = Environments.properties("ringlog.buffer.size", "128");
		GivenProperties before = new GivenProperties(environment);
		environment.getPropertySources()
			.addLast(new MapPropertySource("late", Map.of("ringlog.buffer.size", "256", "ringlog.trace.enabled",
					"false", "ringlog.trace.mdc-headers.X-Tenant-Id", "tenant")));
		assertThat(new GivenProperties(environment).describeChanges(before))
			.anySatisfy((text) -> assertThat(text).startsWith("ringlog.trace.enabled" + LATE
					+ "It was set by \"ringlog.trace.enabled\" from property source \"late\"."))
			.anySatisfy((text) -> assertThat(text).contains("mdc-headers.x-tenant-id", LATE))
			.hasSize(2);
	}

	@Test
	void tellsAValueThatReplacesAnother() {
		ConfigurableEnvironment environment = Environments.properties("ringlog.buffer.size", "128");
		GivenProperties before = new GivenProperties(environment);
		environment.getPropertySources().addFirst(new MapPropertySource("late", Map.of("ringlog.buffer.size", "256")));
		assertThat(new GivenProperties(environment).describeChanges(before)).singleElement()
			.asString()
			.contains("ringlog.buffer.size", "\"late\"", LATE);
	}

	@Test
	void isSilentOfAValueThatWasThereBefore() {
		ConfigurableEnvironment environment = Environments.properties("ringlog.buffer.size", "128");
		GivenProperties before = new GivenProperties(environment);
		environment.getPropertySources()
			.addFirst(new MapPropertySource("late", Map.of("ringlog.buffer.size", "128", "server.port", "7")));
		assertThat(new GivenProperties(environment).describeChanges(before)).isEmpty();
	}

}
