package io.github.ringlog.otlp;

import io.github.ringlog.logger.RingLoggerContext;
import org.apache.logging.log4j.LogManager;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.boot.context.event.ApplicationFailedEvent;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.boot.context.event.SpringApplicationEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.core.Ordered;
import org.springframework.util.ClassUtils;

/**
 * Adds the appender before Spring Boot initializes logging, so that it gets what is
 * logged while the application starts. If it is not known by the end of the start where
 * records go, the appender is removed.
 */
class OtlpListener implements ApplicationListener<SpringApplicationEvent>, Ordered {

	private static final String APPENDER = "io.opentelemetry.instrumentation.log4j.appender.v2_17.OpenTelemetryAppender";

	private static final String SDK = "io.opentelemetry.sdk.logs.SdkLoggerProvider";

	// Ringlog's settings come with HIGHEST_PRECEDENCE + 15, and
	// LoggingApplicationListener has HIGHEST_PRECEDENCE + 20.
	private static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 16;

	@Override
	public int getOrder() {
		return ORDER;
	}

	@Override
	public void onApplicationEvent(SpringApplicationEvent event) {
		ClassLoader loader = event.getSpringApplication().getClassLoader();
		if (!ClassUtils.isPresent(APPENDER, loader) || !ClassUtils.isPresent(SDK, loader)
				|| !(LogManager.getContext(loader, false) instanceof RingLoggerContext context)) {
			return;
		}
		if (event instanceof ApplicationEnvironmentPreparedEvent) {
			OtlpPipelines.prepare(context);
			// A start that is ended from outside has no event.
			SpringApplication.getShutdownHandlers().add(() -> OtlpPipelines.endUnused(context));
		}
		else if (event instanceof ApplicationStartedEvent || event instanceof ApplicationFailedEvent) {
			OtlpPipelines.endUnused(context);
		}
	}

}
