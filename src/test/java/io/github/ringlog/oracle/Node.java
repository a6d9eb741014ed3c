package io.github.ringlog.oracle;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * An element of a configuration of Log4j. Immutable.
 *
 * @param type its name
 * @param attributes its attributes, in this order
 * @param children the elements in it, in this order
 */
record Node(String type, Map<String, String> attributes, List<Node> children) implements Serializable {

	static Node of(String type, Node... children) {
		return new Node(type, new LinkedHashMap<>(), List.of(children));
	}

	Node with(String name, Object value) {
		Map<String, String> changed = new LinkedHashMap<>(this.attributes);
		changed.put(name, value.toString());
		return new Node(this.type, changed, this.children);
	}

	Node without(String name) {
		Map<String, String> changed = new LinkedHashMap<>(this.attributes);
		changed.remove(name);
		return new Node(this.type, changed, this.children);
	}

	Node with(Node child) {
		List<Node> changed = new ArrayList<>(this.children);
		changed.add(child);
		return with(changed);
	}

	Node with(List<Node> newChildren) {
		return new Node(this.type, this.attributes, List.copyOf(newChildren));
	}

	String attribute(String name) {
		return this.attributes.getOrDefault(name, "");
	}

	/** This element and all that are in it. */
	Stream<Node> all() {
		return Stream.concat(Stream.of(this), this.children.stream().flatMap(Node::all));
	}

	boolean has(Predicate<Node> condition) {
		return all().anyMatch(condition);
	}

	/** Whether it is the root logger, or a logger whose name begins that of another. */
	boolean isParentOf(Node logger) {
		return this.type.endsWith("Root")
				|| (this.type.endsWith("Logger") && logger.attribute("name").startsWith(attribute("name") + "."));
	}

	boolean isFilter() {
		return this.type.endsWith("Filter") || this.type.equals("Filters");
	}

}
