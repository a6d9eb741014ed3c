package io.github.ringlog.location;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.apache.logging.log4j.core.config.plugins.PluginVisitorStrategy;

/**
 * Marks a parameter of a plugin factory that gets a copy of the node with all that is in
 * it. Log4j's own {@code PluginNode} leaves the attributes where they are, and Log4j then
 * complains of each that nobody has asked for.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
@PluginVisitorStrategy(WholeNodeVisitor.class)
@interface WholeNode {

}
