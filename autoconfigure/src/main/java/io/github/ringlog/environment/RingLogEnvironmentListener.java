package io.github.ringlog.environment;

import java.util.List;

import io.github.ringlog.bootstrap.Deployment;
import io.github.ringlog.bootstrap.LoggingClassPath;
import io.github.ringlog.bootstrap.RingLogPropertySource;
import io.github.ringlog.logger.RingLoggerContext;
import io.github.ringlog.receipts.Receipts;
import io.github.ringlog.ring.RingSettings;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.apache.logging.log4j.core.LoggerContext;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.boot.context.event.ApplicationFailedEvent;
import org.springframework.boot.context.event.ApplicationPreparedEvent;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;

/**
 * Brings the settings to the engine between two listeners of Spring Boot: after the one
 * that reads {@code application.yml}, before the one that initialises logging. One for
 * each {@link SpringApplication}.
 */
class RingLogEnvironmentListener implements ApplicationListener<ApplicationEvent>, Ordered {

	// EnvironmentPostProcessorApplicationListener has HIGHEST_PRECEDENCE + 10,
	// LoggingApplicationListener HIGHEST_PRECEDENCE + 20.
	private static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 15;

	private static final String ANNOUNCED = StartUpLine.class.getName();

	private static final String SHUTDOWN_HOOK = "SpringApplicationShutdownHook";

	private static final Runnable NO_HANDLER = () -> {
	};

	private @Nullable RingLogSettings settings;

	private @Nullable RingLoggerContext ringContext;

	private List<String> differences = List.of();

	@Override
	public int getOrder() {
		return ORDER;
	}

	@Override
	public void onApplicationEvent(ApplicationEvent event) {
		if (event instanceof ApplicationEnvironmentPreparedEvent prepared) {
			if (!isBootstrapContext(prepared.getEnvironment())) {
				prepare(prepared.getEnvironment(), prepared.getSpringApplication());
			}
		}
		else if (event instanceof ApplicationPreparedEvent prepared) {
			report(prepared.getApplicationContext().getEnvironment(), prepared.getSpringApplication().getClassLoader());
		}
		else if (event instanceof ApplicationStartedEvent started) {
			reportLateValues(started.getApplicationContext().getEnvironment());
		}
		else if (event instanceof ApplicationFailedEvent failed) {
			leaveContainer(failed.getApplicationContext());
		}
		else if (event instanceof ContextClosedEvent closed) {
			leaveContainer(closed.getApplicationContext());
		}
	}

	/**
	 * Spring Cloud's bootstrap context comes with an environment of its own, in which the
	 * application's configuration is not yet known.
	 */
	private static boolean isBootstrapContext(ConfigurableEnvironment environment) {
		return environment.getPropertySources().contains("bootstrap");
	}

	private void prepare(ConfigurableEnvironment environment, SpringApplication application) {
		RingLogSettings settings = RingLogSettings.bind(environment);
		RingLogProperties properties = settings.properties();
		ClassLoader loader = application.getClassLoader();
		if (properties.enabled() && RingLogPropertySource.isEnabled()) {
			checkClassPath(loader);
			if (LogManager.getContext(loader, false) instanceof LoggerContext context) {
				boolean given = UnusableConfiguration.check(new GivenProperties(environment), environment, context,
						loader);
				if (!given && !PluginLists.areComplete()) {
					throw ClassPathReport.of(LoggingClassPath.Problem.PLUGINS_LOST);
				}
			}
			TranslatedProperties.add(environment);
		}
		SuggestedProperties.add(environment, properties);
		if (LogManager.getContext(loader, false) instanceof RingLoggerContext context) {
			if (properties.receipts().enabled()) {
				Receipts.install(context, new ReceiptCounts(context));
			}
			context.setLineBreaks(properties.appenders().lineBreaks());
			this.differences = context.configure(settings.engine());
			// Spring Boot adds its own once logging is initialised. If that fails, the
			// events in the ring must still be written.
			SpringApplication.getShutdownHandlers().add(context::drain);
			context.setEndedBy(RingLogEnvironmentListener::springsShutdownHook);
			this.ringContext = context;
		}
		this.settings = settings;
	}

