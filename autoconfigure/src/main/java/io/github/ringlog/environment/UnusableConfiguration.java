package io.github.ringlog.environment;

import java.io.IOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.logging.LoggingApplicationListener;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.io.ApplicationResourceLoader;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;

/**
 * Finds configurations that Log4j does not use, or can't: files of Logback, and one that
 * is not there.
 */
final class UnusableConfiguration {

	private static final String PROPERTY = LoggingApplicationListener.CONFIG_PROPERTY;

	private static final List<String> LOGBACK = List.of("logback-test.xml", "logback.xml", "logback-spring.xml");

	// A library may have one for its tests, or by mistake.
	private static final Predicate<String> IS_OWN = Pattern.compile("file:.*|.*(BOOT|WEB)-INF/classes.*")
		.asMatchPredicate();

	private UnusableConfiguration() {
	}

	/**
	 * Check the file that {@code logging.config} names. Without it Log4j logs next to
	 * nothing, not even why.
	 * @throws InvalidConfigurationPropertyValueException if it is not there, or one of
	 * Logback
	 */
	static void check(GivenProperties given, Environment environment, ClassLoader loader) {
		String location = environment.getProperty(PROPERTY);
		if (location == null || PackagedConfiguration.isIgnored(location)) {
			return;
		}
		Resource resource = ApplicationResourceLoader.get(loader).getResource(location.strip());
		// Others may be remote.
		boolean local = resource.isFile() || resource instanceof ClassPathResource;
		if (local && !resource.exists()) {
			throw unusable(given, location, "There is no such file.");
		}
		if (local && isLogback(resource)) {
			throw unusable(given, location, "This is a configuration of Logback, which Log4j can't read. Remove the "
					+ "property, or name a configuration of Log4j.");
		}
	}

	private static InvalidConfigurationPropertyValueException unusable(GivenProperties given, String location,
			String reason) {
		ConfigurationProperty property = given.find(PROPERTY);
		String origin = (property != null) ? GivenProperties.origin(property) : "an unknown place";
		return new InvalidConfigurationPropertyValueException(PROPERTY, GivenProperties.printable(location),
				reason + " It was set by " + GivenProperties.printable(origin) + ".");
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
			// Log4j tells why.
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
