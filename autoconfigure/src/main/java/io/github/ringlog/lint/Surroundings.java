package io.github.ringlog.lint;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

import io.github.ringlog.bootstrap.LoggingClassPath;
import io.github.ringlog.environment.RingLogProperties;
import io.github.ringlog.logger.RingLoggerContext;
import io.github.ringlog.pattern.LineBreaks;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.impl.Log4jContextFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * The context in which a configuration is linted: the machine and the application.
 *
 * @param container whether the application runs in a container
 * @param webApplication whether it is a web application
 * @param lossySelector the context selector, if Log4j's own asynchronous loggers would
 * lose events with the Disruptor that is there
 * @param isolated the appenders that the settings isolate
 * @param environment the properties of the application, if they are known
 */
record Surroundings(boolean container, boolean webApplication, @Nullable String lossySelector, Set<String> isolated,
		@Nullable Environment environment) {

	private static final RingLogProperties.Trace DEFAULT_TRACE = RingLogProperties.defaults().trace();

	static Surroundings of(LoggerContext context) {
		return new Surroundings(isInContainer(), false, findLossySelector(),
				(context instanceof RingLoggerContext ring) ? ring.isolatedStatistics().keySet() : Set.of(),
				(context.getObject(UnstartedConfiguration.ENVIRONMENT) instanceof Environment environment) ? environment
						: null);
	}

	/**
	 * Surroundings of which nothing is known.
	 */
	static Surroundings unknown() {
		return new Surroundings(false, false, null, Set.of(), null);
	}

	/**
	 * Surroundings of an application of which only the settings and the class path are
	 * known.
	 */
	static Surroundings ofBuild(Environment environment) {
		Set<String> isolated = Binder.get(environment)
			.bind("ringlog.isolation", Bindable.mapOf(String.class, Object.class))
			.orElse(Map.of())
			.keySet();
		return new Surroundings(false, isWebApplication(environment, WebApplicationType.deduce()), null, isolated,
				environment);
	}

	/**
	 * Return whether an application is a web application.
	 * @param environment its settings
	 * @param type what it is if its settings don't say
	 */
	static boolean isWebApplication(Environment environment, @Nullable WebApplicationType type) {
		WebApplicationType set = Binder.get(environment)
			.bind("spring.main.web-application-type", WebApplicationType.class)
			.orElse(type);
		return set == WebApplicationType.SERVLET || set == WebApplicationType.REACTIVE;
	}

	/**
	 * Return the same surroundings of a web application.
	 */
	Surroundings ofWebApplication() {
		return new Surroundings(this.container, true, this.lossySelector, this.isolated, this.environment);
	}

	/**
	 * Return whether the value of an MDC key is one that Ringlog has validated: it has no
	 * line breaks.
	 */
	boolean isValidated(String mdcKey) {
		RingLogProperties.Trace trace = (this.environment != null) ? Binder.get(this.environment)
			.bind("ringlog.trace", RingLogProperties.Trace.class)
			.orElse(DEFAULT_TRACE) : DEFAULT_TRACE;
		return trace.enabled() && (mdcKey.equals(trace.mdcKey()) || trace.mdcHeaders().containsValue(mdcKey));
	}

	/**
	 * Return whether no text of an event begins a line in what the patterns of console
	 * and files print.
	 * @param springBoots whether the configuration is Spring Boot's own
	 */
	boolean guardsLines(boolean springBoots) {
		LineBreaks set = (this.environment != null)
				? Binder.get(this.environment).bind("ringlog.appenders.line-breaks", LineBreaks.class).orElse(null)
				: null;
		return (set != null) ? set != LineBreaks.KEEP : springBoots;
	}

	boolean isIsolated(String appender) {
		return this.isolated.stream().anyMatch(appender::equalsIgnoreCase);
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

	private static boolean isInContainer() {
		return System.getenv("KUBERNETES_SERVICE_HOST") != null || Files.exists(Path.of("/.dockerenv"))
				|| Files.exists(Path.of("/run/.containerenv"));
	}

}
