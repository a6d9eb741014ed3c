package io.github.ringlog.delivery;

import io.github.ringlog.location.EventFilters;
import io.github.ringlog.ring.RingEvent;
import org.apache.logging.log4j.core.Filter;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.filter.Filterable;
import org.jspecify.annotations.Nullable;

/**
 * Calls filters for the writer. A filter that may keep an event gets a copy.
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
	 * Return the event as the filter of an appender may see it.
	 */
	static LogEvent seen(Filterable filtered, LogEvent event) {
		try {
			Filter filter = filtered.getFilter();
			return (filter != null) ? seen(filter, event) : event;
		}
		catch (RuntimeException | Error ex) {
			// The filter can't be read, but it may filter.
			return RingEvent.snapshot(event);
		}
	}

	private static LogEvent seen(Filter filter, LogEvent event) {
		return EventFilters.mayKeepEvents(filter) ? RingEvent.snapshot(event) : event;
	}

}
