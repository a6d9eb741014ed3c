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
 * Prints the caller of each event and does not tell Log4j that it asks for it, as the
 * appenders of OpenTelemetry and New Relic do.
 */
@Plugin(name = "Source", category = Core.CATEGORY_NAME, elementType = Appender.ELEMENT_TYPE)
public final class SourceAppender extends AbstractAppender {

	private SourceAppender(String name) {
		super(name, null, null, true, Property.EMPTY_ARRAY);
	}

	@PluginFactory
	public static SourceAppender create(@PluginAttribute("name") String name) {
		return new SourceAppender(name);
	}

	@Override
	public void append(LogEvent event) {
		StackTraceElement source = event.getSource();
		System.out.println("source of " + event.getMessage().getFormattedMessage() + ": "
				+ ((source != null) ? source.getMethodName() : "none"));
	}

}
