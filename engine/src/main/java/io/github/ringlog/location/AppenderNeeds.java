package io.github.ringlog.location;

import java.util.List;
import java.util.Locale;
import java.util.Set;

import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.Filter;
import org.apache.logging.log4j.core.appender.rewrite.RewriteAppender;

/**
 * Needs of appenders and filters beside the slot of an event.
 *
 * @param copy whether one of them, which Ringlog does not know, may keep the event and
 * needs one that does not change
 * @param contextData whether one of them evaluates lookups of context data itself, and
 * needs that of the caller on the thread that writes
 */
public record AppenderNeeds(boolean copy, boolean contextData) {

	/**
	 * The slot of the event is enough.
	 */
	public static final AppenderNeeds NONE = new AppenderNeeds(false, false);

	/**
	 * Those of parts that can't be read.
	 */
	static final AppenderNeeds ALL = new AppenderNeeds(true, true);

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
		return Reading.orElse(true, () -> {
			for (Filter part : EventFilters.single(filter)) {
				if (!KnownParts.keepsNoEvent(part.getClass())) {
					return true;
				}
			}
			return false;
		});
	}

	/**
	 * Return whether the filter of an appender may keep an event.
	 * @param appender the appender
	 * @return whether it has one that may
	 */
	public static boolean filterKeepsEvents(Appender appender) {
		return Reading.orElse(true, () -> keepOne(EventFilters.of(appender)));
	}

	/**
	 * Return what the appenders need that events reach without a queue on the way.
	 * Appenders behind a queue get other events.
	 */
	static AppenderNeeds of(Set<AppenderPart> parts, List<Filter> filters) {
		boolean copy = keepOne(filters);
		boolean contextData = false;
		for (AppenderPart part : parts) {
			copy |= !KnownParts.keepsNoEvent(part.type());
			contextData |= looksContextUp(part);
		}
		return new AppenderNeeds(copy, contextData);
	}

	private static boolean keepOne(List<Filter> filters) {
		for (Filter filter : filters) {
			if (keepsEvents(filter)) {
				return true;
			}
		}
		return false;
	}

	private static boolean looksContextUp(AppenderPart part) {
		// A policy that rewrites events looks variables up there.
		return part.type() == RewriteAppender.class || part.isOpaque() || (part.element() != null
				&& String.join("\n", part.element().texts()).toLowerCase(Locale.ROOT).contains("${ctx:"));
	}

}
