package io.github.ringlog.environment;

import java.util.List;

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
				throw new UnknownAppenderException(missing,
						context.getConfiguration().getAppenders().keySet().stream().sorted().toList());
			}
		}
	}

}
