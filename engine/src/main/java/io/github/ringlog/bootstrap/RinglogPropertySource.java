package io.github.ringlog.bootstrap;

import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import org.apache.logging.log4j.util.PropertySource;
import org.jspecify.annotations.Nullable;

/**
 * Gives Log4j defaults: Ringlog's context selector and, outside a servlet container, that
 * this is no web application. Log4j asks this source last, so that the user's settings
 * win.
 * <p>
 * Log4j finds it as a service. If the class path keeps Ringlog from working, it does not
 * set the selector, but helps Log4j to start, so that the application can report the
 * reason.
 */
public class RinglogPropertySource implements PropertySource {

	/**
	 * The name of the context selector that makes all loggers asynchronous.
	 */
	public static final String CONTEXT_SELECTOR = "io.github.ringlog.logger.RinglogContextSelector";

	/**
	 * The default value of {@code log4j2.isWebapp}. Log4j takes any text but "true" for
	 * no; this one shows that no other source has set the property.
	 */
	public static final String NO_WEB_APPLICATION = "embedded";

	// Log4j's own sources have -200 to 200, and the lowest is asked first.
	private static final int PRIORITY = 500;

	private static final Set<String> OFF = Set.of("false", "off", "no", "0");

	private final Map<String, String> defaults;

	/**
	 * Create the source. Called by Log4j.
	 */
	public RinglogPropertySource() {
		this(RinglogPropertySource.class.getClassLoader());
	}

	RinglogPropertySource(@Nullable ClassLoader loader) {
		Map<String, String> values = new HashMap<>();
		LoggingClassPath.Problem problem = LoggingClassPath.problem();
		if (problem == null && isEnabled()) {
			values.put("log4j2.contextSelector", CONTEXT_SELECTOR);
			if (!Deployment.isInContainer(loader)) {
				values.put("log4j2.isWebapp", NO_WEB_APPLICATION);
			}
		}
		if (problem != null && LoggingClassPath.hasLog4jToSlf4j()) {
			// With two providers on the class path, Spring Boot fails before it can
			// report the problem.
			values.put("log4j2.provider", "org.apache.logging.log4j.core.impl.Log4jProvider");
		}
		this.defaults = Map.copyOf(values);
	}

	/**
	 * Return whether system properties and environment variables leave Ringlog enabled.
	 * The application's own configuration is not known yet; it may disable Ringlog later.
	 * @return whether Ringlog's selector is the default
	 */
	public static boolean isEnabled() {
		String value = System.getProperty("ringlog.enabled");
		if (value == null) {
			value = System.getenv("RINGLOG_ENABLED");
		}
		return value == null || !OFF.contains(value.trim().toLowerCase(Locale.ROOT));
	}

	@Override
	public int getPriority() {
		return PRIORITY;
	}

	@Override
	public Collection<String> getPropertyNames() {
		return this.defaults.keySet();
	}

	@Override
	public CharSequence getNormalForm(Iterable<? extends CharSequence> tokens) {
		return "log4j2." + Util.joinAsCamelCase(tokens);
	}

	@Override
	public @Nullable String getProperty(String key) {
		return this.defaults.get(key);
	}

	@Override
	public boolean containsProperty(String key) {
		return this.defaults.containsKey(key);
	}

}
