package io.github.ringlog.environment;

import org.springframework.boot.logging.LoggingSystem;
import org.springframework.core.env.Environment;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.core.io.ResourceLoader;

/**
 * Checks the file that {@code logging.config} names. Spring Boot ends with a stack trace
 * if the class path has no such file, as after a migration that deleted Logback's.
 */
final class NamedConfiguration {

	private static final String PROPERTY = "logging.config";

	private NamedConfiguration() {
	}

	/**
	 * Stop the start if the class path has no such file, unless a system property names
	 * the logging system or switches it off.
	 * @throws LoggingStartException if the file is missing
	 */
	static void check(Environment environment, ClassLoader loader) {
		String location = environment.getProperty(PROPERTY, "").trim();
		if (System.getProperty(LoggingSystem.SYSTEM_PROPERTY) == null
				&& location.startsWith(ResourceLoader.CLASSPATH_URL_PREFIX)
				&& !new DefaultResourceLoader(loader).getResource(location).exists()) {
			throw new LoggingStartException(PROPERTY + " is " + location + ", and the class path has no such file.",
					"Remove " + PROPERTY + ", or name a Log4j configuration that is there: " + PROPERTY
							+ "=classpath:log4j2-spring.xml");
		}
	}

}
