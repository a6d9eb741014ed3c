package io.github.ringlog.environment;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Hides an empty name of a structured format, as in a profile that switches JSON off,
 * together with the values that it overrides. Spring Boot's Log4j configuration would
 * take it for a format and print bare messages.
 */
final class EmptyFormats {

	private static final List<String> NAMES = List.of("logging.structured.format.console",
			"logging.structured.format.file");

	private EmptyFormats() {
	}

	static void hide(ConfigurableEnvironment environment) {
		for (String name : NAMES) {
			String format = environment.getProperty(name);
			if (format != null && format.isBlank()) {
				List<PropertySource<?>> sources = environment.getPropertySources().stream().toList();
				for (PropertySource<?> source : sources) {
					if (!ConfigurationPropertySources.isAttachedConfigurationPropertySource(source)
							&& source instanceof EnumerablePropertySource<?> names
							&& Stream.of(names.getPropertyNames()).anyMatch((key) -> is(key, name))) {
						environment.getPropertySources().replace(source.getName(), without(name, names));
					}
				}
			}
		}
	}

	/**
	 * Return whether a key names a property, in any form that Spring Boot accepts.
	 */
	private static boolean is(String key, String name) {
		return key.replaceAll("[-_.]", "").toLowerCase(Locale.ROOT).equals(name.replace(".", ""));
	}

	private static PropertySource<?> without(String name, EnumerablePropertySource<?> source) {
		if (source instanceof SystemEnvironmentPropertySource variables) {
			// Spring Boot finds environment variables in this class only.
			Map<String, Object> others = new LinkedHashMap<>(variables.getSource());
			others.keySet().removeIf((key) -> is(key, name));
			return new SystemEnvironmentPropertySource(source.getName(), others);
		}
		return new Others(name, source);
	}

	/**
	 * The properties of a source except one.
	 */
	private static final class Others extends EnumerablePropertySource<EnumerablePropertySource<?>>
			implements OriginLookup<String> {

		private final String hidden;

		Others(String hidden, EnumerablePropertySource<?> source) {
			super(source.getName(), source);
			this.hidden = hidden;
		}

		@Override
		public String[] getPropertyNames() {
			return Stream.of(this.source.getPropertyNames())
				.filter((name) -> !is(name, this.hidden))
				.toArray(String[]::new);
		}

		@Override
		public @Nullable Object getProperty(String name) {
			return is(name, this.hidden) ? null : this.source.getProperty(name);
		}

		@Override
		public @Nullable Origin getOrigin(String name) {
			return is(name, this.hidden) ? null : OriginLookup.getOrigin(this.source, name);
		}

	}

}
