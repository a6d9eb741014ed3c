package io.github.ringlog.location;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.Layout;
import org.apache.logging.log4j.core.appender.AsyncAppender;
import org.apache.logging.log4j.core.appender.ConsoleAppender;
import org.apache.logging.log4j.core.appender.FailoverAppender;
import org.apache.logging.log4j.core.appender.FileAppender;
import org.apache.logging.log4j.core.appender.RandomAccessFileAppender;
import org.apache.logging.log4j.core.appender.RollingFileAppender;
import org.apache.logging.log4j.core.appender.RollingRandomAccessFileAppender;
import org.apache.logging.log4j.core.appender.rewrite.RewriteAppender;
import org.apache.logging.log4j.core.appender.routing.RoutingAppender;
import org.jspecify.annotations.Nullable;

/**
 * An appender of a configuration, or one that a {@code Routing} creates once it needs it.
 *
 * @param name the name
 * @param type the class
 * @param appender the appender, or {@code null} if it does not exist yet
 * @param element the element that the user has written, if it is known
 * @param references the names of the appenders that it refers to, except with the level
 * {@code OFF}
 * @param nested the appenders that it creates
 */
public record AppenderPart(String name, Class<?> type, @Nullable Appender appender, @Nullable Element element,
		List<String> references, List<AppenderPart> nested) {

	private static final Set<Class<?>> FORWARDING = Set.of(AsyncAppender.class, FailoverAppender.class,
			RewriteAppender.class, RoutingAppender.class);

	// Exactly these classes: a subclass may treat events differently.
	private static final Set<Class<?>> STREAMS = Set.of(ConsoleAppender.class, FileAppender.class,
			RandomAccessFileAppender.class, RollingFileAppender.class, RollingRandomAccessFileAppender.class);

	static AppenderPart of(Appender appender, @Nullable Element element) {
		return (element != null) ? of(element, appender) : new AppenderPart(appender.getName(), appender.getClass(),
				appender, null, references(appender), List.of());
	}

	private static AppenderPart of(Element element, @Nullable Appender appender) {
		Class<?> type = element.type();
		return new AppenderPart(element.name(), (type != null) ? type : Object.class, appender, element,
				references(element), nested(element));
	}

	private static List<String> references(Appender appender) {
		List<String> references = new ArrayList<>();
		if (appender instanceof AsyncAppender async) {
			references.addAll(List.of(async.getAppenderRefStrings()));
			if (async.getErrorRef() != null) {
				references.add(async.getErrorRef());
			}
		}
		return references;
	}

	private static List<String> references(Element parent) {
		List<String> references = new ArrayList<>();
		for (String attribute : List.of("ref", "primary", "errorRef")) {
			String reference = parent.attribute(attribute);
			if (reference != null) {
				references.add(reference);
			}
		}
		for (Element child : parent.children()) {
			if (!child.isAppender() && !"OFF".equalsIgnoreCase(child.attribute("level"))) {
				references.addAll(references(child));
			}
		}
		return references;
	}

	private static List<AppenderPart> nested(Element parent) {
		List<AppenderPart> nested = new ArrayList<>();
		for (Element child : parent.children()) {
			nested.addAll(child.isAppender() ? List.of(of(child, null)) : nested(child));
		}
		return nested;
	}

	/**
	 * Return the layout.
	 * @return the layout, or {@code null} if the appender has none or does not exist yet
	 */
	public @Nullable Layout<?> layout() {
		return (this.appender != null) ? this.appender.getLayout() : null;
	}

	/**
	 * Return this appender and all that it creates, at any depth.
	 */
	List<AppenderPart> withNested() {
		List<AppenderPart> parts = new ArrayList<>();
		parts.add(this);
		for (AppenderPart part : this.nested) {
			parts.addAll(part.withNested());
		}
		return parts;
	}

	/**
	 * Return whether this is a console or file appender of Log4j's, whose lines Ringlog
	 * writes itself if no other appender is before it.
	 * @return whether it is one
	 */
	public boolean isStream() {
		return isStream(this.type);
	}

	/**
	 * Return whether a class is a console or file appender of Log4j's.
	 * @param type the class
	 * @return whether it is one
	 */
	public static boolean isStream(Class<?> type) {
		return STREAMS.contains(type);
	}

	/**
	 * Return whether this appender forwards events to other appenders.
	 * @return whether it is one
	 */
	public boolean forwards() {
		return FORWARDING.contains(this.type);
	}

	/**
	 * Return whether another thread writes its events.
	 */
	boolean isQueue() {
		return this.type == AsyncAppender.class;
	}

	/**
	 * Return whether this appender forwards events and does not expose to which
	 * appenders.
	 */
	boolean isOpaque() {
		return forwards() && !isQueue() && this.element == null;
	}

	/**
	 * Return whether forwarded events keep their location. An {@code AsyncAppender}
	 * includes it only if configured to.
	 */
	boolean keepsLocation() {
		if (this.appender instanceof AsyncAppender async) {
			return async.isIncludeLocation();
		}
		return this.type != AsyncAppender.class || this.element == null
				|| "true".equalsIgnoreCase(this.element.attribute(WrittenConfiguration.INCLUDE_LOCATION));
	}

}
