package io.github.ringlog.lint;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.Node;
import org.apache.logging.log4j.core.config.plugins.PluginVisitorStrategy;
import org.apache.logging.log4j.core.config.plugins.visitors.AbstractPluginVisitor;

/**
 * Marks a parameter of a plugin factory that gets a copy of the node with all that is in
 * it. Log4j's own {@code PluginNode} leaves the attributes where they are, and Log4j then
 * complains of each that nobody has asked for.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
@PluginVisitorStrategy(WholeNode.Visitor.class)
public @interface WholeNode {

	/**
	 * Hands out the node. Log4j makes it.
	 */
	final class Visitor extends AbstractPluginVisitor<WholeNode> {

		/**
		 * Called by Log4j.
		 */
		public Visitor() {
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

}
