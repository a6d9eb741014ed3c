package io.github.ringlog.location;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.Layout;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.Node;
import org.jspecify.annotations.Nullable;

/**
 * An element of a configuration as the user has written it, with its children. It is only
 * read; no object is built from it.
 *
 * @param node the node of Log4j
 * @param configuration the configuration of the element
 */
public record Element(Node node, Configuration configuration) {

	/**
	 * Return the class that Log4j builds from the element.
	 * @return the class, or {@code null} if Log4j does not know the element
	 */
	public @Nullable Class<?> type() {
		return (this.node.getType() != null) ? this.node.getType().getPluginClass() : null;
	}

	/**
	 * Return whether the element has a name.
	 * @param name the name, in lower case
	 * @return whether it is
	 */
	public boolean is(String name) {
		return this.node.getType() != null && name.equals(this.node.getType().getKey());
	}

	/**
	 * Return whether Log4j builds an appender from the element.
	 */
	boolean isAppender() {
		return type() != null && Appender.class.isAssignableFrom(type());
	}

	/**
	 * Return whether Log4j builds a layout from the element.
	 */
	boolean isLayout() {
		return this.node.getType() != null && Layout.ELEMENT_TYPE.equals(this.node.getType().getElementName());
	}

	/**
	 * Return the attribute {@code name}, or else the name of the element itself.
	 * @return the name
	 */
	public String name() {
		String name = attribute("name");
		return (name != null) ? name : this.node.getName();
	}

	/**
	 * Return an attribute.
	 * @param name its name, in any case
	 * @return its value, with variables replaced where possible; {@code null} if it is
	 * not set
	 */
	public @Nullable String attribute(String name) {
		for (Map.Entry<String, String> attribute : this.node.getAttributes().entrySet()) {
			if (attribute.getKey().equalsIgnoreCase(name) && attribute.getValue() != null) {
				return this.configuration.getConfigurationStrSubstitutor().replace(attribute.getValue());
			}
		}
		return null;
	}

	/**
	 * Return the child elements.
	 * @return the elements, in order
	 */
	public List<Element> children() {
		List<Element> children = new ArrayList<>();
		for (Node child : this.node.getChildren()) {
			children.add(new Element(child, this.configuration));
		}
		return children;
	}

	List<Element> children(Class<?> type) {
		List<Element> children = children();
		children.removeIf((child) -> child.type() != type);
		return children;
	}

	/**
	 * Return the element and its descendants.
	 * @return the elements
	 */
	public List<Element> all() {
		List<Element> all = new ArrayList<>();
		all.add(this);
		for (Element child : children()) {
			all.addAll(child.all());
		}
		return all;
	}

	/**
	 * Return the values of this element and its descendants, and of their attributes,
	 * with variables replaced where possible.
	 */
	List<String> texts() {
		List<String> texts = new ArrayList<>();
		for (Element element : all()) {
			for (String value : element.node.getAttributes().values()) {
				addText(value, texts);
			}
			addText(element.node.getValue(), texts);
		}
		return texts;
	}

	private void addText(@Nullable String value, List<String> texts) {
		// Log4j's builder keeps attributes without a value.
		if (value != null) {
			texts.add(this.configuration.getConfigurationStrSubstitutor().replace(value));
		}
	}

}
