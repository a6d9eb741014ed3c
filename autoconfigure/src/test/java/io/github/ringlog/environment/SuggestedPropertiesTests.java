package io.github.ringlog.environment;

import java.util.Map;

import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link SuggestedProperties}.
 */
class SuggestedPropertiesTests {

	private static final RingLogProperties.Trace TRACE = RingLogProperties.defaults().trace();

	@Test
	void suggestsAPatternWithTheKey() {
		assertThat(suggest(Environments.properties("ringlog.trace.mdc-key", "rid"))
			.getProperty("logging.pattern.correlation")).isEqualTo("%resb{%X{rid}}");
	}

	@Test
	void suggestsThatReactorPropagatesItsContext() {
		assertThat(suggest(Environments.properties()).getProperty("spring.reactor.context-propagation"))
			.isEqualTo("auto");
	}

	@Test
	void suggestsNothingWithoutTraceIds() {
		ConfigurableEnvironment environment = suggest(Environments.properties("ringlog.trace.enabled", "false"));
		assertThat(environment.containsProperty("logging.pattern.correlation")).isFalse();
		assertThat(environment.containsProperty("spring.reactor.context-propagation")).isFalse();
	}

	@Test
	void leavesWhatTheUserHasSet() {
		ConfigurableEnvironment environment = suggest(Environments.properties("logging.pattern.correlation", "",
				"spring.reactor.context-propagation", "limited"));
		assertThat(environment.getProperty("logging.pattern.correlation")).isEmpty();
		assertThat(environment.getProperty("spring.reactor.context-propagation")).isEqualTo("limited");
	}

	@Test
	void leavesTheFormatOfSpringBootWhereThatExpectsIds() {
		ConfigurableEnvironment environment = suggest(Environments.properties("logging.expect-correlation-id", "true"));
		assertThat(environment.containsProperty("logging.pattern.correlation")).isFalse();
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
		assertThat(environment.getProperty("spring.reactor.context-propagation")).isEqualTo("auto");
	}

	@Test
	void suggestsNothingToAReactorThatIsNotThere() {
		ConfigurableEnvironment environment = Environments.properties();
		SuggestedProperties.add(environment, TRACE, new FilteredClassLoader("reactor.core"));
		assertThat(environment.containsProperty("spring.reactor.context-propagation")).isFalse();
		SuggestedProperties.add(environment, TRACE, new FilteredClassLoader("io.micrometer.context"));
		assertThat(environment.containsProperty("spring.reactor.context-propagation")).isFalse();
	}

	private ConfigurableEnvironment suggest(ConfigurableEnvironment environment) {
		SuggestedProperties.add(environment, RingLogProperties.of(environment).trace(), getClass().getClassLoader());
		return environment;
	}

}
