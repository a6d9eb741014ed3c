package io.github.ringlog.environment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.mock.env.MockEnvironment;

/**
 * Environments to bind from, as {@code SpringApplication} prepares them.
 */
final class Environments {

	private Environments() {
	}

	static MockEnvironment properties(String... namesAndValues) {
		MockEnvironment environment = new MockEnvironment();
		for (int i = 0; i < namesAndValues.length; i += 2) {
			environment.setProperty(namesAndValues[i], namesAndValues[i + 1]);
		}
		return attach(environment);
	}

	static ConfigurableEnvironment variables(String... namesAndValues) {
		Map<String, Object> variables = new HashMap<>();
		for (int i = 0; i < namesAndValues.length; i += 2) {
			variables.put(namesAndValues[i], namesAndValues[i + 1]);
		}
		MockEnvironment environment = new MockEnvironment();
		environment.getPropertySources()
			.addFirst(new SystemEnvironmentPropertySource(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
					variables));
		return attach(environment);
	}

	static ConfigurableEnvironment yaml(String content) {
		MockEnvironment environment = new MockEnvironment();
		ByteArrayResource resource = new ByteArrayResource(content.getBytes(StandardCharsets.UTF_8), "application.yml");
		MutablePropertySources sources = environment.getPropertySources();
		try {
			new YamlPropertySourceLoader().load("application.yml", resource).forEach(sources::addFirst);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return attach(environment);
	}

	static <E extends ConfigurableEnvironment> E attach(E environment) {
		ConfigurationPropertySources.attach(environment);
		return environment;
	}

}
