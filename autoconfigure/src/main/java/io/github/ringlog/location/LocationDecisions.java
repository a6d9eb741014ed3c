package io.github.ringlog.location;

import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.Node;
import org.jspecify.annotations.Nullable;

/**
 * Reads what the user has decided on the caller's location for a logger, with
 * {@code includeLocation} in the configuration. Log4j can't tell it from its defaults,
 * which differ between loggers in a file and those made for {@code logging.level.*}. For
 * one configuration; any thread may ask.
 */
public final class LocationDecisions {

	private final Configuration configuration;

	private final @Nullable PluginNodes nodes;

	/**
	 * Create the decisions.
	 * @param configuration the configuration, whose nodes should have been kept
	 */
	public LocationDecisions(Configuration configuration) {
		this.configuration = configuration;
		this.nodes = PluginNodes.of(configuration);
	}

	/**
	 * Return what the user has decided for a logger. A logger that is not in the file,
	 * because only its level was set, inherits its parent's decision.
	 * @param logger the logger
	 * @return whether the location is to be captured, or {@code null} when nothing was
	 * decided or the nodes of the configuration were not kept
	 */
	public @Nullable Boolean of(LoggerConfig logger) {
		LoggerConfig current = logger;
		while (current.getParent() != null && node(current) == null) {
			current = current.getParent();
		}
		Node node = node(current);
		String value = (node != null) ? PluginNodes.attribute(node, PluginNodes.INCLUDE_LOCATION, this.configuration)
				: null;
		return (value != null) ? (Boolean) Boolean.parseBoolean(value) : null;
	}

	private @Nullable Node node(LoggerConfig logger) {
		return (this.nodes != null) ? this.nodes.loggers().filter((node) -> isOf(node, logger)).findFirst().orElse(null)
				: null;
	}

	private boolean isOf(Node node, LoggerConfig logger) {
		String name = PluginNodes.attribute(node, "name", this.configuration);
		boolean root = PluginNodes.isOf(node, "root") || PluginNodes.isOf(node, "asyncroot")
				|| LoggerConfig.ROOT.equals(name);
		return root ? logger.getName().isEmpty() : logger.getName().equals(name);
	}

}
