package io.github.ringlog.oracle;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.builder.api.AppenderComponentBuilder;
import org.apache.logging.log4j.core.config.builder.api.AppenderRefComponentBuilder;
import org.apache.logging.log4j.core.config.builder.api.ComponentBuilder;
import org.apache.logging.log4j.core.config.builder.api.ConfigurationBuilder;
import org.apache.logging.log4j.core.config.builder.api.ConfigurationBuilderFactory;
import org.apache.logging.log4j.core.config.builder.api.FilterComponentBuilder;
import org.apache.logging.log4j.core.config.builder.api.FilterableComponentBuilder;
import org.apache.logging.log4j.core.config.builder.api.LayoutComponentBuilder;
import org.apache.logging.log4j.core.config.builder.api.LoggableComponentBuilder;
import org.apache.logging.log4j.core.config.builder.api.LoggerComponentBuilder;
import org.apache.logging.log4j.core.config.builder.api.RootLoggerComponentBuilder;
import org.apache.logging.log4j.core.config.builder.impl.BuiltConfiguration;

/**
 * A configuration in the formats of Log4j.
 */
final class ConfigurationText {

	private ConfigurationText() {
	}

	static String of(Node configuration, Case.Format format) {
		return switch (format) {
			case XML, BUILDER -> xml(configuration, "");
			// Each text in JSON is one in YAML.
			case JSON, YAML -> "{" + quote(configuration.type()) + ": " + json(configuration) + "}\n";
			case PROPERTIES -> properties(configuration);
		};
	}

	static String fileName(Case.Format format) {
		return "log4j2-case." + switch (format) {
			case XML, BUILDER -> "xml";
			case JSON -> "json";
			case YAML -> "yaml";
			case PROPERTIES -> "properties";
		};
	}

