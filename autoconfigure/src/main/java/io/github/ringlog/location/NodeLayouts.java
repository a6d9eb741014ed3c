package io.github.ringlog.location;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import io.github.ringlog.location.AppenderPart.InnerLayout;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.Filter;
import org.apache.logging.log4j.core.Layout;
import org.apache.logging.log4j.core.appender.AbstractOutputStreamAppender;
import org.apache.logging.log4j.core.appender.SyslogAppender;
import org.apache.logging.log4j.core.config.AbstractConfiguration;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.Node;
import org.apache.logging.log4j.core.config.plugins.util.PluginType;
import org.apache.logging.log4j.core.layout.HtmlLayout;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.logging.log4j.core.layout.SyslogLayout;
import org.jspecify.annotations.Nullable;

/**
 * Makes the layouts that the node of an appender describes.
 */
final class NodeLayouts {

	// Attributes of Log4j's own parts that are patterns of a layout. Its other attributes
	// called so are patterns of file names and keys.
	private static final Map<String, String> PATTERNS = Map.of("column", "pattern", "columnmapping", "pattern", "smtp",
			"subject");

	// Spring Boot's and ours. The format is one of Spring Boot's own or a class of the
	// user's.
	private static final Set<String> STRUCTURED_LAYOUTS = Set
		.of("org.springframework.boot.logging.log4j2.StructuredLogLayout", KnownParts.STRUCTURED_LAYOUT);

	private final Configuration configuration;

	NodeLayouts(Configuration configuration) {
		this.configuration = configuration;
	}

	/**
	 * Make the layout of an appender, or return {@code null} when there is none or Log4j
	 * can't make it.
	 */
	@Nullable Layout<?> own(Node appender) {
		for (Node child : appender.getChildren()) {
			if (isLayout(child)) {
				return make(new Node(child));
			}
		}
		Class<?> type = StandInType.realClass(appender.getType());
		if (type == SyslogAppender.class) {
			return syslog(appender);
		}
		if (type.getSimpleName().equals("SmtpAppender")) {
			return HtmlLayout.createDefaultLayout();
		}
		return AbstractOutputStreamAppender.class.isAssignableFrom(type)
				? PatternLayout.createDefaultLayout(this.configuration) : null;
	}

	/**
	 * Make a layout to try events on, or return {@code null} when there is none or it
	 * would run code of the user's.
	 */
	@Nullable Layout<?> copy(Node appender) {
		boolean tried = appender.getChildren()
			.stream()
			.filter(NodeLayouts::isLayout)
			.allMatch((layout) -> KnownParts.mayBeTried(layout.getType().getPluginClass())
					|| isStructured(layout) && !isClassName(attribute(layout, "format")));
		return tried ? own(appender) : null;
	}

	private static boolean isStructured(Node layout) {
		return STRUCTURED_LAYOUTS.contains(layout.getType().getPluginClass().getName());
	}

	private static boolean isClassName(@Nullable String format) {
		return format == null || format.contains(".");
	}

	/**
	 * Make the layout that a {@link SyslogAppender} makes of its attributes.
	 */
	private @Nullable Layout<?> syslog(Node appender) {
		if (!"RFC5424".equalsIgnoreCase(attribute(appender, "format"))
				|| !(this.configuration instanceof AbstractConfiguration made)) {
			return SyslogLayout.newBuilder().build();
		}
		PluginType<?> type = made.getPluginManager().getPluginType("Rfc5424Layout");
		Node layout = new Node(null, "Rfc5424Layout", type);
		String pattern = attribute(appender, "exceptionPattern");
		if (pattern != null) {
			layout.getAttributes().put("exceptionPattern", pattern);
		}
		appender.getChildren()
			.stream()
			.filter((child) -> PluginNodes.isOf(child, "loggerfields"))
			.forEach((child) -> layout.getChildren().add(new Node(child)));
		return make(layout);
	}

	/**
	 * Make the layouts that are not the appender's own.
	 */
	List<InnerLayout> inner(Node appender) {
		List<InnerLayout> layouts = new ArrayList<>();
		addPatterns(appender, layouts);
		for (Node child : appender.getChildren()) {
			if (!isLayout(child)) {
				addIn(child, layouts);
			}
		}
		return layouts;
	}

	private void addIn(Node node, List<InnerLayout> layouts) {
		if (node.getType() == null) {
			return;
		}
		Class<?> type = StandInType.realClass(node.getType());
		if (Appender.class.isAssignableFrom(type) || Filter.class.isAssignableFrom(type)) {
			return;
		}
		addPatterns(node, layouts);
		for (Node child : node.getChildren()) {
			if (isLayout(child)) {
				Layout<?> layout = make(new Node(child));
				if (layout != null) {
					layouts.add(new InnerLayout(describe(node), layout));
				}
			}
			else {
				addIn(child, layouts);
			}
		}
	}

	private void addPatterns(Node node, List<InnerLayout> layouts) {
		for (String name : node.getAttributes().keySet()) {
			String value = attribute(node, name);
			if (value != null && isPattern(node, name)) {
				layouts.add(new InnerLayout(describe(node) + " " + name,
						PatternLayout.newBuilder()
							.withPattern(value)
							.withConfiguration(this.configuration)
							.withAlwaysWriteExceptions(false)
							.build()));
			}
		}
	}

	private static boolean isPattern(Node node, String attribute) {
		if (KnownParts.isKnown(StandInType.realClass(node.getType()))) {
			return attribute.equalsIgnoreCase(PATTERNS.get(node.getType().getKey()));
		}
		String name = attribute.toLowerCase(Locale.ROOT);
		return name.endsWith("pattern") && !name.startsWith("file") && !name.startsWith("date");
	}

	private String describe(Node node) {
		String name = attribute(node, "name");
		return (name != null) ? node.getName() + " \"" + name + "\"" : node.getName();
	}

	private @Nullable Layout<?> make(Node node) {
		this.configuration.createConfiguration(node, null);
		return (node.getObject() instanceof Layout<?>) ? (Layout<?>) node.getObject() : null;
	}

	private static boolean isLayout(Node node) {
		return node.getType() != null && Layout.ELEMENT_TYPE.equals(node.getType().getElementName());
	}

	private @Nullable String attribute(Node node, String name) {
		return PluginNodes.attribute(node, name, this.configuration);
	}

}
