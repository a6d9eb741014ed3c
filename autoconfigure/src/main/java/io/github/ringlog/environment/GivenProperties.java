package io.github.ringlog.environment;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Finds the values of {@code ringlog.*} in an environment, and where they were set. Of
 * several values of a name it finds the one in force.
 */
final class GivenProperties {

	private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("ringlog");

	private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");

	private final Iterable<ConfigurationPropertySource> sources;

	private final Map<ConfigurationPropertyName, ConfigurationProperty> given = new LinkedHashMap<>();

	GivenProperties(Environment environment) {
		this.sources = ConfigurationPropertySources.get(environment);
		for (ConfigurationPropertySource source : this.sources) {
			if (source instanceof IterableConfigurationPropertySource iterable) {
				iterable.stream()
					.filter((name) -> PREFIX.equals(name) || PREFIX.isAncestorOf(name))
					.forEach((name) -> add(name, source));
			}
		}
	}

	private void add(ConfigurationPropertyName name, ConfigurationPropertySource source) {
		ConfigurationProperty property = this.given.containsKey(name) ? null : source.getConfigurationProperty(name);
		if (property != null) {
			this.given.put(name, property);
		}
	}

	Collection<ConfigurationProperty> all() {
		return this.given.values();
	}

	@Nullable ConfigurationProperty find(String name) {
		ConfigurationPropertyName propertyName = ConfigurationPropertyName.adapt(name, '.');
		for (ConfigurationPropertySource source : this.sources) {
			ConfigurationProperty property = source.getConfigurationProperty(propertyName);
			if (property != null) {
				return property;
			}
		}
		return null;
	}

	/**
	 * Find a property or, of a list or a map that is set by its elements, the first of
	 * these.
	 */
	@Nullable ConfigurationProperty findFirst(String name) {
		ConfigurationProperty property = find(name);
		ConfigurationPropertyName propertyName = ConfigurationPropertyName.adapt(name, '.');
		return (property != null) ? property
				: all().stream()
					.filter((element) -> propertyName.isAncestorOf(element.getName()))
					.findFirst()
					.orElse(null);
	}

	/**
	 * Describe each name that Ringlog does not know. Of environment variables, only those
	 * that look like a mistyped one, because others may set them: Kubernetes sets
	 * {@code RINGLOG_PORT} for a service with this name.
	 */
	List<String> describeUnknown() {
		List<String> unknown = new ArrayList<>();
		for (ConfigurationProperty property : all()) {
			boolean variable = isEnvironmentVariable(property);
			ConfigurationPropertyName name = property.getName();
			if (variable ? !AllowedValues.isKnownVariable(name) : !AllowedValues.isKnown(name)) {
				Optional<String> nearest = NearestName.of(name.toString());
				Optional<String> meant = variable ? nearest.map(GivenProperties::toVariable) : nearest;
				if (!variable || meant.isPresent()) {
					unknown.add(describe(property, "there is no such property",
							meant.map("Did you mean %s?"::formatted).orElse("Another version of Ringlog may have it")));
				}
			}
		}
		return unknown;
	}

	private static String toVariable(String name) {
		return name.replace("-", "").replaceAll("\\W+", "_").toUpperCase(Locale.ROOT);
	}

	private static boolean isEnvironmentVariable(ConfigurationProperty property) {
		ConfigurationPropertySource source = property.getSource();
		return source != null && source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource;
	}

	/**
	 * Describe each value that was not there before.
	 */
	List<String> describeChanges(GivenProperties before) {
		return all().stream()
			.filter((property) -> !before.all().contains(property))
			.map((property) -> describe(property, "it was set after logging had started",
					"Set it in application.yml or another source that is read before logging starts; a @PropertySource is not"))
			.toList();
	}

	private static String describe(ConfigurationProperty property, String reason, String advice) {
		return printable("%s has no effect: %s. It was set by %s. %s".formatted(property.getName(), reason,
				origin(property), advice));
	}

	static String origin(ConfigurationProperty property) {
		return (property.getOrigin() != null) ? property.getOrigin().toString() : "an unknown place";
	}

	/**
	 * Escape control characters and line breaks of a text that a report quotes.
	 */
	static String printable(CharSequence text) {
		return CONTROL.matcher(text).replaceAll((match) -> "\\\\u%04x".formatted(match.group().codePointAt(0)));
	}

}
