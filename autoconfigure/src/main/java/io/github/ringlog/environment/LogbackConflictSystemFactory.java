package io.github.ringlog.environment;

import io.github.ringlog.bootstrap.LoggingClassPath;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.logging.LoggingSystemFactory;
import org.springframework.boot.logging.log4j2.Log4J2LoggingSystem;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Chooses Log4j's logging system if Logback is on the class path and SLF4J is bound to
 * something else. Spring Boot would choose Logback's system, which throws an exception of
 * its own, even though Logback is not in use.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
class LogbackConflictSystemFactory implements LoggingSystemFactory {

	@Override
	public @Nullable LoggingSystem getLoggingSystem(ClassLoader classLoader) {
		return (LoggingClassPath.hasLogback() && !isBoundToLogback())
				? new Log4J2LoggingSystem.Factory().getLoggingSystem(classLoader) : null;
	}

	private static boolean isBoundToLogback() {
		return LoggerFactory.getILoggerFactory().getClass().getName().startsWith("ch.qos.logback");
	}

}
