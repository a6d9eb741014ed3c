package io.github.ringlog.location;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.Layout;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.Node;
import org.jspecify.annotations.Nullable;

/**
 * An element of a configuration as the user has written it, with all that is in it. It is
 * only read; no object is built from it.
 *
 * @param node a node of Log4j's
 * @param configuration the configuration that it is of
 */
public record Element(Node node, Configuration configuration) {

	/**
	 * Return the class that Log4j builds from it.
	 * @return the class, or {@code null} if Log4j does not know the element
	 */
	public @Nullable Class<?> type() {
		return (this.node.getType() != null) ? this.node.getType().getPluginClass() : null;
	}

	/**
	 * Return whether it is an element of a name.
	 * @param name the name, in lower case
	 * @return whether it is
	 */
	public boolean is(String name) {
		return this.node.getType() != null && name.equals(this.node.getType().getKey());
	}

	/**
	 * Return whether Log4j builds an appender from it.
	 */
	boolean isAppender() {
		return type() != null && Appender.class.isAssignableFrom(type());
	}

	/**
	 * Return whether Log4j builds a layout from it.
	 */
	boolean isLayout() {
		return this.node.getType() != null && Layout.ELEMENT_TYPE.equals(this.node.getType().getElementName());
	}

	/**
	 * Return the name that it was given, or else that of the element.
	 * @return the name
	 */
	public String name() {
		String name = attribute("name");
		return (name != null) ? name : this.node.getName();
	}

	/**
	 * Return an attribute.
	 * @param name its name, in any case
	 * @return its value, variables replaced as far as they can be; {@code null} if it is
	 * not set
	 */
	public @Nullable String attribute(String name) {
		return this.node.getAttributes()
			.entrySet()
			.stream()
			.filter((attribute) -> attribute.getKey().equalsIgnoreCase(name))
			.flatMap((attribute) -> Stream.ofNullable(attribute.getValue()))
			.findFirst()
			.map(this.configuration.getConfigurationStrSubstitutor()::replace)
			.orElse(null);
	}

	/**
	 * Return what is directly in it.
	 * @return the elements, in their order
	 */
	public List<Element> children() {
		return this.node.getChildren().stream().map((child) -> new Element(child, this.configuration)).toList();
	}

	Stream<Element> children(Class<?> type) {
		return children().stream().filter((child) -> child.type() == type);
	}

	/**
	 * Return it and all that is in it, at any depth.
	 * @return the elements
	 */
	public Stream<Element> all() {
		return Stream.concat(Stream.of(this), children().stream().flatMap(Element::all));
	}

	/**
	 * Return the texts of this element and of all that is in it: the values of attributes
	 * and elements, variables replaced as far as they can be.
	 */
	Stream<String> texts() {
		return all()
			.flatMap((element) -> Stream.concat(element.node.getAttributes().values().stream(),
					Stream.of(element.node.getValue())))
			// Log4j's builder keeps attributes that are not set.
			.filter(Objects::nonNull)
			.map(this.configuration.getConfigurationStrSubstitutor()::replace);
	}

}
