package io.github.ringlog.lint;

import java.util.List;

import io.github.ringlog.bootstrap.LoggingClassPath;
import io.github.ringlog.environment.RinglogProperties;
import io.github.ringlog.location.AppenderPart;
import io.github.ringlog.pattern.LineBreaks;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.impl.Log4jContextFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.logging.log4j2.Log4J2LoggingSystem;
import org.springframework.core.Conventions;
import org.springframework.core.env.Environment;
import org.springframework.core.env.StandardEnvironment;

/**
 * The application for which a configuration is linted.
 *
 * @param webApplication whether the application is a web application
 * @param lossySelector the context selector, if Log4j's own asynchronous loggers would
 * lose events with the present Disruptor
 * @param environment the properties of the application, as far as they are known
 */
record LintEnvironment(boolean webApplication, @Nullable String lossySelector, Environment environment) {

	private static final String TYPE = "spring.main.web-application-type";

	// The key under which Spring Boot's parts of a Log4j configuration find the
	// environment.
	static final String ENVIRONMENT = Conventions.getQualifiedAttributeName(Log4J2LoggingSystem.class, "environment");

	static LintEnvironment of(LoggerContext context, boolean webApplication) {
		return new LintEnvironment(webApplication, findLossySelector(),
				(context.getObject(ENVIRONMENT) instanceof Environment environment) ? environment
						: new StandardEnvironment());
	}

	/**
	 * Return whether an application is a web application: according to its settings, else
	 * to its {@code SpringApplication} or its class path.
	 */
	static boolean isWebApplication(Environment environment, LoggerContext context) {
		WebApplicationType set = null;
		if (environment.containsProperty(TYPE)) {
			set = Binder.get(environment).bind(TYPE, WebApplicationType.class).orElse(null);
		}
		if (set == null) {
			set = (context.getObject(RinglogProperties.APPLICATION_TYPE) instanceof WebApplicationType type) ? type
					: WebApplicationType.deduce();
		}
		return set == WebApplicationType.SERVLET || set == WebApplicationType.REACTIVE;
	}

	/**
	 * Return whether Ringlog has validated the value of an MDC key, so that it has no
	 * line breaks.
	 */
	boolean isValidated(String mdcKey) {
		RinglogProperties.Trace trace = trace();
		return trace.enabled() && (mdcKey.equals(trace.mdcKey()) || trace.mdcHeaders().containsValue(mdcKey));
	}

	/**
	 * Return the MDC key of trace ids.
	 * @return the key, or {@code null} if requests have no ids
	 */
	@Nullable String traceKey() {
		RinglogProperties.Trace trace = trace();
		return trace.enabled() ? trace.mdcKey() : null;
	}

	private RinglogProperties.Trace trace() {
		return RinglogProperties.of(this.environment).trace();
	}

	/**
	 * Return the user's setting for line breaks, or {@code null}.
	 */
	@Nullable LineBreaks lineBreaks() {
		return RinglogProperties.of(this.environment).appenders().lineBreaks();
	}

	/**
	 * Return whether the calling thread calls an appender.
	 */
	boolean isCalledByCallers(AppenderPart appender) {
		List<String> names = RinglogProperties.of(this.environment).synchronous().appenders();
		return (names != null) ? names.contains(appender.name())
				: appender.type().getName().equals("io.sentry.log4j2.SentryAppender");
	}

	private static @Nullable String findLossySelector() {
		LoggingClassPath.Problem problem = LoggingClassPath.problem();
		if (problem == LoggingClassPath.Problem.DISRUPTOR_MISSING || problem == LoggingClassPath.Problem.DISRUPTOR_OLD
				|| !(LogManager.getFactory() instanceof Log4jContextFactory factory)) {
			return null;
		}
		String selector = factory.getSelector().getClass().getName();
		return selector.startsWith("org.apache.logging.log4j.") ? selector : null;
	}

}
