package io.github.ringlog.location;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.github.ringlog.location.AppenderPart.Forwarding;
import io.github.ringlog.location.AppenderPart.InnerLayout;
import io.github.ringlog.location.AppenderPart.Options;
import io.github.ringlog.location.AppenderPart.Reference;
import org.apache.logging.log4j.core.Filter;
import org.apache.logging.log4j.core.appender.AbstractOutputStreamAppender;
import org.apache.logging.log4j.core.appender.AsyncAppender;
import org.apache.logging.log4j.core.appender.SyslogAppender;
import org.apache.logging.log4j.core.layout.HtmlLayout;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.logging.log4j.core.layout.Rfc5424Layout;
import org.apache.logging.log4j.core.layout.SyslogLayout;
import org.jspecify.annotations.Nullable;

/**
 * Reads an appender from its element. Nothing is made of it.
 */
final class AppenderNodeReader {

	// Attributes of Log4j's own parts that are patterns of a layout. Its other attributes
	// called so are patterns of file names and keys.
	private static final Map<String, String> PATTERNS = Map.of("column", "pattern", "columnmapping", "pattern", "smtp",
			"subject");

	private AppenderNodeReader() {
	}

	/**
	 * Read an appender.
	 * @param appender its element
	 */
	static AppenderPart read(Element appender) {
		String name = appender.attribute("name");
		Class<?> type = type(appender);
		List<AppenderPart> nested = nestedIn(appender);
		List<Reference> references = references(appender);
		boolean forwards = !nested.isEmpty() || !references.isEmpty() || type == AsyncAppender.class;
		Boolean includeLocation = (type == AsyncAppender.class)
				? (Boolean) Boolean.parseBoolean(appender.attribute("includeLocation")) : null;
		boolean discards = type == AsyncAppender.class && "false".equalsIgnoreCase(appender.attribute("blocking"))
				&& appender.attribute("errorRef") == null;
		return new AppenderPart((name != null) ? name : appender.node().getName(), type, layout(appender),
				innerLayouts(appender), new Forwarding(references, nested, forwards, false),
				new Options(includeLocation, discards, RemoteAppenders.isRemote(type, appender.attribute("protocol"))),
				false, appender);
	}

	private static Class<?> type(Element element) {
		Class<?> type = element.type();
		return (type != null) ? type : Object.class;
	}

	/**
	 * Read the layout of an appender: the one in it, or the one that it makes.
	 */
	private static @Nullable LayoutPart layout(Element appender) {
		Element layout = layoutElement(appender);
		if (layout != appender) {
			return LayoutPart.of(type(layout), layout);
		}
		Class<?> type = type(appender);
		if (type == SyslogAppender.class) {
			boolean modern = "RFC5424".equalsIgnoreCase(appender.attribute("format"));
			return LayoutPart.of(modern ? Rfc5424Layout.class : SyslogLayout.class, appender);
		}
		if (type.getSimpleName().equals("SmtpAppender")) {
			return LayoutPart.of(HtmlLayout.class, appender);
		}
		return AbstractOutputStreamAppender.class.isAssignableFrom(type)
				? LayoutPart.ofPattern(PatternLayout.DEFAULT_CONVERSION_PATTERN) : null;
	}

	/**
	 * Return the element that tells about the layout of an appender: that of the layout,
	 * or else that of the appender.
	 */
	static Element layoutElement(Element appender) {
		return appender.children().stream().filter(Element::isLayout).findFirst().orElse(appender);
	}

	/**
	 * Read the layouts that are not the appender's own.
	 */
	static List<InnerLayout> innerLayouts(Element appender) {
		List<InnerLayout> layouts = new ArrayList<>();
		addPatterns(appender, layouts);
		appender.children().stream().filter((child) -> !child.isLayout()).forEach((child) -> addIn(child, layouts));
		return layouts;
	}

	private static void addIn(Element element, List<InnerLayout> layouts) {
		Class<?> type = element.type();
		if (type == null || element.isAppender() || Filter.class.isAssignableFrom(type)) {
			return;
		}
		addPatterns(element, layouts);
		for (Element child : element.children()) {
			if (child.isLayout()) {
				layouts.add(new InnerLayout(describe(element), LayoutPart.of(type(child), child)));
			}
			else {
				addIn(child, layouts);
			}
		}
	}

	private static void addPatterns(Element element, List<InnerLayout> layouts) {
		for (String name : element.node().getAttributes().keySet()) {
			String value = element.attribute(name);
			if (value != null && isPattern(element, name)) {
				layouts.add(new InnerLayout(describe(element) + " " + name, LayoutPart.ofPattern(value)));
			}
		}
	}

	private static boolean isPattern(Element element, String attribute) {
		if (KnownParts.isKnown(type(element))) {
			return attribute.equalsIgnoreCase(PATTERNS.get(element.node().getType().getKey()));
		}
		String name = attribute.toLowerCase(Locale.ROOT);
		return name.endsWith("pattern") && !name.startsWith("file") && !name.startsWith("date");
	}

	private static String describe(Element element) {
		String name = element.attribute("name");
		return (name != null) ? element.node().getName() + " \"" + name + "\"" : element.node().getName();
	}

	/**
	 * Read the appenders in an element, at any depth.
	 */
	static List<AppenderPart> nestedIn(Element parent) {
		List<AppenderPart> parts = new ArrayList<>();
		for (Element child : parent.children()) {
			if (child.isAppender()) {
				parts.add(read(child));
			}
			else if (!child.isLayout()) {
				parts.addAll(nestedIn(child));
			}
		}
		return parts;
	}

	/**
	 * Read to which appenders an appender refers.
	 */
	static List<Reference> references(Element appender) {
		List<Reference> references = new ArrayList<>();
		add(appender.attribute("primary"), true, references);
		referencesIn(appender, true, references);
		add(appender.attribute("errorRef"), false, references);
		return references;
	}

	private static void referencesIn(Element parent, boolean always, List<Reference> references) {
		for (Element child : parent.children()) {
			if (!child.isAppender() && !"OFF".equalsIgnoreCase(child.attribute("level"))) {
				boolean each = always && !child.is("routes") && !child.is("failovers");
				boolean filtered = child.attribute("level") != null || !child.children().isEmpty();
				add(child.attribute("ref"), each && !filtered, references);
				referencesIn(child, each, references);
			}
		}
	}

	private static void add(@Nullable String target, boolean always, List<Reference> references) {
		if (target != null) {
			references.add(new Reference(target, always));
		}
	}

}
