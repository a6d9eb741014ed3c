package io.github.ringlog.environment;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Finds what is given of {@code ringlog.*} in an environment, and where. Of several
 * values of a name it is the one in force.
 */
final class GivenProperties {

	private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("ringlog");

	private final Iterable<ConfigurationPropertySource> sources;

	private final Map<ConfigurationPropertyName, ConfigurationProperty> given = new LinkedHashMap<>();

	GivenProperties(Environment environment) {
		this.sources = ConfigurationPropertySources.get(environment);
		for (ConfigurationPropertySource source : this.sources) {
			if (source instanceof IterableConfigurationPropertySource iterable) {
				iterable.stream().filter(PREFIX::isAncestorOf).forEach((name) -> add(source, name));
			}
		}
	}

	private void add(ConfigurationPropertySource source, ConfigurationPropertyName name) {
		ConfigurationProperty property = source.getConfigurationProperty(name);
		if (property != null) {
			this.given.putIfAbsent(name, property);
		}
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
	 * Find a property or, of a list or a map that is given by its elements, the first of
	 * these.
	 */
	@Nullable ConfigurationProperty findFirst(String name) {
		ConfigurationProperty property = find(name);
		if (property != null) {
			return property;
		}
		ConfigurationPropertyName propertyName = ConfigurationPropertyName.of(name);
		return this.given.values()
			.stream()
			.filter((element) -> propertyName.isAncestorOf(element.getName()))
			.findFirst()
			.orElse(null);
	}

	/**
	 * Return what has a name that is none of ours. Environment variables may be meant for
	 * others: Kubernetes sets {@code RINGLOG_PORT} for a service of the name.
	 */
	List<ConfigurationProperty> unknown() {
		return this.given.values()
			.stream()
			.filter((property) -> !isEnvironmentVariable(property) && !AllowedValues.isKnown(property.getName()))
			.toList();
	}

	private static boolean isEnvironmentVariable(ConfigurationProperty property) {
		ConfigurationPropertySource source = property.getSource();
		return source != null && source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource;
	}

	/**
	 * Return what has another value than before, or had none.
	 */
	List<ConfigurationProperty> changedSince(GivenProperties before) {
		return this.given.entrySet()
			.stream()
			.filter((entry) -> !Objects.equals(entry.getValue(), before.given.get(entry.getKey())))
			.map(Map.Entry::getValue)
			.toList();
	}

	static String origin(ConfigurationProperty property) {
		return (property.getOrigin() != null) ? property.getOrigin().toString() : "an unknown place";
	}

}
