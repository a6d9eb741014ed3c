package io.github.ringlog.standalone;

import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.ringlog.settings.Limit;
import io.github.ringlog.settings.NamedSettings;
import io.github.ringlog.settings.RingSettings;
import org.apache.logging.log4j.status.StatusLogger;
import org.jspecify.annotations.Nullable;

/**
 * System properties and environment variables, with the names that settings have in
 * Spring Boot's {@code application.yml}.
 */
final class SystemSettings implements NamedSettings.Source {

	private static final Pattern ISOLATED = Pattern
		.compile("(ringlog\\.isolation\\.(.+))\\.(buffer-size|policy|max-block|drop-level)");

	private final Map<String, String> properties = new TreeMap<>();

	private final Map<String, String> variables;

	private final TreeSet<String> read = new TreeSet<>();

	SystemSettings(Properties properties, Map<String, String> variables) {
		for (String name : properties.stringPropertyNames()) {
			if (name.startsWith("ringlog.")) {
				this.properties.put(name, properties.getProperty(name));
			}
		}
		this.variables = variables;
	}

	/**
	 * Read the settings. A property that has no effect is reported to Log4j's status
	 * logger.
	 * @return the settings
	 * @throws IllegalArgumentException if a value is wrong; the message says what is
	 * allowed
	 */
	RingSettings read() {
		Map<String, String> isolated = new TreeMap<>();
		for (String name : this.properties.keySet()) {
			Matcher matcher = ISOLATED.matcher(name);
			if (matcher.matches()) {
				isolated.put(matcher.group(2), matcher.group(1));
			}
		}
		RingSettings settings = NamedSettings.read(this, isolated);
		for (String name : this.properties.keySet()) {
			if (!this.read.contains(name)) {
				StatusLogger.getLogger()
					.error("{} has no effect without Spring Boot. These have: {}", name, String.join(", ", this.read));
			}
		}
		return settings;
	}

	@Override
	public @Nullable Object find(String name, Limit limit) {
		this.read.add(name);
		String text = text(name);
		try {
			return (text == null || text.isBlank()) ? null : limit.read(text);
		}
		catch (IllegalArgumentException ex) {
			throw invalid(name, String.valueOf(ex.getMessage()));
		}
	}

	@Override
	public IllegalArgumentException invalid(String name, String reason) {
		String origin = this.properties.containsKey(name) ? "system property"
				: "environment variable " + variable(name);
		return new IllegalArgumentException(
				"%s is '%s'. %s It was set by the %s.".formatted(name, text(name), reason, origin));
	}

	private @Nullable String text(String name) {
		String property = this.properties.get(name);
		return (property != null) ? property : this.variables.get(variable(name));
	}

	private static String variable(String name) {
		return name.replace("-", "").replace('.', '_').toUpperCase(Locale.ROOT);
	}

}
