package io.github.ringlog.environment;

import java.util.Map;

import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.ConfigurationException;
import org.apache.logging.log4j.core.config.ConfigurationFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.logging.LoggingApplicationListener;
import org.springframework.boot.logging.LogFile;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.logging.log4j2.Log4J2LoggingSystem;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.util.ClassUtils;

/**
 * The packaged Log4j configuration, suggested as {@code logging.config} where Spring Boot
 * would use its own: nobody has set that property, and Log4j has found no file, neither
 * at its start nor with {@code -spring} in its name.
 */
final class PackagedConfiguration {

	static final String PROPERTY_SOURCE = "ringlog";

	private static final String PROPERTY = LoggingApplicationListener.CONFIG_PROPERTY;

	private static final String OWN = "io/github/ringlog/appender/";

	private static final String SPRING_BOOT = "org/springframework/boot/logging/log4j2/";

	// There since Spring Boot 4.1.
	private static final String ROLLING_POLICY = "org.springframework.boot.logging.log4j2.SpringBootTriggeringPolicy";

	private PackagedConfiguration() {
	}

	/**
	 * Suggest the configuration, with the lowest precedence.
	 * @param environment where to
	 * @param context the context that Spring Boot is about to configure
	 * @param loader the class loader of the application
	 * @param wanted whether the packaged configuration is to be used at all
	 */
	static void suggest(ConfigurableEnvironment environment, LoggerContext context, ClassLoader loader,
			boolean wanted) {
		MutablePropertySources sources = environment.getPropertySources();
		// The environment may come from an application that was here before.
		sources.remove(PROPERTY_SOURCE);
		String set = environment.getProperty(PROPERTY);
		String directory = isIgnored(set) ? directory(context, loader, wanted) : null;
		if (directory == null) {
			return;
		}
		MapPropertySource source = new MapPropertySource(PROPERTY_SOURCE,
				Map.of(PROPERTY, "classpath:" + directory + file(environment, loader, directory)));
		if (set == null) {
			sources.addLast(source);
		}
		else {
			// Spring Boot ignores the value, which would hide ours.
			sources.addFirst(source);
		}
	}

	private static String file(ConfigurableEnvironment environment, ClassLoader loader, String directory) {
		if (LogFile.get(environment) == null) {
			return "log4j2.xml";
		}
		return (directory.equals(OWN) && !ClassUtils.isPresent(ROLLING_POLICY, loader)) ? "log4j2-file-4.0.xml"
				: "log4j2-file.xml";
	}

	/**
	 * Return whether Spring Boot ignores a value of {@code logging.config}.
	 */
	static boolean isIgnored(@Nullable String value) {
		return value == null || value.isBlank() || value.strip().startsWith("-D");
	}

	/**
	 * Return the directory of the configuration to use, or {@code null} to leave the
	 * choice to Spring Boot. Spring Boot would reuse the configuration of an earlier
	 * application in this JVM, whatever this one wants.
	 */
	private static @Nullable String directory(LoggerContext context, ClassLoader loader, boolean wanted) {
		if (!(LoggingSystem.get(loader) instanceof Log4J2LoggingSystem)) {
			return null;
		}
		String current = location(context.getConfiguration());
		boolean own = current != null && current.contains(OWN);
		if (!wanted) {
			return own ? SPRING_BOOT : null;
		}
		boolean springBoot = (current != null) ? current.contains(SPRING_BOOT) : !isSpringFilePresent(context, loader);
		return (own || springBoot) ? OWN : null;
	}

	/**
	 * Ask as {@link Log4J2LoggingSystem} does.
	 */
	private static boolean isSpringFilePresent(LoggerContext context, ClassLoader loader) {
		try {
			Configuration configuration = ConfigurationFactory.getInstance()
				.getConfiguration(context, "-spring", null, loader);
			String location = (configuration != null) ? location(configuration) : null;
			return location != null && location.contains("-spring");
		}
		catch (ConfigurationException ex) {
			// Spring Boot reports it and uses its own.
			return false;
		}
	}

	private static @Nullable String location(Configuration configuration) {
		return configuration.getConfigurationSource().getLocation();
	}

}
