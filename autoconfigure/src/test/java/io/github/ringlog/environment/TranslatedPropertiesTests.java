package io.github.ringlog.environment;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.system.ApplicationPid;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link TranslatedProperties}.
 */
class TranslatedPropertiesTests {

	private static final String ROLLING = "logging.log4j2.rollingpolicy.file-name-pattern";

	@Test
	void resolvesTheFileInTheDocumentedPatternOfArchives() {
		assertThat(translate(ROLLING, "${LOG_FILE}.%d{yyyy-MM-dd}.%i.gz", "logging.file.name", "logs/app.log"))
			.isEqualTo("logs/app.log.%d{yyyy-MM-dd}.%i.gz");
	}

	@Test
	void resolvesTheFileInADirectory() {
		assertThat(translate(ROLLING, "${LOG_PATH}/old/%i.gz", "logging.file.path", "logs"))
			.isEqualTo("logs/old/%i.gz");
		assertThat(translate(ROLLING, "${LOG_FILE}.%i", "logging.file.path", "logs")).isEqualTo("logs/spring.log.%i");
	}

	@Test
	void leavesAFileThatIsNotThere() {
		ConfigurableEnvironment environment = Environments.properties(ROLLING, "${LOG_FILE}.%i.gz");
		TranslatedProperties.add(environment);
		assertThat(environment.getPropertySources().contains("ringlogTranslations")).isFalse();
	}

	@Test
	void leavesAVariableOfTheUsersToSpring() {
		assertThat(translate(ROLLING, "${LOG_FILE}.${node:one}.%i.gz", "LOG_FILE", "mine.log", "logging.file.name",
				"a.log"))
			.isEqualTo("mine.log.one.%i.gz");
	}

	@ParameterizedTest
	@ValueSource(strings = { "console", "file", "level", "correlation" })
	void translatesPatterns(String name) {
		assertThat(translate("logging.pattern." + name, "%clr(%5p){red} %X{a:-}")).isEqualTo("%clr{%5p}{red} %X{a}");
	}

	@Test
	void translatesAFormatOfDates() {
		assertThat(translate("logging.pattern.dateformat", "yyyy-MM-dd HH:mm:ss.SSS, UTC"))
			.isEqualTo("yyyy-MM-dd HH:mm:ss.SSS}{UTC");
	}

	@Test
	void translatesAWordForExceptions() {
		assertThat(translate("logging.exception-conversion-word", "%wex")).isEqualTo("%wEx");
	}

	@Test
	void translatesWhatAPlaceholderBrings() {
		assertThat(translate("logging.pattern.level", "%5p [${ids}]", "ids", "%X{a:-}")).isEqualTo("%5p [%X{a}]");
	}

	@Test
	void translatesTheDefaultThatIsDocumentedForLogback() {
		assertThat(translate("logging.pattern.console",
				"%clr(%d{${LOG_DATEFORMAT_PATTERN:-yyyy-MM-dd'T'HH:mm:ss.SSSXXX}}){faint} %clr(${LOG_LEVEL_PATTERN:-%5p}) "
						+ "%clr(${PID:-}){magenta} %clr(--- %esb(){APPLICATION_NAME}[%15.15t] "
						+ "${LOG_CORRELATION_PATTERN:-}){faint}%clr(%-40.40logger{39}){cyan} "
						+ "%m%n${LOG_EXCEPTION_CONVERSION_WORD:-%wEx}",
				"logging.pattern.level", "%p"))
			.isEqualTo("%clr{%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX}}{faint} %clr{%p} %clr{" + new ApplicationPid()
					+ "}{magenta} %clr{--- %esb{${sys:APPLICATION_NAME:-}}[%15.15t] }{faint}"
					+ "%clr{%-40.40logger{39}}{cyan} %m%n%wEx");
	}

	@Test
	void leavesAPatternThatStandsForItself() {
		assertThat(translate("logging.pattern.level", "${LOG_LEVEL_PATTERN:-%5p}")).isEqualTo("%5p");
	}

	@Test
	void keepsTheOrigin() {
		ConfigurableEnvironment environment = Environments.yaml("logging:\n  pattern:\n    level: '%X{a:-}'\n");
		TranslatedProperties.add(environment);
		assertThat(ConfigurationPropertySources.get(environment).iterator()).toIterable()
			.extracting(
					(source) -> source.getConfigurationProperty(ConfigurationPropertyName.of("logging.pattern.level")))
			.filteredOn((property) -> property != null)
			.first()
			.satisfies((property) -> {
				assertThat(property.getValue()).isEqualTo("%X{a}");
				assertThat(property.getOrigin()).hasToString("Byte array resource [application.yml] - 3:12");
			});
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "logging.pattern.console|%d %p %m%n",
			"logging.pattern.dateformat|HH:mm:ss,SSS", ROLLING + "|app.%d{yyyy-MM-dd}.%i.gz" })
	void addsNothingWhereNothingIsToBeTranslated(String name, String value) {
		ConfigurableEnvironment environment = Environments.properties(name, value);
		int before = environment.getPropertySources().size();
		TranslatedProperties.add(environment);
		assertThat(environment.getPropertySources()).hasSize(before);
	}

	@Test
	void forgetsTheTranslationsOfAnApplicationBefore() {
		ConfigurableEnvironment environment = Environments.properties("logging.pattern.level", "%X{a:-}");
		TranslatedProperties.add(environment);
		environment.getPropertySources()
			.addFirst(new MapPropertySource("later", Map.of("logging.pattern.level", "%X{b:-}")));
		TranslatedProperties.add(environment);
		assertThat(environment.getProperty("logging.pattern.level")).isEqualTo("%X{b}");
	}

	private static String translate(String name, String value, String... others) {
		ConfigurableEnvironment environment = Environments.properties(others);
		environment.getPropertySources().addFirst(new MapPropertySource("user", Map.of(name, value)));
		TranslatedProperties.add(environment);
		return environment.getProperty(name);
	}

}
