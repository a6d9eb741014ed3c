package io.github.ringlog.location;

import org.apache.logging.log4j.core.Layout;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.Node;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.config.plugins.PluginConfiguration;
import org.apache.logging.log4j.core.config.plugins.PluginFactory;

/**
 * Takes the place of an appender in a configuration that is only to be checked, so that
 * no file, socket or database is opened. Log4j makes its layout.
 */
final class AppenderStandIn extends AbstractAppender implements AppenderPart.Described {

	private final AppenderPart part;

	private AppenderStandIn(AppenderPart part) {
		super(part.name(), null, null, true, Property.EMPTY_ARRAY);
		this.part = part;
	}

	@PluginFactory
	static AppenderStandIn create(@WholeNode Node node, @PluginConfiguration Configuration configuration) {
		AppenderPart part = AppenderNodeReader.read(new Element(new Node(node), configuration));
		for (Node child : node.getChildren()) {
			if (new Element(child, configuration).isLayout()) {
				configuration.createConfiguration(child, null);
				if (child.getObject() instanceof Layout<?> layout) {
					part = part.withLayout(layout);
				}
			}
		}
		return new AppenderStandIn(part);
	}

	@Override
	public AppenderPart describe() {
		return this.part;
	}

	@Override
	public void append(LogEvent event) {
		throw new UnsupportedOperationException("This configuration is only to be checked");
	}

}
