package io.github.ringlog.it.app;

import java.nio.charset.StandardCharsets;

import org.apache.logging.log4j.core.Core;
import org.apache.logging.log4j.core.Layout;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.config.plugins.Plugin;
import org.apache.logging.log4j.core.config.plugins.PluginFactory;
import org.apache.logging.log4j.core.layout.AbstractStringLayout;

/**
 * Throws when the message asks for it.
 */
@Plugin(name = "FailingLayout", category = Core.CATEGORY_NAME, elementType = Layout.ELEMENT_TYPE)
public final class FailingLayout extends AbstractStringLayout {

	private FailingLayout() {
		super(StandardCharsets.UTF_8);
	}

	@PluginFactory
	public static FailingLayout create() {
		return new FailingLayout();
	}

	@Override
	public String toSerializable(LogEvent event) {
		Failure.in("layout", event);
		return event.getMessage().getFormattedMessage() + System.lineSeparator();
	}

}
