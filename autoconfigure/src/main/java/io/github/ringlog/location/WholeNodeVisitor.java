package io.github.ringlog.location;

import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.Node;
import org.apache.logging.log4j.core.config.plugins.visitors.AbstractPluginVisitor;

/**
 * Hands a node to a plugin factory. Public because Log4j makes it.
 */
public final class WholeNodeVisitor extends AbstractPluginVisitor<WholeNode> {

	/**
	 * Called by Log4j.
	 */
	public WholeNodeVisitor() {
		super(WholeNode.class);
	}

	@Override
	public Object visit(Configuration configuration, Node node, LogEvent event, StringBuilder log) {
		Node copy = new Node(node);
		node.getAttributes().clear();
		node.getChildren().clear();
		return copy;
	}

}
