package io.github.ringlog.lint;

import java.util.List;
import java.util.stream.Stream;

import io.github.ringlog.environment.TranslatedProperties;

import org.springframework.boot.logging.LogFile;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.util.ResourceUtils;

/**
 * Checks the Log4j configuration that an application with certain settings would have,
 * once for each profile.
 */
final class ApplicationSettingsCheck {

	private static final List<String> NAMES = List.of("log4j2", "log4j2-spring");

	private static final List<String> EXTENSIONS = List.of(".properties", ".yaml", ".yml", ".json", ".jsn", ".xml");

	private ApplicationSettingsCheck() {
	}

	/**
	 * Check the settings, with each of their profiles.
	 * @param uri the address of the file
	 * @return the findings, those that are there without a profile first
	 */
	static List<Finding> check(String uri) {
		ApplicationSettings settings = new ApplicationSettings(uri);
		return ProfileTrials.check(settings.profiles(), (environment) -> {
			settings.addTo(environment);
			if (capture(environment) != LocationCapture.ON_DEMAND_SYNCHRONOUS) {
				TranslatedProperties.add(environment);
			}
			return LoggingSystemPropertiesScope.call(environment,
					() -> ConfigurationLinter.lint(
							UnstartedConfiguration.read(location(settings, environment), environment),
							capture(environment), Surroundings.ofBuild(environment)));
		});
	}

	private static LocationCapture capture(ConfigurableEnvironment environment) {
		if (!environment.getProperty("ringlog.enabled", Boolean.class, true)) {
			return LocationCapture.ON_DEMAND_SYNCHRONOUS;
		}
		return environment.getProperty("ringlog.location.capture", Boolean.class, false) ? LocationCapture.ON_DEMAND
				: LocationCapture.NEVER;
	}

	/**
	 * Find the configuration as Spring Boot does.
	 */
	private static String location(ApplicationSettings settings, ConfigurableEnvironment environment) {
		String set = environment.getProperty("logging.config");
		if (set != null && !set.isBlank()) {
			return set.strip();
		}
		return NAMES.stream()
			.flatMap((name) -> EXTENSIONS.stream().map((extension) -> name + extension))
			.flatMap((name) -> Stream.of(settings.directory() + name, ResourceUtils.CLASSPATH_URL_PREFIX + name))
			.filter(settings::exists)
			.findFirst()
			.orElseGet(() -> "org/springframework/boot/logging/log4j2/"
					+ ((LogFile.get(environment) != null) ? "log4j2-file.xml" : "log4j2.xml"));
	}

}
