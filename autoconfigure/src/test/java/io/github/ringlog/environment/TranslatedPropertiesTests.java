package io.github.ringlog.environment;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link TranslatedProperties}.
 */
class TranslatedPropertiesTests {

	@ParameterizedTest
	@ValueSource(strings = { "console", "file", "level", "correlation" })
	void translatesPatterns(String name) {
		assertThat(translate("logging.pattern." + name, "%5p %X{a:-}")).isEqualTo("%5p %X{a}");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`',
			value = { "%X{id:-}|%X{id}", "%mdc{id:-}|%X{id}", "%-8X{id:-}|%-8X{id}",
					"%X{id:-none}|%equals{%X{id}}{}{none}", "%5X{id:-no id}|%5equals{%X{id}}{}{no id}",
					"%.-4mdc{id:-$1}|%.-4equals{%X{id}}{}{$1}", "%clr{%X{id:-}}{red}|%clr{%X{id}}{red}",
					"[%X{traceId:-},%X{spanId:-}] |[%X{traceId},%X{spanId}] ", "%%%X{id:-}|%%%X{id}" })
	void translatesADefaultOfAnMdcKey(String logback, String log4j) {
		assertThat(translate("logging.pattern.console", logback)).isEqualTo(log4j);
	}

	@Test
	void translatesWhatAPlaceholderBrings() {
		assertThat(translate("logging.pattern.level", "%5p [${ids}]", "ids", "%X{a:-}")).isEqualTo("%5p [%X{a}]");
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
	@CsvSource(delimiter = '|',
			value = { "logging.pattern.console|%d %p %m%n",
					"logging.pattern.console|%%X{a:-} %X{a} %X %mdc{a, b} %clr(%p){red} ${sys:X:-}",
					"logging.pattern.dateformat|HH:mm:ss,SSS", "logging.file.name|%X{a:-}" })
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
