package io.github.ringlog.location;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.Filter;
import org.apache.logging.log4j.core.config.AppenderRef;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.filter.CompositeFilter;
import org.apache.logging.log4j.core.filter.Filterable;
import org.jspecify.annotations.Nullable;

/**
 * Finds the filters that see the events of a logger. Filters may be added and removed at
 * any time.
 */
public final class EventFilters {

	private EventFilters() {
	}

	/**
	 * Return whether a filter may keep an event, and so needs one that does not change.
	 * @param filter a filter
	 * @return whether the filter or a part of it may
	 */
	public static boolean mayKeepEvents(Filter filter) {
		if (!(filter instanceof CompositeFilter composite)) {
			return !KnownParts.keepsNoEvent(filter.getClass());
		}
		try {
			for (Filter part : composite.getFiltersArray()) {
				if (mayKeepEvents(part)) {
					return true;
				}
			}
			return false;
		}
		catch (RuntimeException | Error ex) {
			return true;
		}
	}

	/**
	 * Return the filters of a logger and its parents, of their appender references, and
	 * of the appenders that the events reach.
	 */
	static List<Filter> of(LoggerConfig logger, Collection<AppenderPart> appenders) {
		List<Filter> filters = new ArrayList<>();
		for (LoggerConfig current = logger; current != null; current = current.isAdditive() ? current.getParent()
				: null) {
			add(current.getFilter(), filters);
			for (AppenderRef reference : current.getAppenderRefs()) {
				add(reference.getFilter(), filters);
			}
		}
		for (AppenderPart part : appenders) {
			filters.addAll(of(part.appender()));
		}
		return filters;
	}

	static List<Filter> of(@Nullable Appender appender) {
		return (appender instanceof Filterable filterable) ? single(filterable.getFilter()) : List.of();
	}

	/**
	 * Return the parts of a filter, or the filter itself if it has none.
	 */
	static List<Filter> single(@Nullable Filter filter) {
		List<Filter> filters = new ArrayList<>();
		add(filter, filters);
		return filters;
	}

	private static void add(@Nullable Filter filter, List<Filter> filters) {
		if (filter instanceof CompositeFilter composite) {
			for (Filter part : composite.getFiltersArray()) {
				add(part, filters);
			}
		}
		else if (filter != null) {
			filters.add(filter);
		}
	}

}
