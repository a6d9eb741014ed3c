package io.github.ringlog.aot;

import java.lang.reflect.Field;
import java.util.List;

import io.github.ringlog.bootstrap.RinglogPropertySource;
import io.github.ringlog.environment.RinglogProperties;
import io.github.ringlog.json.StructuredLayouts;
import io.github.ringlog.logger.RinglogContextSelector;
import org.apache.logging.log4j.core.config.AppenderControl;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.impl.Log4jProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.core.io.support.SpringFactoriesLoader;

import static org.assertj.core.api.Assertions.assertThat;

class RinglogRuntimeHintsTests {

	private final RuntimeHints hints = new RuntimeHints();

	@BeforeEach
	void register() {
		SpringFactoriesLoader.forResourceLocation("META-INF/spring/aot.factories")
			.load(RuntimeHintsRegistrar.class)
			.stream()
			.filter(RinglogRuntimeHints.class::isInstance)
			.forEach((registrar) -> registrar.registerHints(this.hints, getClass().getClassLoader()));
	}

	@ParameterizedTest
	@ValueSource(strings = { "META-INF/services/org.apache.logging.log4j.util.PropertySource",
			"META-INF/services/io.github.ringlog.text.ByteEncoders",
			"META-INF/org/apache/logging/log4j/core/config/plugins/Log4j2Plugins.dat" })
	void haveTheFiles(String name) {
		assertThat(getClass().getClassLoader().getResource(name)).isNotNull();
		assertThat(RuntimeHintsPredicates.resource().forResource(name)).accepts(this.hints);
	}

	@ParameterizedTest
	@ValueSource(strings = { "pattern.SanitizedPatternConverter", "pattern.LineNumberConverter" })
	void haveThePluginsWhoseFactoriesLog4jCalls(String name) throws ClassNotFoundException {
		Class<?> plugin = Class.forName("io.github.ringlog." + name);
		assertThat(RuntimeHintsPredicates.reflection()
			.onType(plugin)
			.withMemberCategory(MemberCategory.INVOKE_DECLARED_METHODS)).accepts(this.hints);
	}

	@Test
	void haveTheFieldsThatTellHowLoggersReferToAppenders() throws NoSuchFieldException {
		for (Field field : List.of(LoggerConfig.class.getDeclaredField("appenders"),
				AppenderControl.class.getDeclaredField("intLevel"))) {
			assertThat(RuntimeHintsPredicates.reflection().onFieldAccess(field)).accepts(this.hints);
		}
	}

	@ParameterizedTest
	@ValueSource(classes = { RinglogContextSelector.class, RinglogPropertySource.class, Log4jProvider.class,
			StructuredLayouts.class })
	void haveWhatIsMadeByName(Class<?> type) {
		assertThat(RuntimeHintsPredicates.reflection()
			.onType(type)
			.withMemberCategory(MemberCategory.INVOKE_DECLARED_CONSTRUCTORS)).accepts(this.hints);
	}

	@Test
	void haveTheFormatterOfSpringBootsLayout() throws ClassNotFoundException {
		Field formatter = StructuredLayouts.formatterOf(Class.forName(StructuredLayouts.LAYOUT));
		assertThat(formatter).isNotNull();
		assertThat(RuntimeHintsPredicates.reflection().onFieldAccess(formatter)).accepts(this.hints);
	}

	@ParameterizedTest
	@ValueSource(classes = { RinglogProperties.class, RinglogProperties.Overflow.class, RinglogProperties.Trace.class })
	void haveTheSettings(Class<?> settings) {
		assertThat(RuntimeHintsPredicates.reflection()
			.onType(settings)
			.withMemberCategory(MemberCategory.INVOKE_DECLARED_METHODS)).accepts(this.hints);
	}

}
