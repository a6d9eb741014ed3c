package io.github.ringlog.location;

import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.Node;
import org.apache.logging.log4j.core.config.plugins.PluginConfiguration;
import org.apache.logging.log4j.core.config.plugins.PluginFactory;
import org.apache.logging.log4j.core.config.plugins.util.PluginBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a copy of a node and then has Log4j build what the node says.
 */
final class NodeKeeper {

	private NodeKeeper() {
	}

	@PluginFactory
	static @Nullable Object create(@WholeNode Node node, @PluginConfiguration Configuration configuration) {
		PluginNodes nodes = PluginNodes.of(configuration);
		if (nodes != null) {
			nodes.add(node, configuration);
		}
		node.getChildren().forEach((child) -> configuration.createConfiguration(child, null));
		return new PluginBuilder(StandInType.real(node.getType())).withConfiguration(configuration)
			.withConfigurationNode(node)
			.build();
	}

}
