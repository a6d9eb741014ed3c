package io.github.ringlog.environment;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.jayway.jsonpath.JsonPath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the configuration metadata, which editors show: each property, with a
 * description and the default that is in force.
 */
class ConfigurationMetadataTests {

	private static final Set<String> WITHOUT_DEFAULT = Set.of("ringlog.appenders.line-breaks", "ringlog.crash-log.file",
			"ringlog.crash-log.level", "ringlog.crash-log.size", "ringlog.overflow.max-block", "ringlog.shedding.trace",
			"ringlog.shedding.debug", "ringlog.shedding.info", "ringlog.shedding.warn", "ringlog.synchronous.appenders",
			"ringlog.synchronous.loggers", "ringlog.trace.mdc-headers", "ringlog.lint.ignore", "ringlog.isolation",
			"ringlog.json.max-line", "ringlog.json.mask");

	// Only with the policy to drop.
	private static final String DROP_LEVEL = "ringlog.overflow.drop-level";

	private final Map<String, Object> metadata = read();

	@Test
	void holdsAllPropertiesAndNoOther() {
		assertThat(properties().keySet()).isEqualTo(names());
	}

	@Test
	void holdsTheSwitchOfTheHealthCheck() {
		List<String> names = JsonPath.read(this.metadata, "$.properties[*].name");
		assertThat(names).contains("management.health.ringlog.enabled");
	}

	@ParameterizedTest
	@MethodSource("names")
	void describesAProperty(String name) {
		assertThat(properties().get(name).get("description")).asString().isNotBlank().endsWith(".");
	}

	@ParameterizedTest
	@MethodSource("names")
	void holdsTheDefaultThatIsInForce(String name) {
		Object value = properties().get(name).get("defaultValue");
		if (WITHOUT_DEFAULT.contains(name)) {
			assertThat(value).isNull();
			return;
		}
		assertThat(value).isNotNull();
		assertThat(inForce(name, name, text(value))).isEqualTo(inForce(name));
	}

	@Test
	void suggestsOnlyValuesThatAreAllowed() {
		assertThat(hints()).isNotEmpty();
		hints().forEach(
				(name, values) -> values.forEach((value) -> assertThat(inForce(name, name, text(value))).isNotNull()));
	}

	private static Object inForce(String name, String... namesAndValues) {
		MockEnvironment environment = Environments.properties(namesAndValues);
		if (DROP_LEVEL.equals(name)) {
			environment.setProperty("ringlog.overflow.policy", "drop");
		}
		return SettingsBinderTests.PROPERTIES.get(name).apply(bind(environment));
	}

	private static RinglogProperties bind(MockEnvironment environment) {
		return new SettingsBinder(environment, new ConfiguredProperties(environment)).bind();
	}

	private static String text(Object value) {
		return (value instanceof List<?> list) ? list.stream().map(String::valueOf).collect(Collectors.joining(","))
				: value.toString();
	}

	static Set<String> names() {
		return new TreeSet<>(SettingsBinderTests.PROPERTIES.keySet());
	}

	private Map<String, Map<String, Object>> properties() {
		return entries("properties")
			.collect(Collectors.toMap((property) -> (String) property.get("name"), Function.identity()));
	}

	private Map<String, List<Object>> hints() {
		return entries("hints").filter((hint) -> hint.containsKey("values"))
			.collect(Collectors.toMap((hint) -> (String) hint.get("name"),
					(hint) -> ((List<?>) hint.get("values")).stream()
						.map((value) -> (Object) ((Map<?, ?>) value).get("value"))
						.toList()));
	}

	@SuppressWarnings("unchecked")
	private Stream<Map<String, Object>> entries(String key) {
		return ((List<Map<String, Object>>) this.metadata.get(key)).stream()
			// There are Spring Boot's own of the endpoint, too.
			.filter((item) -> item.get("name").toString().startsWith("ringlog"));
	}

	private static Map<String, Object> read() {
		try {
			return JsonPath.parse(new File("target/classes/META-INF/spring-configuration-metadata.json")).json();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
