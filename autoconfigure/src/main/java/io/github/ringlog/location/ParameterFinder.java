package io.github.ringlog.location;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.LoggerConfig;

/**
 * Finds out whether anybody may read the parameters of a logger's events, or may ask for
 * the message itself: an appender, a layout or a filter. The text of an event needs them
 * no more, and to keep them costs more than to copy the text. Patterns never read them;
 * what is not known may. For one configuration; any thread may ask.
 */
public final class ParameterFinder {

	private final Configuration configuration;

	private final AppenderGraph graph;

	private final LayoutReader layouts;

	private final boolean partsAreKnown;

	// Of appenders and their layouts. A filter may come and go.
	private final Map<AppenderPart, Use> known = new ConcurrentHashMap<>();

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
		return useBy(logger) != Use.TEXT;
	}

	/**
	 * Return the most that is read of the messages of a logger's events.
	 * @param logger the logger
	 * @return what may be read of them
	 */
	public Use useBy(LoggerConfig logger) {
		Set<AppenderPart> appenders = this.graph.reachedBy(logger).keySet();
		if (!this.partsAreKnown || Stream
			.concat(EventFilters.single(this.configuration.getFilter()),
					EventFilters.of(logger, appenders, this.configuration))
			.anyMatch((filter) -> !KnownParts.readsNoParameters(filter.getClass()))) {
			return Use.MESSAGE;
		}
		return appenders.stream().map(this::useBy).max(Comparator.naturalOrder()).orElse(Use.TEXT);
	}

	/**
	 * Return the most that an appender reads of messages.
	 * @param appender the appender
	 * @return what it may read, or one that it hands events to
	 */
	public Use useBy(Appender appender) {
		return this.graph.reachedThrough(appender)
			.keySet()
			.stream()
			.map(this::useBy)
			.max(Comparator.naturalOrder())
			.orElse(Use.TEXT);
	}

	private Use useBy(AppenderPart part) {
		Use answer = this.known.get(part);
		if (answer == null) {
			// Not inside the map: a converter of the user's own may log when it is made.
			answer = findOut(part);
			this.known.put(part, answer);
		}
		return answer;
	}

	private Use findOut(AppenderPart part) {
		if (!KnownParts.readsNoParameters(part.type())) {
			return Use.MESSAGE;
		}
		if (part.forwards()) {
			// What an isolated appender hands on is judged where it arrives.
			return AppenderDecorator.class.isAssignableFrom(part.type()) ? Use.TEXT : Use.PARAMETERS;
		}
		Use own = (part.layout() != null) ? useBy(part.layout()) : Use.PARAMETERS;
		return part.innerLayouts()
			.stream()
			.map((inner) -> useBy(inner.layout()))
			.reduce(own, (one, other) -> Collections.max(List.of(one, other, Use.PARAMETERS)));
	}

	private Use useBy(LayoutPart layout) {
		if (this.layouts.isByteFormat(layout)) {
			return Use.TEXT;
		}
		List<String> patterns = layout.patterns();
		if (patterns.isEmpty()) {
			// Spring Boot's may have a formatter of the user's.
			return KnownParts.layout(layout.type()).isEmpty() ? Use.MESSAGE : Use.PARAMETERS;
		}
		return patterns.stream()
			.flatMap((pattern) -> this.layouts.scanner().scan(pattern).stream())
			.anyMatch((specifier) -> specifier.kind() == Specifier.Kind.CUSTOM) ? Use.MESSAGE : Use.TEXT;
	}

	/**
	 * What is read of a message, from the least to the most.
	 */
	public enum Use {

		/**
		 * The text.
		 */
		TEXT,

		/**
		 * The format and the parameters, too.
		 */
		PARAMETERS,

		/**
		 * Whatever a message of its class has, by code that Ringlog does not know or that
		 * tells messages apart by their classes.
		 */
		MESSAGE

	}

}
