package io.github.ringlog.location;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.apache.logging.log4j.core.config.plugins.PluginVisitorStrategy;

/**
 * Marks a parameter of a plugin factory that gets a copy of the whole node. With Log4j's
 * own {@code PluginNode} the attributes count as unused, and Log4j reports each of them.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
@PluginVisitorStrategy(WholeNodeVisitor.class)
@interface WholeNode {

}
