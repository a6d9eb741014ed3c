package io.github.ringlog.environment;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Describes properties that have no effect, because Ringlog has no property of that name
 * or because the name is a group. Suggests the known name with the smallest edit
 * distance, if that is small.
 *
 * @param known the names of all properties
 */
record UnknownProperties(Set<ConfigurationPropertyName> known) {

	/**
	 * Describe each property. An environment variable is described only if it looks
	 * mistyped, because others may set it: Kubernetes sets {@code RINGLOG_PORT} for a
	 * service with this name.
	 */
	List<String> describe(Collection<ConfigurationProperty> unknown) {
		return unknown.stream().flatMap(this::describe).toList();
	}

	private Stream<String> describe(ConfigurationProperty property) {
		ConfigurationPropertySource source = property.getSource();
		boolean variable = source != null && source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource;
		List<String> members = this.known.stream()
			.filter(property.getName()::isAncestorOf)
			.map(ConfigurationPropertyName::toString)
			.sorted()
			.toList();
		if (!members.isEmpty()) {
			return (variable && property.getName().getNumberOfElements() == 1) ? Stream.empty()
					: Stream.of(ConfiguredProperties.describe(property, "it is a group of properties",
							"Its properties are: " + String.join(", ", members)));
		}
		Optional<String> nearest = nearest(property.getName());
		if (variable && (nearest.isEmpty() || isVariableOfKnown(property.getName()))) {
			return Stream.empty();
		}
		return Stream.of(ConfiguredProperties.describe(property, "there is no such property",
				nearest.map((name) -> "Did you mean " + (variable ? toVariable(name) : name) + "?")
					.orElse("Another version of Ringlog may have it")));
	}

	/**
	 * Return whether a name comes from an environment variable that Spring Boot has
	 * bound: an underscore may stand for a hyphen there, but not in the name of a map.
	 */
	private boolean isVariableOfKnown(ConfigurationPropertyName name) {
		ConfigurationPropertyName property = name.isLastElementIndexed() ? name.getParent() : name;
		return this.known.stream()
			.anyMatch((candidate) -> ConfigurationPropertyName.of(candidate.toString().replace('-', '.'))
				.equals(property));
	}

	private static String toVariable(String name) {
		return name.replace("-", "").replaceAll("\\W+", "_").toUpperCase(Locale.ROOT);
	}

	private Optional<String> nearest(ConfigurationPropertyName name) {
		String wrong = name.toString().toLowerCase(Locale.ROOT);
		int mostEdits = Math.max(2, (wrong.length() - "ringlog.".length()) / 3);
		return this.known.stream()
			.map(ConfigurationPropertyName::toString)
			.min(Comparator.comparingInt((candidate) -> edits(wrong, candidate)))
			.filter((candidate) -> edits(wrong, candidate) <= mostEdits);
	}

	/**
	 * Return the Levenshtein distance: how many characters have to be added, removed or
	 * replaced.
	 */
	private static int edits(String from, String to) {
		int[] above = new int[to.length() + 1];
		for (int column = 0; column <= to.length(); column++) {
			above[column] = column;
		}
		for (int row = 1; row <= from.length(); row++) {
			int[] current = new int[to.length() + 1];
			current[0] = row;
			for (int column = 1; column <= to.length(); column++) {
				int replace = above[column - 1] + ((from.charAt(row - 1) != to.charAt(column - 1)) ? 1 : 0);
				current[column] = Math.min(replace, 1 + Math.min(above[column], current[column - 1]));
			}
			above = current;
		}
		return above[to.length()];
	}

}
