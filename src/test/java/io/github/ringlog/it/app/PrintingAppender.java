package io.github.ringlog.it.app;

import java.io.Serializable;

import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.Core;
import org.apache.logging.log4j.core.Layout;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.config.plugins.Plugin;
import org.apache.logging.log4j.core.config.plugins.PluginAttribute;
import org.apache.logging.log4j.core.config.plugins.PluginElement;
import org.apache.logging.log4j.core.config.plugins.PluginFactory;

/**
 * Prints to standard output and has no lock of its own.
 */
@Plugin(name = "Printing", category = Core.CATEGORY_NAME, elementType = Appender.ELEMENT_TYPE)
public final class PrintingAppender extends AbstractAppender {

	private PrintingAppender(String name, Layout<? extends Serializable> layout) {
		super(name, null, layout, true, Property.EMPTY_ARRAY);
	}

	@PluginFactory
	public static PrintingAppender create(@PluginAttribute("name") String name,
			@PluginElement("Layout") Layout<? extends Serializable> layout) {
		return new PrintingAppender(name, layout);
	}

	@Override
	public void append(LogEvent event) {
		System.out.print(getLayout().toSerializable(event));
	}

}
