package io.github.ringlog.location;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.Filter;
import org.apache.logging.log4j.core.config.AppenderRef;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.filter.CompositeFilter;
import org.apache.logging.log4j.core.filter.Filterable;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether anybody may read the parameters of a logger's events: an appender, a
 * layout or a filter. The text of an event needs them no more, and to keep them costs
 * more than to copy the text. Patterns never read them; what is not known may. For one
 * configuration; any thread may ask.
 */
public final class ParameterFinder {

	private final Configuration configuration;

	private final AppenderGraph graph;

	private final LayoutReader layouts;

	private final boolean partsAreKnown;

	// Of appenders and their layouts. A filter may come and go.
	private final Map<AppenderPart, Boolean> known = new ConcurrentHashMap<>();

	ParameterFinder(Configuration configuration, AppenderGraph graph, LayoutReader layouts) {
		this.configuration = configuration;
		this.graph = graph;
		this.layouts = layouts;
		PluginNodes nodes = PluginNodes.of(configuration);
		this.partsAreKnown = nodes != null && nodes.readNoParameters();
	}

	/**
	 * Return whether the parameters of a logger's events may be read.
	 * @param logger the logger
	 * @return {@code false} if they are certainly not
	 */
	public boolean mayBeRead(LoggerConfig logger) {
		if (!this.partsAreKnown || mayRead(this.configuration.getFilter())) {
			return true;
		}
		for (LoggerConfig current = logger; current != null; current = current.isAdditive() ? current.getParent()
				: null) {
			if (mayRead(current.getFilter()) || current.getAppenderRefs()
				.stream()
				.map(AppenderRef::getFilter)
				.anyMatch(ParameterFinder::mayRead)) {
				return true;
			}
		}
		return this.graph.reachedBy(logger)
			.keySet()
			.stream()
			.anyMatch((appender) -> mayRead(filter(appender)) || mayRead(appender));
	}

	private boolean mayRead(AppenderPart part) {
		Boolean answer = this.known.get(part);
		if (answer == null) {
			// Not inside the map: a converter of the user's own may log when it is made.
			answer = findOut(part);
			this.known.put(part, answer);
		}
		return answer;
	}

	private boolean findOut(AppenderPart part) {
		if (!KnownParts.readsNoParameters(part.type())) {
			return true;
		}
		if (part.forwards()) {
			// What an isolated appender hands on is judged where it arrives.
			return !AppenderDecorator.class.isAssignableFrom(part.type());
		}
		return part.layout() == null || !part.innerLayouts().isEmpty() || mayRead(part.layout());
	}

	private boolean mayRead(LayoutPart layout) {
		if (layout.type().getName().equals(KnownParts.STRUCTURED_LAYOUT)) {
			return false;
		}
		List<String> patterns = layout.patterns();
		return patterns.isEmpty() || patterns.stream()
			.flatMap((pattern) -> this.layouts.scanner().scan(pattern).stream())
			.anyMatch((specifier) -> specifier.kind() == Specifier.Kind.CUSTOM);
	}

	private @Nullable Filter filter(AppenderPart part) {
		Appender appender = this.configuration.getAppender(part.name());
		return (appender != null && AppenderDecorator.unwrap(appender) instanceof Filterable filterable)
				? filterable.getFilter() : null;
	}

	private static boolean mayRead(@Nullable Filter filter) {
		if (filter instanceof CompositeFilter composite) {
			return Arrays.stream(composite.getFiltersArray()).anyMatch(ParameterFinder::mayRead);
		}
		return filter != null && !KnownParts.readsNoParameters(filter.getClass());
	}

}
