package io.github.ringlog.environment;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.logging.LoggingSystem;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests of {@link NamedConfiguration}.
 */
class NamedConfigurationTests {

	@Test
	void stopsTheStartIfTheFileIsMissing() {
		assertThatExceptionOfType(LoggingStartException.class).isThrownBy(() -> check("classpath:logback-spring.xml"))
			.withMessage("logging.config is classpath:logback-spring.xml, and the class path has no such file.")
			.satisfies((ex) -> assertThat(ex.getAction()).startsWith("Remove logging.config"));
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "", " ", "classpath:META-INF/spring.factories", "file:/nowhere.xml", "nowhere.xml", "-Dx=y" })
	void leavesAllElseToSpringBoot(String location) {
		assertThatCode(() -> check(location)).doesNotThrowAnyException();
	}

	@Test
	void leavesAnotherLoggingSystemAlone() {
		System.setProperty(LoggingSystem.SYSTEM_PROPERTY, LoggingSystem.NONE);
		try {
			assertThatCode(() -> check("classpath:nowhere.xml")).doesNotThrowAnyException();
		}
		finally {
			System.clearProperty(LoggingSystem.SYSTEM_PROPERTY);
		}
	}

	private static void check(String location) {
		NamedConfiguration.check(new MockEnvironment().withProperty("logging.config", location),
				NamedConfigurationTests.class.getClassLoader());
	}

}
