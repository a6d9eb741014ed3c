package io.github.ringlog.environment;

import java.util.Map;

import org.junit.jupiter.api.Test;

import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link SuggestedProperties}.
 */
class SuggestedPropertiesTests {

	@Test
	void suggestsAPatternWithTheKey() {
		assertThat(suggest(Environments.properties("ringlog.trace.mdc-key", "rid"))
			.getProperty("logging.pattern.correlation")).isEqualTo("%esb{%X{rid}}");
	}

	@Test
	void suggestsNothingWithoutTraceIds() {
		ConfigurableEnvironment environment = suggest(Environments.properties("ringlog.trace.enabled", "false"));
		assertThat(environment.containsProperty("logging.pattern.correlation")).isFalse();
	}

	@Test
	void leavesWhatTheUserHasSet() {
		ConfigurableEnvironment environment = suggest(Environments.properties("logging.pattern.correlation", ""));
		assertThat(environment.getProperty("logging.pattern.correlation")).isEmpty();
	}

	@Test
	void leavesTheFormatOfSpringBootWhereThatExpectsIds() {
		ConfigurableEnvironment environment = suggest(Environments.properties("logging.expect-correlation-id", "true"));
		assertThat(environment.containsProperty("logging.pattern.correlation")).isFalse();
	}

	@Test
	void putsTheNumberBeforeTheIdsWhereLinesHaveOne() {
		assertThat(suggest(Environments.properties("ringlog.receipts.enabled", "true"))
			.getProperty("logging.pattern.correlation")).isEqualTo("%seq{[}{] }%esb{%X{traceId}}");
	}

	@Test
	void putsTheNumberBeforeTheFormatOfSpringBoot() {
		assertThat(suggest(
				Environments.properties("ringlog.receipts.enabled", "true", "logging.expect-correlation-id", "true"))
			.getProperty("logging.pattern.correlation")).isEqualTo("%seq{[}{] }%correlationId");
	}

	@Test
	void suggestsTheNumberWithoutTraceIds() {
		assertThat(
				suggest(Environments.properties("ringlog.receipts.enabled", "true", "ringlog.trace.enabled", "false"))
					.getProperty("logging.pattern.correlation"))
			.isEqualTo("%seq{[}{] }");
	}

	@Test
	void keepsTheDefaultPropertiesOfTheApplication() {
		ConfigurableEnvironment environment = Environments.properties();
		environment.getPropertySources()
			.addLast(new MapPropertySource("defaultProperties",
					Map.of("logging.pattern.correlation", "[%X] ", "server.port", "7")));
		suggest(environment);
		assertThat(environment.getProperty("logging.pattern.correlation")).isEqualTo("[%X] ");
		assertThat(environment.getProperty("server.port")).isEqualTo("7");
	}

	private static ConfigurableEnvironment suggest(ConfigurableEnvironment environment) {
		SuggestedProperties.add(environment, RinglogProperties.of(environment));
		return environment;
	}

}
