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
		for (Map.Entry<String, String> attribute : this.node.getAttributes().entrySet()) {
			if (attribute.getKey().equalsIgnoreCase(name) && attribute.getValue() != null) {
				return this.configuration.getConfigurationStrSubstitutor().replace(attribute.getValue());
			}
		}
		return null;
	}

	/**
	 * Return what is directly in it.
	 * @return the elements, in their order
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
	 * Return it and all that is in it, at any depth.
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
	 * Return the texts of this element and of all that is in it: the values of attributes
	 * and elements, variables replaced as far as they can be.
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
		// Log4j's builder keeps attributes that are not set.
		if (value != null) {
			texts.add(this.configuration.getConfigurationStrSubstitutor().replace(value));
		}
	}

}