	private static String xml(Node node, String indent) {
		StringBuilder text = new StringBuilder(indent).append('<').append(node.type());
		node.attributes()
			.forEach((name, value) -> text.append(' ')
				.append(name)
				.append("=\"")
				.append(value.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;").replace("\n", "&#10;"))
				.append('"'));
		if (node.children().isEmpty()) {
			return text.append("/>\n").toString();
		}
		text.append(">\n");
		node.children().forEach((child) -> text.append(xml(child, indent + "  ")));
		return text.append(indent).append("</").append(node.type()).append(">\n").toString();
	}

	private static String json(Node node) {
		Map<String, List<String>> members = new LinkedHashMap<>();
		node.attributes().forEach((name, value) -> members.put(name, List.of(quote(value))));
		node.children()
			.forEach((child) -> members.computeIfAbsent(child.type(), (type) -> new ArrayList<>()).add(json(child)));
		List<String> texts = new ArrayList<>();
		members.forEach((name, values) -> texts
			.add(quote(name) + ": " + ((values.size() > 1) ? values.toString() : values.get(0))));
		return "{" + String.join(", ", texts) + "}";
	}

	private static String quote(String text) {
		return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n").replace("\t", "\\t") + '"';
	}

	private static String properties(Node configuration) {
		StringBuilder text = new StringBuilder();
		attributes(text, "", configuration);
		int count = 0;
		for (Node part : configuration.children()) {
			count++;
			switch (part.type()) {
				case "Properties" -> part.children()
					.forEach((property) -> line(text, "property." + property.attribute("name"),
							property.attribute("value")));
				case "CustomLevels" -> part.children()
					.forEach((level) -> line(text, "customLevel." + level.attribute("name"),
							level.attribute("intLevel")));
				case "Appenders" ->
					numbered(part.children(), (id, appender) -> component(text, "appender.a" + id, appender));
				case "Loggers" -> numbered(part.children(), (id, logger) -> logger(text, id, logger));
				default -> component(text, "filter.f" + count, part);
			}
		}
		return text.toString();
	}

	private static void logger(StringBuilder text, int id, Node logger) {
		boolean root = logger.type().endsWith("Root");
		String prefix = root ? "rootLogger" : "logger.l" + id;
		if (logger.type().startsWith("Async")) {
			line(text, prefix + ".type", logger.type());
		}
		attributes(text, prefix + ".", logger);
		numbered(logger.children(), (number, child) -> {
			if (child.type().equals("AppenderRef")) {
				attributes(text, prefix + ".appenderRef.r" + number + ".", child);
				children(text, prefix + ".appenderRef.r" + number, child);
			}
			else {
				nested(text, prefix, number, child);
			}
		});
	}

	private static void component(StringBuilder text, String prefix, Node node) {
		line(text, prefix + ".type", node.type());
		attributes(text, prefix + ".", node);
		children(text, prefix, node);
	}

	private static void children(StringBuilder text, String prefix, Node node) {
		numbered(node.children(), (number, child) -> nested(text, prefix, number, child));
	}

	private static void nested(StringBuilder text, String prefix, int number, Node child) {
		if (child.type().equals("Filters")) {
			numbered(child.children(), (each, filter) -> component(text, prefix + ".filter.f" + each, filter));
		}
		else if (child.isFilter()) {
			component(text, prefix + ".filter.f" + number, child);
		}
		else if (child.type().endsWith("Layout") || child.type().equals("CsvLogEventLayout")) {
			component(text, prefix + ".layout", child);
		}
		else {
			component(text, prefix + ".c" + number, child);
		}
	}

	private static void attributes(StringBuilder text, String prefix, Node node) {
		node.attributes().forEach((name, value) -> line(text, prefix + name, value));
	}

	private static void line(StringBuilder text, String name, String value) {
		text.append(name)
			.append(" = ")
			.append(value.replace("\\", "\\\\").replace("\n", "\\n").replaceFirst("^(?=[ \t])", "\\\\"))
			.append('\n');
	}

	/** Build it with the API that Log4j has for that. */
	static Configuration build(Node configuration, LoggerContext context) {
		ConfigurationBuilder<BuiltConfiguration> builder = ConfigurationBuilderFactory.newConfigurationBuilder();
		builder.setConfigurationName("built");
		builder.setLoggerContext(context);
		for (Node part : configuration.children()) {
			switch (part.type()) {
				case "Properties" -> part.children()
					.forEach(
							(property) -> builder.addProperty(property.attribute("name"), property.attribute("value")));
				case "CustomLevels" -> part.children()
					.forEach((level) -> builder.add(builder.newCustomLevel(level.attribute("name"),
							Integer.parseInt(level.attribute("intLevel")))));
				case "Appenders" -> part.children().forEach((appender) -> {
					AppenderComponentBuilder component = builder.newAppender(appender.attribute("name"),
							appender.type());
					fill(builder, component, appender);
					builder.add(component);
				});
				case "Loggers" -> part.children().forEach((logger) -> addLogger(builder, logger));
				default -> builder.add(filter(builder, part));
			}
		}
		return builder.build(false);
	}

	private static void addLogger(ConfigurationBuilder<?> builder, Node logger) {
		String level = logger.attribute("level").isEmpty() ? null : logger.attribute("level");
		if (logger.type().endsWith("Root")) {
			RootLoggerComponentBuilder root = logger.type().startsWith("Async") ? builder.newAsyncRootLogger(level)
					: builder.newRootLogger(level);
			fill(builder, root, logger);
			builder.add(root);
			return;
		}
		String name = logger.attribute("name");
		LoggerComponentBuilder component = logger.type().startsWith("Async") ? builder.newAsyncLogger(name, level)
				: builder.newLogger(name, level);
		fill(builder, component, logger);
		builder.add(component);
	}

	private static FilterComponentBuilder filter(ConfigurationBuilder<?> builder, Node node) {
		FilterComponentBuilder filter = builder.newFilter(node.type(), (String) null, null);
		fill(builder, filter, node);
		return filter;
	}

	private static void fill(ConfigurationBuilder<?> builder, ComponentBuilder<?> component, Node node) {
		node.attributes().forEach(component::addAttribute);
		for (Node child : node.children()) {
			if (child.type().equals("AppenderRef") && component instanceof LoggableComponentBuilder<?> logger) {
				AppenderRefComponentBuilder reference = builder.newAppenderRef(child.attribute("ref"));
				fill(builder, reference, child);
				logger.add(reference);
			}
			else if (child.isFilter() && !child.type().equals("Filters")
					&& component instanceof FilterableComponentBuilder<?> filterable) {
				filterable.add(filter(builder, child));
			}
			else {
				LayoutComponentBuilder nested = builder.newLayout(child.type());
				fill(builder, nested, child);
				component.addComponent(nested);
			}
		}
	}

	private static void numbered(List<Node> nodes, Numbered action) {
		for (int i = 0; i < nodes.size(); i++) {
			action.take(i, nodes.get(i));
		}
	}

	private interface Numbered {

		void take(int number, Node node);

	}

}
