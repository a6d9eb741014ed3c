package io.github.ringlog.environment;

import java.util.List;
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
 * Tests for {@link UnknownProperties}: what is told of names that are none of ours.
 */
class UnknownPropertiesTests {

	@ParameterizedTest
	@CsvSource({ "ringlog.buffer.sizes,ringlog.buffer.size", "ringlog.enable,ringlog.enabled",
			"ringlog.overflow.policies,ringlog.overflow.policy", "ringlog.overflow.maxBlok,ringlog.overflow.max-block",
			"ringlog.trace.mdc-header,ringlog.trace.mdc-headers", "ringlog.Buffer.sice,ringlog.buffer.size",
			"ringlog.locations.capture,ringlog.location.capture", "ringlog.buffer.size.max,ringlog.buffer.size",
			"ringlog.synchronous.loggers.audit,ringlog.synchronous.loggers" })
	void tellsTheNearestName(String name, String nearest) {
		assertThat(describe(Environments.properties(name, "1"))).singleElement()
			.asString()
			.contains("has no effect: there is no such property. It was set by \"" + name
					+ "\" from property source \"mockProperties\". Did you mean " + nearest + "?");
	}

	@ParameterizedTest
	@ValueSource(strings = { "ringlog.async", "ringlog.a", "ringlog.queue.kafka.buffer-size" })
	void tellsNoNameThatIsFar(String name) {
		assertThat(describe(Environments.properties(name, "1"))).singleElement()
			.asString()
			.contains("has no effect: there is no such property")
			.endsWith("Another version of Ringlog may have it");
	}

	@Test
	void tellsANameThatNoRingOfAnAppenderHas() {
		assertThat(describe(Environments.properties("ringlog.isolation.Console.buffersizes", "1"))).singleElement()
			.asString()
			.contains("Did you mean ringlog.isolation.console.buffer-size?");
	}

	@ParameterizedTest
	@ValueSource(strings = { "ringlog.buffer", "ringlog.isolation.Console", "ringlog" })
	void tellsAGroupThatHasAValue(String group) {
		assertThat(describe(Environments.properties(group, "128", "ringlog.isolation.Console.policy", "drop")))
			.singleElement()
			.asString()
			.contains("has no effect: it is a group of properties", "Its properties are: " + group.toLowerCase() + ".");
	}

	@Test
	void isSilentOfAVariableWithItsNameAndOfAnEmptyGroup() {
		assertThat(describe(Environments.variables("RINGLOG", "/opt/x"))).isEmpty();
		assertThat(describe(Environments.yaml("ringlog.isolation: {Console: {}}"))).isEmpty();
		assertThat(describe(Environments.variables("RINGLOG_BUFFER", "128"))).hasSize(1);
	}

	@Test
	void tellsTheLineOfYaml() {
		ConfigurableEnvironment environment = Environments.yaml("""
				ringlog:
				  buffer:
				    size: 128
				    sizes: 1024
				""");
		assertThat(describe(environment))
			.containsExactly("ringlog.buffer.sizes has no effect: there is no such property. It was set by Byte array "
					+ "resource [application.yml] - 4:12. Did you mean ringlog.buffer.size?");
	}

	@ParameterizedTest
	@CsvSource({ "ringlog.buffer.size,128", "ringlog.buffer.waitStrategy,adaptive", "ringlog.health.stall_timeout,1s",
			"ringlog.synchronous.loggers[0],a", "ringlog.trace.request-headers[0],a", "ringlog.overflow.max-block,''",
			"ringlog.isolation.Console.buffer-size,128", "ringlog.isolation[my.file].maxBlock,1s",
			"ringlog.trace.mdc-headers.X-Tenant-Id,a", "ringlog.trace.mdcHeaders[a.b],a", "ringlogger.size,1",
			"server.port,1" })
	void knowsItsOwnNames(String name, String value) {
		assertThat(describe(Environments.properties(name, value))).isEmpty();
	}

	@Test
	void tellsAnUnknownSystemProperty() {
		StandardEnvironment environment = new StandardEnvironment();
		environment.getPropertySources()
			.replace(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME, new MapPropertySource(
					StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME, Map.of("ringlog.buffer.sizes", "128")));
		assertThat(describe(Environments.attach(environment))).singleElement()
			.asString()
			.contains("\"systemProperties\"");
	}

	@ParameterizedTest
	@ValueSource(strings = { "RINGLOG_PORT", "RINGLOG_SERVICE_HOST", "RINGLOG_SERVICE_PORT_HTTP",
			"RINGLOG_PORT_80_TCP_ADDR", "RINGLOG_GATEWAY_SERVICE_PORT", "RINGLOG_HOME" })
	void isSilentOfEnvironmentVariablesWhichMayBeMeantForOthers(String variable) {
		assertThat(describe(Environments.variables(variable, "1"))).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "RINGLOG_SHUTDOWN_DRAIN_TIMEOUT,1s", "RINGLOG_SHUTDOWN_DRAINTIMEOUT,1s",
			"RINGLOG_SYNCHRONOUS_LOGGERS_0,a", "RINGLOG_TRACE_REQUEST_HEADERS_0,a", "RINGLOG_TRACE_MDCHEADERS_X,a",
			"RINGLOG_ACCESS_LOG_ENABLED,true", "ringlog_buffer_size,128", "RINGLOG_ISOLATION_CONSOLE_BUFFER_SIZE,128" })
	void knowsTheEnvironmentVariablesOfItsNames(String variable, String value) {
		assertThat(describe(Environments.variables(variable, value))).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "RINGLOG_BUFFER_SIZES,RINGLOG_BUFFER_SIZE", "RINGLOG_BUFFERSIZE,RINGLOG_BUFFER_SIZE",
			"RINGLOG_OVERFLOW_MAX_BLOK,RINGLOG_OVERFLOW_MAXBLOCK",
			"RINGLOG_TRACE_MDC_HEADERS_TENANT,RINGLOG_TRACE_MDCHEADERS",
			"RINGLOG_TRACE_REQUESTHEADER_0,RINGLOG_TRACE_REQUESTHEADERS",
			"RINGLOG_ISOLATION_CONSOLE_POLICE,RINGLOG_ISOLATION_CONSOLE_POLICY" })
	void tellsTheNearestEnvironmentVariable(String name, String nearest) {
		assertThat(describe(Environments.variables(name, "1"))).singleElement()
			.asString()
			.contains("has no effect: there is no such property. It was set by", name)
			.endsWith("Did you mean " + nearest + "?");
	}

	@Test
	void tellsANameWithLineBreaksOnOneLine() {
		assertThat(describe(Environments.properties("ringlog.[a\nERROR all is lost]", "1"))).singleElement()
			.asString()
			.doesNotContain("\n")
			.contains("\\u000aERROR");
	}

	private static List<String> describe(ConfigurableEnvironment environment) {
		return RinglogSettings.bind(environment).describeUnknown();
	}

}
