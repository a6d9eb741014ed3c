package io.github.ringlog.location;

import java.util.List;
import java.util.Set;

import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.Filter;
import org.apache.logging.log4j.core.Layout;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.LoggerConfig;

/**
 * Finds out whether anybody may read the parameters of a logger's events, or may ask for
 * the message itself: an appender, a layout or a filter. The text of an event no longer
 * needs them, and keeping them costs more than copying the text. Patterns never read
 * them; unknown parts may. For one configuration; any thread may ask.
 */
public final class ParameterFinder {

	private final Configuration configuration;

	private final AppenderGraph graph;

	private final LayoutReader layouts;

	private final boolean partsAreKnown;

	ParameterFinder(Configuration configuration, AppenderGraph graph, LayoutReader layouts) {
		this.configuration = configuration;
		this.graph = graph;
		this.layouts = layouts;
		WrittenConfiguration written = WrittenConfiguration.of(configuration);
		this.partsAreKnown = written != null && Reading.orElse(false, written::readsNoParameters);
	}

	/**
	 * Return the most that is read of the messages of a logger's events.
	 * @param logger the logger
	 * @return what may be read of them
	 */
	public Use useBy(LoggerConfig logger) {
		return Reading.orElse(Use.MESSAGE, () -> {
			Set<AppenderPart> appenders = this.graph.reachedBy(logger).keySet();
			List<Filter> filters = EventFilters.single(this.configuration.getFilter());
			filters.addAll(EventFilters.of(logger, appenders));
			boolean known = this.partsAreKnown;
			for (Filter filter : filters) {
				known &= KnownParts.readsNoParameters(filter.getClass());
			}
			return known ? useBy(appenders) : Use.MESSAGE;
		});
	}

	/**
	 * Return the most that an appender reads of messages.
	 * @param appender the appender
	 * @return what it may read, or one that it hands events to
	 */
	public Use useBy(Appender appender) {
		return Reading.orElse(Use.MESSAGE, () -> useBy(this.graph.reachedThrough(this.graph.part(appender))));
	}

	private Use useBy(Set<AppenderPart> appenders) {
		Use most = Use.TEXT;
		for (AppenderPart appender : appenders) {
			Use use = useBy(appender);
			most = (use.compareTo(most) > 0) ? use : most;
		}
		return most;
	}

	private Use useBy(AppenderPart part) {
		if (!KnownParts.readsNoParameters(part.type()) || part.isOpaque()
				|| (part.element() != null && isOneCustom(part.element().texts()))) {
			return Use.MESSAGE;
		}
		Layout<?> layout = part.forwards() ? null : part.layout();
		if (layout == null) {
			return Use.PARAMETERS;
		}
		if (this.layouts.isByteFormat(layout)) {
			return Use.TEXT;
		}
		if (!this.layouts.patterns(part).isEmpty()) {
			return isOneCustom(this.layouts.patterns(part)) ? Use.MESSAGE : Use.TEXT;
		}
		// Spring Boot's may have a formatter of the user's.
		return KnownParts.layout(layout.getClass()).isEmpty() ? Use.MESSAGE : Use.PARAMETERS;
	}

	private boolean isOneCustom(List<String> patterns) {
		for (String pattern : patterns) {
			for (Specifier specifier : this.layouts.scanner().scan(pattern)) {
				if (specifier.kind() == Specifier.Kind.CUSTOM) {
					return true;
				}
			}
		}
		return false;
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
