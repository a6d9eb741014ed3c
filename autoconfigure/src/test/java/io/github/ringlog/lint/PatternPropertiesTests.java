package io.github.ringlog.lint;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Properties that change what Spring Boot's own configuration prints.
 */
class PatternPropertiesTests {

	@Test
	void areDefaultsIfNoneIsSet() {
		assertThat(PatternProperties.areDefaults(new MockEnvironment().withProperty("logging.level.root", "debug")))
			.isTrue();
	}

	@Test
	void areDefaultsWithTheSuggestedCorrelation() {
		assertThat(PatternProperties
			.areDefaults(new MockEnvironment().withProperty("logging.pattern.correlation", "%esb{%X{traceId}}")))
			.isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "logging.pattern.console", "logging.pattern.level", "logging.pattern.correlation",
			"logging.pattern.dateformat", "logging.exception-conversion-word", "logging.structured.format.console",
			"logging.file.name", "logging.file.path" })
	void areNoDefaultsIfOneIsSet(String name) {
		assertThat(PatternProperties.areDefaults(new MockEnvironment().withProperty(name, "%L"))).isFalse();
	}

}
