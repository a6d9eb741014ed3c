package io.github.ringlog.location;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.Layout;
import org.apache.logging.log4j.core.appender.AbstractOutputStreamAppender;
import org.apache.logging.log4j.core.appender.AsyncAppender;
import org.apache.logging.log4j.core.appender.FailoverAppender;
import org.apache.logging.log4j.core.appender.rewrite.RewriteAppender;
import org.apache.logging.log4j.core.appender.routing.Route;
import org.apache.logging.log4j.core.appender.routing.RoutingAppender;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.Node;
import org.apache.logging.log4j.core.impl.LocationAware;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.jspecify.annotations.Nullable;

/**
 * What matters of an appender.
 *
 * @param name its name
 * @param type its class
 * @param layout its layout, if any
 * @param references names of appenders that it hands its events to
 * @param nested appenders that it makes itself once it needs them
 * @param forwards whether it is one that hands events to other appenders
 * @param opaque whether it hands events to other appenders and does not tell to which
 * @param includeLocation for an {@code AsyncAppender}, whether it keeps the location
 * @param immediateFlush whether it flushes each event; {@code null} when it has no such
 * choice
 * @param claimsLocation whether it says itself that it needs the caller's location
 */
public record AppenderPart(String name, Class<?> type, @Nullable Layout<?> layout, List<String> references,
		List<AppenderPart> nested, boolean forwards, boolean opaque, @Nullable Boolean includeLocation,
		@Nullable Boolean immediateFlush, boolean claimsLocation) {

	/**
	 * Whether an event's location gets through.
	 * @return {@code false} for an {@code AsyncAppender} that is not to include it
	 */
	boolean keepsLocation() {
		return this.includeLocation == null || this.includeLocation;
	}

	/**
	 * Read an appender of a configuration that was started.
	 */
	static AppenderPart of(Appender appender, Configuration configuration) {
		if (appender instanceof Described described) {
			return described.describe();
		}
		List<String> references = new ArrayList<>();
		List<AppenderPart> nested = new ArrayList<>();
		Boolean includeLocation = null;
		if (appender instanceof AsyncAppender async) {
			includeLocation = async.isIncludeLocation();
			if (async.isStarted()) {
				async.getAppenders().forEach((target) -> references.add(target.getName()));
			}
			addIfPresent(async.getErrorRef(), references);
		}
		else if (appender instanceof RoutingAppender routing && routing.getRoutes() != null) {
			for (Route route : routing.getRoutes().getRoutes()) {
				addIfPresent(route.getAppenderRef(), references);
				if (route.getNode() != null) {
					nested.addAll(nestedIn(route.getNode(), configuration));
				}
			}
		}
		boolean opaque = appender instanceof RewriteAppender || appender instanceof FailoverAppender
				|| (appender.getLayout() == null && !KnownParts.isKnown(appender.getClass()));
		boolean forwards = opaque || appender instanceof AsyncAppender || appender instanceof RoutingAppender;
		Boolean immediateFlush = (appender instanceof AbstractOutputStreamAppender<?> stream)
				? (Boolean) stream.getImmediateFlush() : null;
		return new AppenderPart(appender.getName(), appender.getClass(), forwards ? null : appender.getLayout(),
				references, nested, forwards, opaque, includeLocation, immediateFlush,
				appender instanceof LocationAware aware && aware.requiresLocation());
	}

	private static void addIfPresent(@Nullable String reference, List<String> references) {
		if (reference != null) {
			references.add(reference);
		}
	}

	/**
	 * Read appenders that exist as nodes only, at any depth. Their layouts are made,
	 * which opens nothing; the appenders themselves are not.
	 */
	private static List<AppenderPart> nestedIn(Node parent, Configuration configuration) {
		List<AppenderPart> parts = new ArrayList<>();
		for (Node child : parent.getChildren()) {
			if (child.getType() != null && Appender.class.isAssignableFrom(child.getType().getPluginClass())) {
				parts.add(ofNode(child, configuration));
			}
			else if (child.getType() == null || !Layout.ELEMENT_TYPE.equals(child.getType().getElementName())) {
				parts.addAll(nestedIn(child, configuration));
			}
		}
		return parts;
	}

	/**
	 * Read an appender that exists as a node only.
	 * @param node the node, which stays as it is
	 * @param configuration the configuration of the node
	 * @return what matters of the appender
	 */
	public static AppenderPart ofNode(Node node, Configuration configuration) {
		String name = attribute(node, "name", configuration);
		Class<?> type = StandInType.realClass(node.getType());
		boolean stream = AbstractOutputStreamAppender.class.isAssignableFrom(type);
		Layout<?> layout = layoutOf(node, configuration);
		if (layout == null && stream) {
			layout = PatternLayout.createDefaultLayout(configuration);
		}
		List<AppenderPart> nested = nestedIn(node, configuration);
		List<String> references = new ArrayList<>();
		addIfPresent(attribute(node, "primary", configuration), references);
		addIfPresent(attribute(node, "errorRef", configuration), references);
		referencesIn(node, configuration, references);
		boolean forwards = !nested.isEmpty() || !references.isEmpty();
		Boolean includeLocation = (type == AsyncAppender.class)
				? (Boolean) Boolean.parseBoolean(attribute(node, "includeLocation", configuration)) : null;
		String flush = attribute(node, "immediateFlush", configuration);
		Boolean immediateFlush = stream ? (Boolean) (flush == null || Boolean.parseBoolean(flush)) : null;
		return new AppenderPart((name != null) ? name : node.getName(), type, layout, references, nested, forwards,
				false, includeLocation, immediateFlush,
				layout instanceof LocationAware aware && aware.requiresLocation());
	}

	private static void referencesIn(Node parent, Configuration configuration, List<String> references) {
		for (Node child : parent.getChildren()) {
			if (child.getType() == null || !Appender.class.isAssignableFrom(child.getType().getPluginClass())) {
				addIfPresent(attribute(child, "ref", configuration), references);
				referencesIn(child, configuration, references);
			}
		}
	}

	/**
	 * Make the layout of an appender that exists as a node only, or return {@code null}
	 * when there is none or Log4j can't make it.
	 */
	private static @Nullable Layout<?> layoutOf(Node appender, Configuration configuration) {
		for (Node child : appender.getChildren()) {
			if (child.getType() != null && Layout.ELEMENT_TYPE.equals(child.getType().getElementName())) {
				Node copy = new Node(child);
				configuration.createConfiguration(copy, null);
				return (copy.getObject() instanceof Layout<?>) ? (Layout<?>) copy.getObject() : null;
			}
		}
		return null;
	}

	/**
	 * Return an attribute of a node whose object was not made yet, variables replaced.
	 */
	private static @Nullable String attribute(Node node, String name, Configuration configuration) {
		for (Map.Entry<String, String> attribute : node.getAttributes().entrySet()) {
			if (attribute.getKey().equalsIgnoreCase(name)) {
				return configuration.getConfigurationStrSubstitutor().replace(attribute.getValue());
			}
		}
		return null;
	}

	/**
	 * An appender that tells what matters of itself.
	 */
	public interface Described {

		/**
		 * Describe the appender.
		 * @return what matters of it
		 */
		AppenderPart describe();

	}

}