	/**
	 * Return Spring Boot's shutdown hook if it runs. It may not be registered at all.
	 */
	private static @Nullable Thread springsShutdownHook() {
		return !isSpringShuttingDown() ? null
				: Thread.getAllStackTraces()
					.keySet()
					.stream()
					.filter((thread) -> thread.getName().equals(SHUTDOWN_HOOK))
					.findAny()
					.orElse(null);
	}

	/**
	 * Spring Boot's shutdown handlers can't be changed once its shutdown hook runs.
	 */
	private static boolean isSpringShuttingDown() {
		try {
			SpringApplication.getShutdownHandlers().remove(NO_HANDLER);
			return false;
		}
		catch (IllegalStateException ex) {
			return true;
		}
	}

	private static void checkClassPath(ClassLoader loader) {
		LoggingClassPath.Problem problem = LoggingClassPath.problem();
		if (problem == null && !PluginLists.haveLog4j()) {
			problem = LoggingClassPath.Problem.PLUGINS_LOST;
		}
		if (problem == null) {
			return;
		}
		boolean disruptor = problem == LoggingClassPath.Problem.DISRUPTOR_MISSING
				|| problem == LoggingClassPath.Problem.DISRUPTOR_OLD;
		String selector = ContextSelectorOrigin.find(loader).name();
		if (disruptor && selector != null && !selector.equals(RingLogPropertySource.CONTEXT_SELECTOR)) {
			// The user has chosen another selector, which needs no Disruptor of ours.
			return;
		}
		throw ClassPathReport.of(problem);
	}

	private void report(Environment environment, ClassLoader loader) {
		if (this.settings == null) {
			return;
		}
		Logger logger = logger();
		if (LogManager.getContext(loader, false).putObjectIfAbsent(ANNOUNCED, true) == null) {
			announce(logger, environment.getProperty("spring.main.log-startup-info", Boolean.class, true), loader);
		}
		if (!this.differences.isEmpty()) {
			logger.warn("Another application in this JVM has set up the logging that this one shares. These settings "
					+ "can't be changed any more: {}", String.join("; ", this.differences));
		}
		this.settings.describeUnknown().forEach((description) -> logger.warn(description));
	}

	/**
	 * Tell how the loggers write, and what has no effect on them. Once for all
	 * applications that share them.
	 */
	private void announce(Logger logger, boolean info, ClassLoader loader) {
		RingSettings settings = (this.ringContext != null) ? this.ringContext.settings() : null;
		boolean enabled = this.settings != null && this.settings.properties().enabled();
		StartUpLine line = StartUpLine.of(settings, enabled, ContextSelectorOrigin.find(loader),
				ContextSelectorOrigin.loaded());
		if (info || line.level() != Level.INFO) {
			logger.log(line.level(), line.text());
		}
		if (settings != null && settings.enabled()) {
			IneffectiveLog4jProperties.describe().forEach((description) -> logger.warn(description));
		}
		if (LoggingClassPath.problem() != LoggingClassPath.Problem.LOGBACK) {
			UnusableConfiguration.describeLeftovers(loader).forEach((description) -> logger.warn(description));
		}
	}

	/**
	 * A {@code @PropertySource} is read while the context is refreshed, long after
	 * logging has started. Listeners of a parent context are also told of the start of a
	 * child.
	 */
	private void reportLateValues(ConfigurableEnvironment environment) {
		if (this.settings != null && this.settings == RingLogSettings.of(environment)) {
			this.settings.describeLate(environment).forEach((description) -> logger().warn(description));
		}
	}

	private static Logger logger() {
		return LogManager.getLogger(RingLogEnvironmentListener.class);
	}

	/**
	 * In a container neither Spring Boot nor Log4j has a shutdown hook, and neither has
	 * the ring. The ring and its thread go with the application, also if its start fails;
	 * what is logged afterwards is written at once.
	 */
	private void leaveContainer(@Nullable ApplicationContext ended) {
		if (this.ringContext != null && (ended == null || ended.getParent() == null)
				&& Deployment.isInContainer(getClass().getClassLoader())) {
			this.ringContext.drain();
		}
	}

}
