package io.github.ringlog.environment;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.env.OriginTrackedMapPropertySource;
import org.springframework.boot.origin.OriginTrackedValue;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MutablePropertySources;

/**
 * Translates a part of Logback's patterns that many properties use: an MDC key with a
 * default value, such as <code>%X{traceId:-}</code>. The properties keep their origins.
 */
final class TranslatedProperties {

	private static final String PROPERTY_SOURCE = "ringlogTranslations";

	private static final List<String> NAMES = List.of("logging.pattern.console", "logging.pattern.file",
			"logging.pattern.level", "logging.pattern.correlation");

	// The first alternative skips %%, which prints a percent sign and begins no word.
	private static final String MDC_KEY = "%%|%(-?\\d*(?:\\.-?\\d+)?)(?:X|mdc)\\{([^{}:]+):-([^{}%]*)}";

	private TranslatedProperties() {
	}

	/**
	 * Add the translations to an environment, where they hide the user's values.
	 */
	static void add(ConfigurableEnvironment environment) {
		MutablePropertySources sources = environment.getPropertySources();
		// An earlier application may have used the environment.
		sources.remove(PROPERTY_SOURCE);
		Map<String, Object> translations = new LinkedHashMap<>();
		for (String name : NAMES) {
			String pattern = environment.getProperty(name);
			if (pattern != null && pattern.contains(":-")) {
				String translation = Pattern.compile(MDC_KEY)
					.matcher(pattern)
					.replaceAll(TranslatedProperties::translate);
				if (!translation.equals(pattern)) {
					ConfigurationProperty property = new ConfiguredProperties(environment).find(name);
					// Spring has resolved the placeholders that it can; Log4j resolves
					// the rest.
					translations.put(name, OriginTrackedValue.of(translation.replace("${", "\\${"),
							(property != null) ? property.getOrigin() : null));
				}
			}
		}
		if (!translations.isEmpty()) {
			sources.addFirst(new OriginTrackedMapPropertySource(PROPERTY_SOURCE, translations, true));
		}
	}

	private static String translate(MatchResult match) {
		String key = "X{" + match.group(2) + "}";
		String translation = match.group();
		if (match.group(2) != null) {
			translation = "%" + match.group(1)
					+ (match.group(3).isEmpty() ? key : "equals{%" + key + "}{}{" + match.group(3) + "}");
		}
		return Matcher.quoteReplacement(translation);
	}

}
