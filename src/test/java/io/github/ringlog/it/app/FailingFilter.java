package io.github.ringlog.it.app;

import org.apache.logging.log4j.core.Core;
import org.apache.logging.log4j.core.Filter;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.config.plugins.Plugin;
import org.apache.logging.log4j.core.config.plugins.PluginFactory;
import org.apache.logging.log4j.core.filter.AbstractFilter;

/**
 * Throws when the message asks for it.
 */
@Plugin(name = "FailingFilter", category = Core.CATEGORY_NAME, elementType = Filter.ELEMENT_TYPE)
public final class FailingFilter extends AbstractFilter {

	@PluginFactory
	public static FailingFilter create() {
		return new FailingFilter();
	}

	@Override
	public Result filter(LogEvent event) {
		Failure.in("filter", event);
		return Result.NEUTRAL;
	}

}
