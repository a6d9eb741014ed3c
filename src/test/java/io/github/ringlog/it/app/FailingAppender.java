package io.github.ringlog.it.app;

import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.Core;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.config.plugins.Plugin;
import org.apache.logging.log4j.core.config.plugins.PluginAttribute;
import org.apache.logging.log4j.core.config.plugins.PluginFactory;

/**
 * Throws on each event.
 */
@Plugin(name = "Failing", category = Core.CATEGORY_NAME, elementType = Appender.ELEMENT_TYPE)
public final class FailingAppender extends AbstractAppender {

	private FailingAppender(String name) {
		super(name, null, null, true, Property.EMPTY_ARRAY);
	}

	@PluginFactory
	public static FailingAppender create(@PluginAttribute("name") String name) {
		return new FailingAppender(name);
	}

	@Override
	public void append(LogEvent event) {
		throw new IllegalStateException("thrown in the appender");
	}

}
