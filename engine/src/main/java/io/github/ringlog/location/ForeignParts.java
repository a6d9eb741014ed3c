package io.github.ringlog.location;

import java.util.Collection;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.apache.logging.log4j.core.Filter;
import org.apache.logging.log4j.core.appender.rewrite.RewritePolicy;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.plugins.util.PluginManager;
import org.apache.logging.log4j.core.lookup.StrLookup;

/**
 * Finds the parts of a configuration that run third-party code for each event: appenders,
 * filters, converters, lookups and rewrite policies of unknown origin.
 */
public final class ForeignParts {

	private ForeignParts() {
	}

	/**
	 * Return the parts that see events on the writer thread.
	 * @param configuration the configuration
	 * @param callers the appenders that the calling thread calls
	 * @param filters whether they ask the filters of loggers and references, too
	 * @return the kind and the class of each part
	 */
	public static Set<String> of(Configuration configuration, Collection<AppenderPart> callers, boolean filters) {
		AppenderGraph graph = new AppenderGraph(configuration);
		LayoutReader layouts = new LayoutReader(configuration);
		Set<String> parts = new TreeSet<>();
		graph.parts().stream().filter((part) -> !callers.contains(part)).forEach((part) -> {
			add(parts, "appender \"" + part.name() + "\"", Stream.of(part.type()));
			add(parts, "converter", converters(part, layouts));
			add(parts, "lookup", lookups(part, layouts, configuration));
			if (part.element() != null) {
				add(parts, "rewrite policy",
						part.element()
							.children()
							.stream()
							.<Class<?>>map(Element::type)
							.filter((type) -> type != null && RewritePolicy.class.isAssignableFrom(type)));
			}
		});
		Stream<Filter> asked = filters
				? graph.loggers()
					.stream()
					.flatMap((logger) -> EventFilters.of(logger, graph.reachedBy(logger).keySet()).stream())
				: graph.parts().stream().flatMap((part) -> EventFilters.of(part.appender()).stream());
		add(parts, "filter", asked.<Class<?>>map(Object::getClass).filter((type) -> !KnownParts.countsOnly(type)));
		return parts;
	}

	private static void add(Set<String> parts, String what, Stream<Class<?>> types) {
		types.filter((type) -> !KnownParts.isKnown(type) && type != Object.class)
			.forEach((type) -> parts.add(what + " " + type.getName()));
	}

	private static Stream<Class<?>> converters(AppenderPart part, LayoutReader layouts) {
		return layouts.patterns(part)
			.stream()
			.flatMap((pattern) -> layouts.scanner().scan(pattern).stream())
			.<Class<?>>map(Specifier::converter)
			.filter(Objects::nonNull);
	}

	/**
	 * Return the lookups that patterns evaluate for each event.
	 */
	private static Stream<Class<?>> lookups(AppenderPart part, LayoutReader layouts, Configuration configuration) {
		PluginManager manager = new PluginManager(StrLookup.CATEGORY);
		manager.collectPlugins(configuration.getPluginPackages());
		return layouts.patterns(part)
			.stream()
			.flatMap((pattern) -> manager.getPlugins()
				.entrySet()
				.stream()
				.filter((plugin) -> pattern.toLowerCase(Locale.ROOT).contains("${" + plugin.getKey() + ":"))
				.map((plugin) -> plugin.getValue().getPluginClass()));
	}

}
