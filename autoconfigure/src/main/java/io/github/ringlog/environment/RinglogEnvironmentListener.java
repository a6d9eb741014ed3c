package io.github.ringlog.environment;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

import io.github.ringlog.bootstrap.Deployment;
import io.github.ringlog.bootstrap.LoggingClassPath;
import io.github.ringlog.bootstrap.RinglogPropertySource;
import io.github.ringlog.location.BuildReport;
import io.github.ringlog.logger.PathInUse;
import io.github.ringlog.logger.RingLoggerContext;
import io.github.ringlog.receipts.Receipts;
import io.github.ringlog.settings.RingSettings;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LoggerContext;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.event.ApplicationContextInitializedEvent;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.boot.context.event.ApplicationFailedEvent;
import org.springframework.boot.context.event.ApplicationPreparedEvent;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;

/**
 * Hands the settings to the engine, after Spring Boot has read {@code application.yml}
 * and before it initializes logging. There is one listener for each
 * {@link SpringApplication}.
 */
class RinglogEnvironmentListener implements ApplicationListener<ApplicationEvent>, Ordered {

	// EnvironmentPostProcessorApplicationListener has HIGHEST_PRECEDENCE + 10,
	// LoggingApplicationListener HIGHEST_PRECEDENCE + 20.
	private static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 15;

	private static final String REFRESH = "org.springframework.cloud.context.environment.EnvironmentChangeEvent";

	private @Nullable StartUpReport report;

	// Warnings that were logged. Refresh events come on any thread.
	private final Set<String> late = ConcurrentHashMap.newKeySet();

	private @Nullable RingLoggerContext ringContext;

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
		else if (event instanceof ApplicationContextInitializedEvent) {
			BuildReport.end();
			if (this.ringContext != null) {
				checkIsolated(this.ringContext);
			}
		}
		else if (event instanceof ApplicationPreparedEvent prepared) {
			if (this.report != null) {
				this.report.log(prepared.getApplicationContext().getEnvironment(),
						prepared.getSpringApplication().getClassLoader());
			}
		}
		else if (event instanceof ApplicationStartedEvent started) {
			warnOfLate(started.getApplicationContext());
		}
		else if (event.getClass().getName().equals(REFRESH)
				&& event.getSource() instanceof ApplicationContext refreshed) {
			warnOfLate(refreshed);
		}
		else if (event instanceof ApplicationFailedEvent failed) {
			BuildReport.end();
			leaveContainer(failed.getApplicationContext());
		}
		else if (event instanceof ContextClosedEvent closed) {
			beginClose(new WeakReference<>(closed.getApplicationContext()));
			leaveContainer(closed.getApplicationContext());
		}
	}

	/**
	 * Warn once about each value that came too late: from a {@code @PropertySource},
	 * which is read while the context is refreshed, or from Spring Cloud.
	 */
	private void warnOfLate(ApplicationContext application) {
		// Listeners of a parent context are also notified of the events of a child.
		Environment environment = application.getEnvironment();
		if (this.report != null && this.report.settings() == RinglogSettings.of(environment)) {
			for (String description : this.report.settings().describeLate(environment)) {
				if (this.late.add(description)) {
					StartUpReport.warn(List.of(description));
				}
			}
		}
	}

	private void beginClose(Reference<ApplicationContext> closing) {
		if (this.ringContext != null) {
			this.ringContext.setClosing(
					() -> closing.get() instanceof ConfigurableApplicationContext context && context.isActive());
		}
	}

	/**
	 * Return whether this is the environment of Spring Cloud's bootstrap context, which
	 * does not have the application's configuration yet.
	 */
	private static boolean isBootstrapContext(ConfigurableEnvironment environment) {
		return environment.getPropertySources().contains("bootstrap");
	}

	private void prepare(ConfigurableEnvironment environment, SpringApplication application) {
		EmptyFormats.hide(environment);
		RinglogSettings settings = RinglogSettings.bind(environment);
		RinglogProperties properties = settings.properties();
		ClassLoader loader = application.getClassLoader();
		if (LogManager.getContext(loader, false) instanceof LoggerContext context) {
			context.putObject(RinglogProperties.APPLICATION_TYPE, application.getWebApplicationType());
		}
		if (properties.enabled() && RinglogPropertySource.isEnabled()) {
			checkClassPath(loader);
			NamedConfiguration.check(environment, loader);
		}
		TranslatedProperties.add(environment);
		SuggestedProperties.add(environment, properties);
		RingSettings engine = null;
		PathInUse path = null;
		List<String> differences = List.of();
		if (LogManager.getContext(loader, false) instanceof RingLoggerContext context) {
			if (properties.receipts().enabled()) {
				Receipts.install(context, new ReceiptCounts(context));
			}
			context.setLineBreaks(properties.appenders().lineBreaks());
			differences = context.configure(settings.engine());
			// Spring Boot adds its own handler once logging is initialized. If that
			// fails, the events in the ring must still be written. Handlers run in
			// reverse order, after all application contexts are closed: this one runs
			// after Spring Boot's, and reports events that came later.
			SpringApplication.getShutdownHandlers().add(context::endOfApplication);
			context.setClosing(() -> false);
			this.ringContext = context;
			engine = context.settings();
			path = context.path();
			// Covers the configuration that Spring Boot makes Log4j read next.
			BuildReport.begin();
		}
		this.report = new StartUpReport(settings, engine, path, differences);
	}

	/**
	 * Stop the start of an application whose settings isolate an unknown appender, as
	 * soon as Spring Boot has installed the Log4j configuration.
	 */
	private static void checkIsolated(RingLoggerContext context) {
		List<String> missing = context.missingIsolated();
		if (!missing.isEmpty()) {
			String known = String.join(", ", new TreeSet<>(context.getConfiguration().getAppenders().keySet()));
			throw new LoggingStartException(
					"ringlog.isolation names %s, but the Log4j configuration has no such appender. It has: %s."
						.formatted(String.join(", ", missing), known),
					"Use one of these names, or remove ringlog.isolation.%s.".formatted(missing.get(0)));
		}
	}

	private static void checkClassPath(ClassLoader loader) {
		LoggingClassPath.Problem problem = LoggingClassPath.problem();
		if (problem == null && !PluginLists.areComplete()) {
			problem = LoggingClassPath.Problem.PLUGINS_LOST;
		}
		if (problem == null) {
			return;
		}
		boolean disruptor = problem == LoggingClassPath.Problem.DISRUPTOR_MISSING
				|| problem == LoggingClassPath.Problem.DISRUPTOR_OLD;
		String selector = ContextSelectorOrigin.find(loader).name();
		if (disruptor && selector != null && !selector.equals(RinglogPropertySource.CONTEXT_SELECTOR)) {
			// The selector that the user has chosen does not need our Disruptor.
			return;
		}
		throw ClassPathReport.of(problem);
	}

	/**
	 * Drain the ring when an application in a servlet container ends or fails to start:
	 * there, neither Spring Boot nor Log4j nor the ring has a shutdown hook. Events
	 * logged afterwards are written synchronously.
	 */
	private void leaveContainer(@Nullable ApplicationContext ended) {
		if (this.ringContext != null && (ended == null || ended.getParent() == null)
				&& Deployment.isInContainer(getClass().getClassLoader())) {
			this.ringContext.drain();
		}
	}

}
