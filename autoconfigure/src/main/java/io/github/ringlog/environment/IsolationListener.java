package io.github.ringlog.environment;

import java.util.List;
import java.util.TreeSet;

import io.github.ringlog.logger.RingLoggerContext;
import org.apache.logging.log4j.LogManager;

import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.core.Ordered;

/**
 * Stops the start of an application whose settings isolate an unknown appender, as soon
 * as Spring Boot has installed the Log4j configuration.
 */
class IsolationListener implements ApplicationListener<ApplicationEnvironmentPreparedEvent>, Ordered {

	// LoggingApplicationListener has HIGHEST_PRECEDENCE + 20.
	private static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 24;

	@Override
	public int getOrder() {
		return ORDER;
	}

	@Override
	public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
		if (LogManager.getContext(event.getSpringApplication().getClassLoader(),
				false) instanceof RingLoggerContext context) {
			List<String> missing = context.missingIsolated();
			if (!missing.isEmpty()) {
				String known = String.join(", ", new TreeSet<>(context.getConfiguration().getAppenders().keySet()));
				throw new LoggingStartException(
						"ringlog.isolation names %s, but the Log4j configuration has no such appender. It has: %s."
							.formatted(String.join(", ", missing), known),
						"Use one of these names, or remove ringlog.isolation.%s.".formatted(missing.get(0)));
			}
		}
	}

}
