package io.github.ringlog.location;

import java.util.Arrays;
import java.util.Collection;
import java.util.stream.Stream;

import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.Filter;
import org.apache.logging.log4j.core.config.AppenderRef;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.filter.CompositeFilter;
import org.apache.logging.log4j.core.filter.Filterable;
import org.jspecify.annotations.Nullable;

/**
 * Finds the filters that see the events of a logger. They may come and go.
 */
public final class EventFilters {

	private EventFilters() {
	}

	/**
	 * Return whether a filter may keep an event, and needs one that does not change.
	 * @param filter a filter
	 * @return whether it may, or one that it is made of
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
	 * Return the filters of a logger and its parents, of their references, and of the
	 * appenders that the events reach.
	 */
	static Stream<Filter> of(LoggerConfig logger, Collection<AppenderPart> appenders) {
		Stream<LoggerConfig> loggers = Stream.iterate(logger, (current) -> current != null,
				(current) -> current.isAdditive() ? current.getParent() : null);
		return Stream.concat(
				loggers.flatMap((current) -> Stream.concat(single(current.getFilter()),
						current.getAppenderRefs().stream().map(AppenderRef::getFilter).flatMap(EventFilters::single))),
				appenders.stream().flatMap((part) -> of(part.appender())));
	}

	static Stream<Filter> of(@Nullable Appender appender) {
		return (appender instanceof Filterable filterable) ? single(filterable.getFilter()) : Stream.of();
	}

	/**
	 * Return the filters of which a filter is made.
	 */
	static Stream<Filter> single(@Nullable Filter filter) {
		return (filter instanceof CompositeFilter composite)
				? Arrays.stream(composite.getFiltersArray()).flatMap(EventFilters::single) : Stream.ofNullable(filter);
	}

}
