package io.github.ringlog.environment;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.ringlog.report.PrintableText;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.ConfigurationPropertyState;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;

/**
 * Finds the values of {@code ringlog.*} that are in force in an environment, with their
 * origins.
 */
final class ConfiguredProperties {

	private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("ringlog");

	private final Iterable<ConfigurationPropertySource> sources;

	private final Map<ConfigurationPropertyName, ConfigurationProperty> given = new LinkedHashMap<>();

	// Whether all sources can list their properties.
	private boolean complete = true;

	ConfiguredProperties(Environment environment) {
		this.sources = ConfigurationPropertySources.get(environment);
		for (ConfigurationPropertySource source : this.sources) {
			if (source instanceof IterableConfigurationPropertySource iterable) {
				for (ConfigurationPropertyName name : iterable) {
					if (PREFIX.isAncestorOf(name)) {
						add(name, source);
					}
				}
			}
			else if (source.containsDescendantOf(PREFIX) != ConfigurationPropertyState.ABSENT) {
				this.complete = false;
			}
		}
	}

	private void add(ConfigurationPropertyName name, ConfigurationPropertySource source) {
		ConfigurationProperty property = this.given.containsKey(name) ? null : source.getConfigurationProperty(name);
		if (property != null) {
			this.given.put(name, property);
		}
	}

	/**
	 * Return whether no property is set, nor a value for the group {@code ringlog}
	 * itself.
	 */
	boolean areNone() {
		return this.complete && this.given.isEmpty() && find(PREFIX) == null;
	}

	Collection<ConfigurationProperty> all() {
		return this.given.values();
	}

	@Nullable ConfigurationProperty find(String name) {
		return find(ConfigurationPropertyName.adapt(name, '.'));
	}

	@Nullable ConfigurationProperty find(ConfigurationPropertyName name) {
		for (ConfigurationPropertySource source : this.sources) {
			ConfigurationProperty property = source.getConfigurationProperty(name);
			if (property != null) {
				return property;
			}
		}
		return null;
	}

	/**
	 * Find a property, or the first element of a list or a map that is set by its
	 * elements.
	 */
	@Nullable ConfigurationProperty findFirst(String name) {
		ConfigurationProperty property = find(name);
		ConfigurationPropertyName propertyName = ConfigurationPropertyName.adapt(name, '.');
		if (property != null) {
			return property;
		}
		for (ConfigurationProperty element : all()) {
			if (propertyName.isAncestorOf(element.getName())) {
				return element;
			}
		}
		return null;
	}

	/**
	 * Describe each property that was set, changed or removed since.
	 */
	List<String> describeChanges(ConfiguredProperties before) {
		List<String> changes = new ArrayList<>();
		for (ConfigurationProperty property : all()) {
			if (!before.all().contains(property)) {
				changes.add(PrintableText.of(property.getName() + " was set too late, after logging had started, by "
						+ origin(property) + ". It takes effect when the application starts, from application.yml or "
						+ "another source that is read before logging starts; a @PropertySource is not"));
			}
		}
		for (ConfigurationPropertyName name : before.given.keySet()) {
			if (!this.given.containsKey(name)) {
				changes.add(PrintableText.of(name + " was removed too late, after logging had started. "
						+ "That takes effect when the application starts"));
			}
		}
		return changes;
	}

	/**
	 * Describe a property that has no effect.
	 */
	static String describe(ConfigurationProperty property, String reason, String advice) {
		return PrintableText.of("%s has no effect: %s. It was set by %s. %s"
			.formatted(property.getName(), reason, origin(property), advice)
			.strip());
	}

	static String origin(@Nullable ConfigurationProperty property) {
		return (property != null && property.getOrigin() != null) ? property.getOrigin().toString()
				: "an unknown place";
	}

}
