package io.github.ringlog.lint;

import java.util.Properties;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import org.springframework.boot.logging.LogFile;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.logging.LoggingSystemProperty;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Sets the system properties that Spring Boot would set for an environment, and restores
 * them afterwards. A Log4j configuration gets these values in no other way.
 */
final class LoggingSystemPropertiesScope {

	private static final String ROLLING_POLICY = "LOG4J2_ROLLINGPOLICY_";

	private static final Lock LOCK = new ReentrantLock();

	private final Properties before;

	private LoggingSystemPropertiesScope(Properties before) {
		this.before = before;
	}

	/**
	 * Do something while the system properties are those of an environment.
	 * @param environment the environment
	 * @param task what is to be done
	 * @return what the task returns
	 */
	static <T> T call(ConfigurableEnvironment environment, Supplier<T> task) {
		LOCK.lock();
		LoggingSystemPropertiesScope scope = new LoggingSystemPropertiesScope(
				(Properties) System.getProperties().clone());
		try {
			scope.clear();
			LoggingSystem.get(LoggingSystemPropertiesScope.class.getClassLoader())
				.getSystemProperties(environment)
				.apply(LogFile.get(environment));
			return task.get();
		}
		finally {
			scope.restore();
			LOCK.unlock();
		}
	}

	/**
	 * Clear what an application in this JVM has left behind, which Spring Boot would not
	 * overwrite.
	 */
	private void clear() {
		for (LoggingSystemProperty property : LoggingSystemProperty.values()) {
			System.clearProperty(property.getEnvironmentVariableName());
		}
		System.getProperties().stringPropertyNames().forEach((name) -> {
			if (name.startsWith(ROLLING_POLICY)) {
				System.clearProperty(name);
			}
		});
	}

	private void restore() {
		clear();
		System.clearProperty("LOGGED_APPLICATION_NAME");
		this.before.stringPropertyNames().forEach((name) -> System.setProperty(name, this.before.getProperty(name)));
	}

}
