package io.github.ringlog.location;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.Filter;
import org.apache.logging.log4j.core.Layout;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.Node;
import org.jspecify.annotations.Nullable;

/**
 * An element of a configuration as the user has written it, with all that is in it. It is
 * only read: nothing is made of it.
 *
 * @param node a copy of Log4j's node, which Log4j does not consume
 * @param configuration the configuration that it is of
 */
public record Element(Node node, Configuration configuration) {

	private static final Set<String> OTHERS = Set.of(Layout.ELEMENT_TYPE, Filter.ELEMENT_TYPE, Appender.ELEMENT_TYPE);

	/**
	 * Return the class that Log4j makes of it.
	 * @return the class, or {@code null} if Log4j does not know the element
	 */
	public @Nullable Class<?> type() {
		return (this.node.getType() != null) ? StandInType.realClass(this.node.getType()) : null;
	}

	/**
	 * Return whether it is an element of a name.
	 * @param name the name, in lower case
	 * @return whether it is
	 */
	public boolean is(String name) {
		return PluginNodes.isOf(this.node, name);
	}

	boolean isAppender() {
		return type() != null && Appender.class.isAssignableFrom(type());
	}

	boolean isLayout() {
		return this.node.getType() != null && Layout.ELEMENT_TYPE.equals(this.node.getType().getElementName());
	}

	/**
	 * Return an attribute.
	 * @param name its name, in any case
	 * @return its value, variables replaced as far as they can be; {@code null} if it is
	 * not set
	 */
	public @Nullable String attribute(String name) {
		return PluginNodes.attribute(this.node, name, this.configuration);
	}

	/**
	 * Return an attribute as it is written.
	 * @param name its name, in any case
	 * @return its value, with its variables; {@code null} if it is not set
	 */
	public @Nullable String written(String name) {
		return this.node.getAttributes()
			.entrySet()
			.stream()
			.filter((attribute) -> attribute.getKey().equalsIgnoreCase(name))
			.map(Map.Entry::getValue)
			.findFirst()
			.orElse(null);
	}

	/**
	 * Return what is directly in it.
	 * @return the elements, in their order
	 */
	public List<Element> children() {
		return this.node.getChildren().stream().map((child) -> new Element(child, this.configuration)).toList();
	}

	/**
	 * Return it and all that is in it, at any depth.
	 * @return the elements
	 */
	public Stream<Element> all() {
		return Stream.concat(Stream.of(this), children().stream().flatMap(Element::all));
	}

	/**
	 * Return the texts of an appender that it evaluates itself: not those of a layout or
	 * a filter, nor of what picks or makes other appenders.
	 * @return the values of attributes and elements, variables replaced as far as they
	 * can be
	 */
	public Stream<String> ownTexts() {
		return own().flatMap((element) -> PluginNodes.ownTexts(element.node))
			.map(this.configuration.getConfigurationStrSubstitutor()::replace);
	}

	private Stream<Element> own() {
		return Stream.concat(Stream.of(this),
				children().stream().filter((child) -> !child.looksUpWithTheEvent()).flatMap(Element::own));
	}

	private boolean looksUpWithTheEvent() {
		return is("routes") || (this.node.getType() != null && OTHERS.contains(this.node.getType().getElementName()));
	}

	/**
	 * Return the texts that it was given, itself and with all that is in it.
	 * @return the values of attributes and elements, variables replaced as far as they
	 * can be
	 */
	public Stream<String> texts() {
		return PluginNodes.texts(this.node).map(this.configuration.getConfigurationStrSubstitutor()::replace);
	}

}
