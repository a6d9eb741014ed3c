package io.github.ringlog.environment;

import java.util.Map;

import org.junit.jupiter.api.Test;

import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ConfiguredProperties}: what is told of values that come too late.
 */
class ConfiguredPropertiesTests {

	private static final String LATE = " was set too late, after logging had started, by ";

	@Test
	void tellsAValueThatCameLate() {
		ConfigurableEnvironment environment = Environments.properties("ringlog.buffer.size", "128");
		ConfiguredProperties before = new ConfiguredProperties(environment);
		environment.getPropertySources()
			.addLast(new MapPropertySource("late", Map.of("ringlog.buffer.size", "256", "ringlog.trace.enabled",
					"false", "ringlog.trace.mdc-headers.X-Tenant-Id", "tenant")));
		assertThat(new ConfiguredProperties(environment).describeChanges(before))
			.anySatisfy((text) -> assertThat(text).startsWith(
					"ringlog.trace.enabled" + LATE + "\"ringlog.trace.enabled\" from property source \"late\"."))
			.anySatisfy((text) -> assertThat(text).contains("mdc-headers.x-tenant-id", LATE))
			.hasSize(2);
	}

	@Test
	void tellsAValueThatReplacesAnother() {
		ConfigurableEnvironment environment = Environments.properties("ringlog.buffer.size", "128");
		ConfiguredProperties before = new ConfiguredProperties(environment);
		environment.getPropertySources().addFirst(new MapPropertySource("late", Map.of("ringlog.buffer.size", "256")));
		assertThat(new ConfiguredProperties(environment).describeChanges(before)).singleElement()
			.asString()
			.contains("ringlog.buffer.size", "\"late\"", LATE);
	}

	@Test
	void isSilentOfAValueThatWasThereBefore() {
		ConfigurableEnvironment environment = Environments.properties("ringlog.buffer.size", "128");
		ConfiguredProperties before = new ConfiguredProperties(environment);
		environment.getPropertySources()
			.addFirst(new MapPropertySource("late", Map.of("ringlog.buffer.size", "128", "server.port", "7")));
		assertThat(new ConfiguredProperties(environment).describeChanges(before)).isEmpty();
	}

	@Test
	void tellsAValueThatIsRemoved() {
		ConfiguredProperties before = new ConfiguredProperties(Environments.properties("ringlog.buffer.size", "128"));
		assertThat(new ConfiguredProperties(Environments.properties()).describeChanges(before)).singleElement()
			.asString()
			.startsWith("ringlog.buffer.size was removed too late");
	}

}
