package io.github.ringlog.location;

import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.Filter;
import org.apache.logging.log4j.core.Layout;
import org.apache.logging.log4j.core.appender.AbstractOutputStreamAppender;
import org.apache.logging.log4j.core.appender.rolling.CompositeTriggeringPolicy;
import org.apache.logging.log4j.core.appender.rolling.RollingFileManager;
import org.apache.logging.log4j.core.appender.rolling.TriggeringPolicy;
import org.apache.logging.log4j.core.filter.Filterable;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether a part may read the parameters of messages, or the message itself. A
 * formatted event does not need them, and keeping them costs more than copying the text.
 * Patterns never read them; unknown parts may. For one configuration; safe for use by
 * several threads.
 */
public final class ParameterFinder {

	private final LayoutReader layouts;

	ParameterFinder(LayoutReader layouts) {
		this.layouts = layouts;
	}

	/**
	 * Return whether an appender, its filter and its layout read nothing but the text.
	 * @param appender the appender
	 * @return whether they are known to
	 */
	public boolean readsTextOnly(Appender appender) {
		return Reading.orElse(false,
				() -> KnownParts.readsNoParameters(appender.getClass())
						&& (!(appender instanceof Filterable filterable) || readsTextOnly(filterable.getFilter()))
						&& readsTextOnly(appender.getLayout())
						&& (!(appender instanceof AbstractOutputStreamAppender<?> stream)
								|| !(stream.getManager() instanceof RollingFileManager file)
								|| readsTextOnly(file.<TriggeringPolicy>getTriggeringPolicy())));
	}

	private boolean readsTextOnly(@Nullable Layout<?> layout) {
		return layout != null && (this.layouts.isByteFormat(layout)
				|| (layout instanceof PatternLayout pattern && this.layouts.readsTextOnly(pattern)));
	}

	private static boolean readsTextOnly(TriggeringPolicy policy) {
		if (!(policy instanceof CompositeTriggeringPolicy composite)) {
			return KnownParts.isKnown(policy.getClass());
		}
		for (TriggeringPolicy part : composite.getTriggeringPolicies()) {
			if (!readsTextOnly(part)) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Return whether a filter reads nothing but the text.
	 * @param filter the filter, if there is one
	 * @return whether it is known to
	 */
	public static boolean readsTextOnly(@Nullable Filter filter) {
		return filter == null || Reading.orElse(false, () -> {
			for (Filter part : EventFilters.single(filter)) {
				if (!KnownParts.readsNoParameters(part.getClass())) {
					return false;
				}
			}
			return true;
		});
	}

}
