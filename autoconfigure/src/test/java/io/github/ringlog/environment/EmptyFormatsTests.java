package io.github.ringlog.environment;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.PropertySource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link EmptyFormats}.
 */
class EmptyFormatsTests {

	private static final String CONSOLE = "logging.structured.format.console";

	@ParameterizedTest
	@ValueSource(strings = { CONSOLE + ":", CONSOLE + ": ' '", "logging.structured.format: {console: }",
			"logging.structured.format.CONSOLE: ${nothing:}" })
	void areAbsentAndSoIsWhatTheyOverride(String yaml) {
		ConfigurableEnvironment environment = Environments.yaml(yaml + "\nother: there");
		environment.getPropertySources().addLast(new MapPropertySource("base", Map.of(CONSOLE, "ecs", "more", "too")));
		EmptyFormats.hide(environment);
		assertThat(environment.getProperty(CONSOLE)).isNull();
		assertThat(environment.containsProperty(CONSOLE)).isFalse();
		assertThat(environment.getProperty("other")).isEqualTo("there");
		assertThat(environment.getProperty("more")).isEqualTo("too");
	}

	@Test
	void areAbsentAsVariables() {
		ConfigurableEnvironment environment = Environments.variables("LOGGING_STRUCTURED_FORMAT_FILE", "",
				"RINGLOG_BUFFER_SIZE", "128");
		EmptyFormats.hide(environment);
		assertThat(environment.getProperty("logging.structured.format.file")).isNull();
		assertThat(environment.getProperty("ringlog.buffer.size")).isEqualTo("128");
	}

	@Test
	void leaveTheOriginOfOthers() {
		ConfigurableEnvironment environment = Environments.yaml(CONSOLE + ":\nringlog.buffer.size: 128");
		EmptyFormats.hide(environment);
		assertThat(RinglogSettings.of(environment).all(null).get("ringlog.buffer.size").origin())
			.contains("[application.yml] - 2:22");
		PropertySource<?> source = environment.getPropertySources()
			.stream()
			.filter((each) -> each instanceof OriginLookup
					&& !ConfigurationPropertySources.isAttachedConfigurationPropertySource(each))
			.findFirst()
			.orElseThrow();
		assertThat(OriginLookup.getOrigin(source, CONSOLE)).isNull();
	}

	@Test
	void leaveAFormatThatOverridesAnEmptyOne() {
		ConfigurableEnvironment environment = Environments.yaml(CONSOLE + ": ecs");
		environment.getPropertySources().addLast(new MapPropertySource("base", Map.of(CONSOLE, "")));
		EmptyFormats.hide(environment);
		assertThat(environment.getProperty(CONSOLE)).isEqualTo("ecs");
	}

}
