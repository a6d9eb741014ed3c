package io.github.ringlog.location;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.Filter;
import org.apache.logging.log4j.core.appender.rewrite.RewriteAppender;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.filter.Filterable;

/**
 * Needs of appenders and filters beside the slot of an event.
 *
 * @param copy whether one of them may keep the event, and needs one that does not change:
 * one that Ringlog does not know
 * @param contextData whether one of them evaluates lookups of context data itself, and
 * needs that of the caller on the thread that writes
 */
public record AppenderNeeds(boolean copy, boolean contextData) {

	/**
	 * The slot of the event is enough.
	 */
	public static final AppenderNeeds NONE = new AppenderNeeds(false, false);

	/**
	 * Return whether there are any.
	 * @return whether the slot of the event is not enough
	 */
	public boolean any() {
		return this.copy || this.contextData;
	}

	/**
	 * Return whether a filter may keep an event, and needs one that does not change.
	 * @param filter a filter of a logger or a reference
	 * @return whether it may, or one that it is made of
	 */
	public static boolean keepsEvents(Filter filter) {
		return EventFilters.single(filter).anyMatch((part) -> !KnownParts.keepsNoEvent(part.getClass()));
	}

	/**
	 * Return whether the filter of an appender may keep an event.
	 * @param appender the appender
	 * @return whether it has one that may
	 */
	public static boolean filterKeepsEvents(Appender appender) {
		Filter filter = (appender instanceof Filterable filterable) ? filterable.getFilter() : null;
		return filter != null && keepsEvents(filter);
	}

	/**
	 * Finds the needs of those that are reached without a queue on the way: what is
	 * behind a queue has other events. For one configuration; any thread may ask.
	 */
	public static final class Finder {

		private final Configuration configuration;

		private final AppenderGraph graph;

		Finder(Configuration configuration, AppenderGraph graph) {
			this.configuration = configuration;
			this.graph = graph;
		}

		/**
		 * Return what the events of a logger are needed with.
		 * @param logger the logger
		 * @return the needs
		 */
		public AppenderNeeds of(LoggerConfig logger) {
			boolean filtered = EventFilters.of(logger, this.graph.reachedBy(logger).keySet(), this.configuration)
				.anyMatch((filter) -> !KnownParts.keepsNoEvent(filter.getClass()));
			return of(this.graph.reachedWithoutQueue(logger), filtered);
		}

		/**
		 * Return what the events of an appender are needed with.
		 * @param appender the appender
		 * @return the needs
		 */
		public AppenderNeeds of(Appender appender) {
			return of(this.graph.reachedWithoutQueue(appender), filterKeepsEvents(appender));
		}

		/**
		 * Return whether another appender hands events on to this one, too, itself or
		 * through an element that isolates it.
		 * @param appender the appender
		 * @return whether one does
		 */
		public boolean isBehindAnother(Appender appender) {
			List<AppenderPart> parts = this.graph.parts();
			Set<String> names = new HashSet<>(Set.of(appender.getName()));
			parts.stream()
				.filter((part) -> isDecorator(part) && refersTo(part, Set.of(appender.getName())))
				.forEach((part) -> names.add(part.name()));
			return parts.stream().anyMatch((part) -> !isDecorator(part) && refersTo(part, names));
		}

		private static boolean isDecorator(AppenderPart part) {
			return AppenderDecorator.class.isAssignableFrom(part.type());
		}

		private static boolean refersTo(AppenderPart part, Set<String> names) {
			return part.forwarding().references().stream().anyMatch((reference) -> names.contains(reference.target()));
		}

		private AppenderNeeds of(Set<AppenderPart> parts, boolean filtered) {
			return new AppenderNeeds(
					filtered || parts.stream().anyMatch((part) -> !KnownParts.keepsNoEvent(part.type())),
					parts.stream().anyMatch(Finder::looksContextUp));
		}

		private static boolean looksContextUp(AppenderPart part) {
			// A policy that rewrites events looks variables up there.
			return part.type() == RewriteAppender.class || (part.element() != null
					&& part.element().texts().anyMatch((text) -> !ContextLookups.in(text).isEmpty()));
		}

	}

}
