package io.github.ringlog.lint;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

import io.github.ringlog.bootstrap.LoggingClassPath;
import io.github.ringlog.environment.RingLogProperties;
import io.github.ringlog.logger.RingLoggerContext;
import io.github.ringlog.ring.RingSettings;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.impl.Log4jContextFactory;
import org.apache.logging.log4j.util.PropertiesUtil;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * The context in which a configuration is linted: the machine and the application.
 *
 * @param processors the processors that the JVM may use
 * @param container whether the application runs in a container
 * @param webApplication whether it is a web application
 * @param waitStrategy how the writer of the ring waits, or {@code null} without a ring
 * @param lossySelector the context selector, if Log4j's own asynchronous loggers would
 * lose events with the Disruptor that is there
 * @param log4jProperties Log4j's own properties by their name; empty when not set
 * @param isolated the appenders that the settings isolate
 * @param environment the properties of the application, if they are known
 */
record Surroundings(int processors, boolean container, boolean webApplication, @Nullable String waitStrategy,
		@Nullable String lossySelector, UnaryOperator<String> log4jProperties, Set<String> isolated,
		@Nullable Environment environment) {

	private static final RingLogProperties.Trace DEFAULT_TRACE = RingLogProperties.defaults().trace();

	static Surroundings of(LoggerContext context) {
		RingSettings settings = (context instanceof RingLoggerContext ring) ? ring.settings() : null;
		return new Surroundings(Runtime.getRuntime().availableProcessors(), isInContainer(), false,
				(settings != null && settings.enabled()) ? settings.waitStrategy().label() : null, findLossySelector(),
				(name) -> PropertiesUtil.getProperties().getStringProperty(name, ""),
				(context instanceof RingLoggerContext ring) ? ring.isolatedStatistics().keySet() : Set.of(),
				(context.getObject(UnstartedConfiguration.ENVIRONMENT) instanceof Environment environment) ? environment
						: null);
	}

	/**
	 * Surroundings of which nothing is known.
	 */
	static Surroundings unknown() {
		return new Surroundings(Integer.MAX_VALUE, false, false, null, null, (name) -> "", Set.of(), null);
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
		Surroundings unknown = unknown();
		return new Surroundings(unknown.processors, unknown.container,
				isWebApplication(environment, WebApplicationType.deduce()), unknown.waitStrategy, unknown.lossySelector,
				unknown.log4jProperties, isolated, environment);
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
		return new Surroundings(this.processors, this.container, true, this.waitStrategy, this.lossySelector,
				this.log4jProperties, this.isolated, this.environment);
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

	boolean isSet(String property, String... values) {
		String actual = this.log4jProperties.apply(property).trim().toLowerCase(Locale.ROOT);
		for (String value : values) {
			if (actual.equals(value)) {
				return true;
			}
		}
		return false;
	}

}
