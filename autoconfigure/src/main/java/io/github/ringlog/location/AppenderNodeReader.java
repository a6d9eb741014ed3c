package io.github.ringlog.location;

import java.util.ArrayList;
import java.util.List;

import io.github.ringlog.location.AppenderPart.Forwarding;
import io.github.ringlog.location.AppenderPart.InnerLayout;
import io.github.ringlog.location.AppenderPart.Options;
import io.github.ringlog.location.AppenderPart.Reference;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.Layout;
import org.apache.logging.log4j.core.appender.AbstractOutputStreamAppender;
import org.apache.logging.log4j.core.appender.AsyncAppender;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.Node;
import org.apache.logging.log4j.core.impl.LocationAware;
import org.jspecify.annotations.Nullable;

/**
 * Reads an appender that exists as a node only. Its layouts are made, which opens
 * nothing; the appender is not.
 */
final class AppenderNodeReader {

	private final Configuration configuration;

	private final NodeLayouts layouts;

	AppenderNodeReader(Configuration configuration) {
		this.configuration = configuration;
		this.layouts = new NodeLayouts(configuration);
	}

	/**
	 * Read an appender.
	 * @param node its node, which stays as it is
	 */
	AppenderPart read(Node node) {
		String name = attribute(node, "name");
		Class<?> type = StandInType.realClass(node.getType());
		boolean stream = AbstractOutputStreamAppender.class.isAssignableFrom(type);
		Layout<?> layout = this.layouts.own(node);
		List<AppenderPart> nested = nestedIn(node);
		List<Reference> references = references(node);
		boolean forwards = !nested.isEmpty() || !references.isEmpty() || type == AsyncAppender.class;
		String flush = attribute(node, "immediateFlush");
		Boolean immediateFlush = stream ? (Boolean) (flush == null || Boolean.parseBoolean(flush)) : null;
		Boolean includeLocation = (type == AsyncAppender.class)
				? (Boolean) Boolean.parseBoolean(attribute(node, "includeLocation")) : null;
		boolean discards = type == AsyncAppender.class && "false".equalsIgnoreCase(attribute(node, "blocking"))
				&& attribute(node, "errorRef") == null;
		return new AppenderPart((name != null) ? name : node.getName(), type, layout, () -> copy(node),
				innerLayouts(node), new Forwarding(references, nested, forwards, false),
				new Options(includeLocation, immediateFlush, discards,
						RemoteAppenders.isRemote(type, attribute(node, "protocol")), true,
						AppenderDecorator.class.isAssignableFrom(type), sanitizes(node)),
				layout instanceof LocationAware aware && aware.requiresLocation());
	}

	@Nullable Layout<?> copy(Node node) {
		return this.layouts.copy(node);
	}

	/**
	 * Return whether it is an appender of ours that is told what to do with line breaks.
	 */
	boolean sanitizes(Node node) {
		String lineBreaks = attribute(node, "lineBreaks");
		return lineBreaks != null && !lineBreaks.equalsIgnoreCase("keep");
	}

	List<InnerLayout> innerLayouts(Node node) {
		return this.layouts.inner(node);
	}

	/**
	 * Read the appenders in a node, at any depth.
	 */
	List<AppenderPart> nestedIn(Node parent) {
		List<AppenderPart> parts = new ArrayList<>();
		for (Node child : parent.getChildren()) {
			if (isAppender(child)) {
				parts.add(read(child));
			}
			else if (child.getType() == null || !Layout.ELEMENT_TYPE.equals(child.getType().getElementName())) {
				parts.addAll(nestedIn(child));
			}
		}
		return parts;
	}

	/**
	 * Read to which appenders an appender refers.
	 */
	List<Reference> references(Node appender) {
		List<Reference> references = new ArrayList<>();
		add(attribute(appender, "primary"), true, references);
		referencesIn(appender, true, references);
		add(attribute(appender, "errorRef"), false, references);
		return references;
	}

	private void referencesIn(Node parent, boolean always, List<Reference> references) {
		for (Node child : parent.getChildren()) {
			if (!isAppender(child) && !"OFF".equalsIgnoreCase(attribute(child, "level"))) {
				boolean each = always && !PluginNodes.isOf(child, "routes") && !PluginNodes.isOf(child, "failovers");
				boolean filtered = attribute(child, "level") != null || !child.getChildren().isEmpty();
				add(attribute(child, "ref"), each && !filtered, references);
				referencesIn(child, each, references);
			}
		}
	}

	private static void add(@Nullable String target, boolean always, List<Reference> references) {
		if (target != null) {
			references.add(new Reference(target, always));
		}
	}

	private static boolean isAppender(Node node) {
		return node.getType() != null && Appender.class.isAssignableFrom(StandInType.realClass(node.getType()));
	}

	private @Nullable String attribute(Node node, String name) {
		return PluginNodes.attribute(node, name, this.configuration);
	}

}
