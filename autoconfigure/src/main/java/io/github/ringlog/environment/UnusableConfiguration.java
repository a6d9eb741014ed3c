package io.github.ringlog.environment;

import java.io.IOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.github.ringlog.report.PrintableText;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.AbstractConfiguration;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.ConfigurationFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.logging.LoggingApplicationListener;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.io.ApplicationResourceLoader;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.util.ClassUtils;

/**
 * Finds configurations that Log4j does not use or can't use: files of Logback, a file
 * that is not there, and one that can't be read.
 */
final class UnusableConfiguration {

	private static final String PROPERTY = LoggingApplicationListener.CONFIG_PROPERTY;

	private static final String OVERRIDE = "logging.log4j2.config.override";

	private static final String OPTIONAL = "optional:";

	// The only file that Log4j does not report as found.
	private static final String SPRING_PROPERTIES = "log4j2-spring.properties";

	private static final List<String> LOGBACK = List.of("logback-test.xml", "logback.xml", "logback-spring.xml");

	// A library may have one for its tests, or by mistake.
	private static final Predicate<String> IS_OWN = Pattern.compile("file:.*|.*(BOOT|WEB)-INF/classes.*")
		.asMatchPredicate();

	private UnusableConfiguration() {
	}

	/**
	 * Check the configurations that Spring Boot is about to have Log4j read. Without them
	 * Log4j logs next to nothing, not even why.
	 * @return whether there is one. If not, Spring Boot uses its own
	 * @throws InvalidConfigurationPropertyValueException if a property names a file that
	 * is not there, or one of Logback
	 * @throws LoggingStartException if Log4j can't read one
	 */
	static boolean check(GivenProperties given, Environment environment, LoggerContext context, ClassLoader loader) {
		String location = environment.getProperty(PROPERTY);
		boolean found = true;
		if (location != null && !isIgnored(location)) {
			check(PROPERTY, location.strip(), given, context, loader);
		}
		else {
			found = checkFound(context, loader);
		}
		List<String> overrides = Binder.get(environment)
			.bind(OVERRIDE, Bindable.listOf(String.class))
			.orElse(List.of());
		for (int i = 0; i < overrides.size(); i++) {
			if (!overrides.get(i).startsWith(OPTIONAL)) {
				String name = (given.find(OVERRIDE) != null) ? OVERRIDE : OVERRIDE + "[" + i + "]";
				check(name, overrides.get(i), given, context, loader);
			}
		}
		return found;
	}

	/**
	 * Return whether Spring Boot ignores a value of {@code logging.config}.
	 */
	private static boolean isIgnored(String location) {
		return location.isBlank() || location.strip().startsWith("-D");
	}

	private static void check(String name, String location, GivenProperties given, LoggerContext context,
			ClassLoader loader) {
		Resource resource = ApplicationResourceLoader.get(loader).getResource(location);
		// Others may be remote.
		if (!resource.isFile() && !(resource instanceof ClassPathResource)) {
			return;
		}
		if (!resource.exists()) {
			throw unusable(name, given, location, "There is no such file.");
		}
		if (isLogback(resource)) {
			throw unusable(name, given, location, "This is a configuration of Logback, which Log4j can't read. Remove "
					+ "the property, or name a configuration of Log4j.");
		}
		String described = location + ", set by " + origin(name, given);
		checkParser(described, location, loader);
		ConfigurationReading reading = ConfigurationReading
			.of(() -> ConfigurationFactory.getInstance().getConfiguration(context, null, resource.getURI(), loader));
		if (reading.problem() != null) {
			throw unreadable(described, reading.problem());
		}
	}

	/**
	 * Check the file that Log4j has found when it started, or the one that Spring Boot
	 * finds by its name.
	 */
	private static boolean checkFound(LoggerContext context, ClassLoader loader) {
		Configuration current = context.getConfiguration();
		String location = current.getConfigurationSource().getLocation();
		if (location == null) {
			ConfigurationReading reading = ConfigurationReading
				.of(() -> ConfigurationFactory.getInstance().getConfiguration(context, "-spring", null, loader));
			Configuration found = reading.configuration();
			String name = (found != null) ? found.getConfigurationSource().getLocation() : SPRING_PROPERTIES;
			if (reading.problem() != null && name != null) {
				throw unreadable(name, reading.problem());
			}
			return name != null && name.contains("-spring") && found != null;
		}
		if (current instanceof AbstractConfiguration read && read.getRootNode().getChildren().isEmpty()) {
			// It may be empty as well.
			ConfigurationReading reading = ConfigurationReading.of(() -> ConfigurationFactory.getInstance()
				.getConfiguration(context, null, current.getConfigurationSource().getURI(), loader));
			if (reading.problem() != null) {
				throw unreadable(location, reading.problem());
			}
		}
		return true;
	}

	private static void checkParser(String described, String location, ClassLoader loader) {
		String format = location.matches("(?i).*\\.ya?ml") ? "YAML"
				: (location.matches("(?i).*\\.jso?n") ? "JSON" : "");
		String group = format.equals("YAML") ? "com.fasterxml.jackson.dataformat" : "com.fasterxml.jackson.core";
		String artifact = format.equals("YAML") ? "jackson-dataformat-yaml" : "jackson-databind";
		String parser = format.equals("YAML") ? "com.fasterxml.jackson.dataformat.yaml.YAMLFactory"
				: "com.fasterxml.jackson.databind.ObjectMapper";
		if (!format.isEmpty() && !ClassUtils.isPresent(parser, loader)) {
			throw new LoggingStartException(
					"Log4j can't read %s: for %s it needs Jackson 2, and %s is not on the class path."
						.formatted(PrintableText.of(described), format, artifact),
					"""
							Add Jackson 2. Spring Boot's own Jackson 3 does not help Log4j.

							Maven:

							    <dependency>
							        <groupId>%1$s</groupId>
							        <artifactId>%2$s</artifactId>
							    </dependency>

							Gradle:

							    implementation '%1$s:%2$s'

							Or write the configuration in XML or as properties.""".formatted(group, artifact));
		}
	}

	private static LoggingStartException unreadable(String described, String problem) {
		return new LoggingStartException(PrintableText.of("Log4j can't read %s: %s".formatted(described, problem)),
				"Correct the configuration. Without it the application would run and log nothing.");
	}

	private static InvalidConfigurationPropertyValueException unusable(String name, GivenProperties given,
			String location, String reason) {
		return new InvalidConfigurationPropertyValueException(name, PrintableText.of(location),
				reason + " It was set by " + origin(name, given) + ".");
	}

	private static String origin(String name, GivenProperties given) {
		return PrintableText.of(GivenProperties.origin(given.find(name)));
	}

	private static boolean isLogback(Resource resource) {
		String name = resource.getFilename();
		if (name != null && name.startsWith("logback")) {
			return true;
		}
		try {
			return resource.getContentAsString(StandardCharsets.UTF_8).contains("class=\"ch.qos.logback.");
		}
		catch (IOException ex) {
			// Log4j reports why.
			return false;
		}
	}

	/**
	 * Describe each file of Logback that the application has brought.
	 */
	static List<String> describeLeftovers(ClassLoader loader) {
		return LOGBACK.stream()
			.flatMap((name) -> Stream.ofNullable(leftover(loader, name)))
			.map((url) -> "%s has no effect: it is a configuration of Logback, which Log4j does not read. Remove it"
				.formatted(url))
			.toList();
	}

	private static @Nullable String leftover(ClassLoader loader, String name) {
		URL url = loader.getResource(name);
		return (url != null && IS_OWN.test(url.toString())) ? url.toString() : null;
	}

}
