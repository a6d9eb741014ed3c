package io.github.ringlog.lint;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.springframework.boot.logging.LogFile;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.util.ClassUtils;
import org.springframework.util.ResourceUtils;

/**
 * Checks the Log4j configuration that an application with certain settings would have,
 * once for each profile.
 */
final class ApplicationSettingsCheck {

	private static final List<String> NAMES = List.of("log4j2", "log4j2-spring");

	private static final List<String> EXTENSIONS = List.of(".properties", ".yaml", ".yml", ".json", ".jsn", ".xml");

	// There since Spring Boot 4.1.
	private static final String ROLLING_POLICY = "org.springframework.boot.logging.log4j2.SpringBootTriggeringPolicy";

	private ApplicationSettingsCheck() {
	}

	/**
	 * Check the settings: with the profiles that the build has made active, or else
	 * without any and with each that the settings know.
	 * @param uri the address of the file
	 * @return the findings, those that are there without a profile first
	 */
	static List<Finding> check(String uri) {
		ApplicationSettings settings = new ApplicationSettings(uri);
		List<String> active = ApplicationSettings.names(new StandardEnvironment(), "spring.profiles.active");
		Set<Finding> findings = new LinkedHashSet<>(check(settings, active));
		if (active.isEmpty()) {
			Set<Finding> known = Set.copyOf(findings);
			for (String profile : settings.profiles()) {
				check(settings, List.of(profile)).stream()
					.filter((finding) -> !known.contains(finding))
					.forEach((finding) -> findings.add(withProfile(finding, profile)));
			}
		}
		return new ArrayList<>(findings);
	}

	private static Finding withProfile(Finding finding, String profile) {
		return new Finding(finding.rule(), finding.severity(), finding.where(), finding.pattern(), finding.specifier(),
				finding.position(), "With the profile " + profile + ": " + finding.message(), finding.advice());
	}

	private static List<Finding> check(ApplicationSettings settings, List<String> profiles) {
		ConfigurableEnvironment environment = settings.environment(profiles);
		return LoggingSystemPropertiesScope.call(environment,
				() -> ConfigurationLinter.lint(
						UnstartedConfiguration.read(location(settings, environment), environment), capture(environment),
						Surroundings.ofBuild(environment)));
	}

	private static LocationCapture capture(ConfigurableEnvironment environment) {
		if (!environment.getProperty("ringlog.enabled", Boolean.class, true)) {
			return LocationCapture.ON_DEMAND_SYNCHRONOUS;
		}
		return environment.getProperty("ringlog.location.capture", Boolean.class, false) ? LocationCapture.ON_DEMAND
				: LocationCapture.NEVER;
	}

	/**
	 * Find the configuration as Spring Boot and Ringlog do.
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
			.orElseGet(() -> packaged(environment));
	}

	private static String packaged(ConfigurableEnvironment environment) {
		boolean file = LogFile.get(environment) != null;
		if (capture(environment) == LocationCapture.ON_DEMAND_SYNCHRONOUS
				|| !environment.getProperty("ringlog.appenders.enabled", Boolean.class, true)) {
			return "org/springframework/boot/logging/log4j2/" + (file ? "log4j2-file.xml" : "log4j2.xml");
		}
		String fileName = ClassUtils.isPresent(ROLLING_POLICY, null) ? "log4j2-file.xml" : "log4j2-file-4.0.xml";
		return "io/github/ringlog/appender/" + (file ? fileName : "log4j2.xml");
	}

}
