package io.github.ringlog.environment;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.ringlog.pattern.LogbackPattern;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.env.OriginTrackedMapPropertySource;
import org.springframework.boot.logging.LogFile;
import org.springframework.boot.logging.LoggingSystemProperty;
import org.springframework.boot.origin.OriginTrackedValue;
import org.springframework.boot.system.ApplicationPid;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MutablePropertySources;

/**
 * Spring Boot's properties for patterns of log lines and of file names, in the words of
 * Log4j: with Log4j's conversion words in place of Logback's, and with the values of
 * Spring Boot's own variables, such as <code>${LOG_FILE}</code>, which stand in the
 * documented defaults and which Log4j does not resolve. They keep their origin. A value
 * in which there is nothing to translate stays where it is.
 */
public final class TranslatedProperties {

	private static final String PROPERTY_SOURCE = "ringlogTranslations";

	private static final String DATE_FORMAT = "logging.pattern.dateformat";

	private static final List<String> NAMES = List.of("logging.pattern.console", "logging.pattern.file",
			"logging.pattern.level", "logging.pattern.correlation", DATE_FORMAT, "logging.exception-conversion-word",
			"logging.log4j2.rollingpolicy.file-name-pattern");

	// With a default in the dialect of Logback or of Spring.
	private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)(?::-?([^${}]*))?}");

	private TranslatedProperties() {
	}

	/**
	 * Add the translations to an environment, where they hide the values that the user
	 * has set.
	 * @param environment the environment of the application
	 */
	public static void add(ConfigurableEnvironment environment) {
		MutablePropertySources sources = environment.getPropertySources();
		// The environment may come from an application that was here before.
		sources.remove(PROPERTY_SOURCE);
		GivenProperties given = new GivenProperties(environment);
		Map<String, Object> translations = new LinkedHashMap<>();
		for (String name : NAMES) {
			ConfigurationProperty property = given.find(name);
			if (property != null && property.getValue() instanceof CharSequence value) {
				String before = environment.resolvePlaceholders(value.toString());
				String translation = translate(name, value.toString(), environment, given);
				if (!translation.equals(before)) {
					// Spring has resolved what it can, and Log4j resolves the rest.
					translations.put(name,
							OriginTrackedValue.of(translation.replace("${", "\\${"), property.getOrigin()));
				}
			}
		}
		if (!translations.isEmpty()) {
			sources.addFirst(new OriginTrackedMapPropertySource(PROPERTY_SOURCE, translations, true));
		}
	}

	private static String translate(String name, String value, ConfigurableEnvironment environment,
			GivenProperties given) {
		String resolved = environment.resolvePlaceholders(resolveVariables(name, value, environment, given));
		return name.equals(DATE_FORMAT) ? LogbackPattern.translateDate(resolved)
				: LogbackPattern.of(resolved).translation();
	}

	/**
	 * Replace the variables of Spring Boot that the environment does not have, unless it
	 * is the property itself that they stand for.
	 */
	private static String resolveVariables(String name, String value, ConfigurableEnvironment environment,
			GivenProperties given) {
		return VARIABLE.matcher(value).replaceAll((match) -> {
			LoggingSystemProperty variable = variable(match.group(1));
			String replacement = null;
			if (variable != null && !environment.containsProperty(match.group(1))) {
				String known = name.equals(variable.getApplicationPropertyName()) ? null
						: valueOf(variable, environment, given);
				replacement = (known != null) ? known : match.group(2);
			}
			return Matcher.quoteReplacement((replacement != null) ? replacement : match.group());
		});
	}

	private static @Nullable LoggingSystemProperty variable(String name) {
		return Arrays.stream(LoggingSystemProperty.values())
			.filter((property) -> property.getEnvironmentVariableName().equals(name))
			.findAny()
			.orElse(null);
	}

	private static @Nullable String valueOf(LoggingSystemProperty variable, ConfigurableEnvironment environment,
			GivenProperties given) {
		if (variable == LoggingSystemProperty.PID) {
			return new ApplicationPid().toString();
		}
		if (variable.getApplicationPropertyName() != null) {
			ConfigurationProperty property = given.find(variable.getApplicationPropertyName());
			return (property != null) ? String.valueOf(property.getValue()) : null;
		}
		Properties files = new Properties();
		LogFile file = LogFile.get(environment);
		if (file != null) {
			file.applyTo(files);
		}
		return files.getProperty(variable.getEnvironmentVariableName());
	}

}
