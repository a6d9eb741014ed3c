package io.github.ringlog.environment;

import java.net.URL;
import java.util.ArrayList;
import java.util.List;

import io.github.ringlog.bootstrap.LoggingClassPath;
import io.github.ringlog.logger.PathInUse;
import io.github.ringlog.settings.RingSettings;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.jspecify.annotations.Nullable;

import org.springframework.core.env.Environment;

/**
 * Logs at start-up how loggers write and why, and which settings have no effect.
 *
 * @param settings the settings of the application
 * @param engine the settings of the ring, or {@code null} if the loggers are not ours
 * @param path the path of log calls, or {@code null} if the loggers are not ours
 * @param differences the settings that another application has fixed
 */
record StartUpReport(RinglogSettings settings, @Nullable RingSettings engine, @Nullable PathInUse path,
		List<String> differences) {

	private static final String ANNOUNCED = StartUpReport.class.getName();

	private static final String DISABLED = "Logging is synchronous: ringlog.enabled is false";

	private static final String NOT_IN_USE = "Ringlog is not in use, and its settings have no effect: ";

	private static final List<String> LOGBACK = List.of("logback-test.xml", "logback.xml", "logback-spring.xml");

	void log(Environment environment, ClassLoader loader) {
		// Once for all applications that share the loggers.
		if (LogManager.getContext(loader, false).putObjectIfAbsent(ANNOUNCED, true) == null) {
			announce(environment.getProperty("spring.main.log-startup-info", Boolean.class, true), loader);
		}
		if (!this.differences.isEmpty()) {
			logger().warn(
					"Another application in this JVM has set up the logging that this one shares. Set in the "
							+ "application that starts first what can't be changed any more: {}",
					String.join("; ", this.differences));
		}
		warn(this.settings.describeUnknown());
		for (String description : this.settings.describeIneffective()) {
			logger().info(description);
		}
	}

	private void announce(boolean info, ClassLoader loader) {
		logLine(info, ContextSelectorOrigin.find(loader), ContextSelectorOrigin.loaded());
		if (this.engine != null && this.engine.enabled()) {
			warn(IneffectiveLog4jProperties.describe());
		}
		if (LoggingClassPath.problem() != LoggingClassPath.Problem.LOGBACK) {
			warn(describeLeftovers(loader));
			if (info && LoggingClassPath.hasLogback()) {
				logger().info("Logback is on the class path, at {}, and gets no events: SLF4J is bound to Log4j",
						LoggingClassPath.Problem.LOGBACK.location());
			}
		}
	}

	/**
	 * Describe each Logback configuration of the application itself. A library may
	 * contain one for its tests, or by mistake.
	 */
	private static List<String> describeLeftovers(ClassLoader loader) {
		List<String> descriptions = new ArrayList<>();
		for (String name : LOGBACK) {
			URL url = loader.getResource(name);
			if (url != null && isOwn(url.toString())) {
				descriptions.add(
						url + " has no effect: it is a configuration of Logback, which Log4j does not read. Remove it");
			}
		}
		return descriptions;
	}

	private static boolean isOwn(String url) {
		return url.startsWith("file:") || url.contains("BOOT-INF/classes") || url.contains("WEB-INF/classes");
	}

	private void logLine(boolean info, ContextSelectorOrigin selector, @Nullable String loaded) {
		String line = DISABLED;
		boolean wanted = true;
		if (this.engine != null && this.engine.enabled()) {
			line = "Logging is asynchronous: ring of " + this.engine.bufferSize() + " slots, wait strategy "
					+ this.engine.waitStrategy().label() + ", overflow policy "
					+ this.engine.overflow().policy().label() + "; context selector " + selector.name() + ", set by "
					+ selector.origin() + describePath();
		}
		else if (this.engine == null && selector.name() != null) {
			wanted = loaded == null || loaded.equals(selector.name());
			line = NOT_IN_USE
					+ (wanted ? "the context selector is %s, set by %s".formatted(selector.name(), selector.origin())
							: "Log4j uses %s, because it could not load the context selector %s, set by %s"
								.formatted(loaded, selector.name(), selector.origin()));
		}
		else if (this.engine == null && this.settings.properties().enabled()) {
			wanted = false;
			line = "Logging is synchronous: the system property ringlog.enabled or the environment variable "
					+ "RINGLOG_ENABLED was false when Log4j started. To use Ringlog, remove it and start again";
		}
		if (info || !wanted) {
			logger().log(wanted ? Level.INFO : Level.WARN, line);
		}
	}

	private String describePath() {
		return (this.path != null && this.path.log4j())
				? "; events go through Log4j's own methods, because %s".formatted(this.path.reason()) : "";
	}

	static void warn(List<String> descriptions) {
		for (String description : descriptions) {
			logger().warn(description);
		}
	}

	private static Logger logger() {
		return LogManager.getLogger(RinglogEnvironmentListener.class);
	}

}
