package io.github.ringlog.delivery;

import io.github.ringlog.location.EventFilters;
import io.github.ringlog.ring.RingEvent;
import org.apache.logging.log4j.core.Filter;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.filter.Filterable;
import org.jspecify.annotations.Nullable;

/**
 * Filters, as the writer asks them: one that may keep an event gets a copy.
 */
final class Filters {

	private Filters() {
	}

	/**
	 * Return whether a filter of a logger or a reference denies an event.
	 */
	static boolean deny(@Nullable Filter filter, LogEvent event) {
		return filter != null && filter.filter(seen(filter, event)) == Filter.Result.DENY;
	}

	/**
	 * Return what the filter of an appender sees of an event.
	 */
	static LogEvent seen(Filterable filtered, LogEvent event) {
		try {
			Filter filter = filtered.getFilter();
			return (filter != null) ? seen(filter, event) : event;
		}
		catch (RuntimeException | Error ex) {
			// It can't be read, but it filters.
			return RingEvent.snapshot(event);
		}
	}

	private static LogEvent seen(Filter filter, LogEvent event) {
		return EventFilters.mayKeepEvents(filter) ? RingEvent.snapshot(event) : event;
	}

}
