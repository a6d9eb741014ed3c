package io.github.ringlog.location;

import java.util.ArrayList;
import java.util.List;

import io.github.ringlog.location.AppenderPart.Forwarding;
import io.github.ringlog.location.AppenderPart.InnerLayout;
import io.github.ringlog.location.AppenderPart.Options;
import io.github.ringlog.location.AppenderPart.Reference;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.Layout;
import org.apache.logging.log4j.core.appender.AsyncAppender;
import org.apache.logging.log4j.core.appender.FailoverAppender;
import org.apache.logging.log4j.core.appender.rewrite.RewriteAppender;
import org.apache.logging.log4j.core.appender.routing.Route;
import org.apache.logging.log4j.core.appender.routing.RoutingAppender;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.impl.LocationAware;
import org.jspecify.annotations.Nullable;

/**
 * Reads an appender of a configuration that was started: from the appender itself, and
 * from its element where that was kept.
 */
final class AppenderReader {

	private final Configuration configuration;

	private final @Nullable PluginNodes nodes;

	AppenderReader(Configuration configuration) {
		this.configuration = configuration;
		this.nodes = PluginNodes.of(configuration);
	}

	AppenderPart read(Appender appender) {
		if (appender instanceof AppenderPart.Described described) {
			return described.describe();
		}
		Element element = (this.nodes != null) ? this.nodes.appender(appender, this.configuration) : null;
		Forwarding forwarding = forwarding(appender, element);
		List<InnerLayout> inner = (element != null) ? AppenderNodeReader.innerLayouts(element) : List.of();
		Layout<?> layout = forwarding.forwards() ? null : appender.getLayout();
		return new AppenderPart(appender.getName(), appender.getClass(), (layout != null)
				? LayoutPart.of(layout, (element != null) ? AppenderNodeReader.layoutElement(element) : null) : null,
				inner, forwarding, options(appender),
				appender instanceof LocationAware aware && aware.requiresLocation(), element);
	}

	private static Options options(Appender appender) {
		AsyncAppender async = (appender instanceof AsyncAppender) ? (AsyncAppender) appender : null;
		return new Options((async != null) ? (Boolean) async.isIncludeLocation() : null,
				async != null && !async.isBlocking() && async.getErrorRef() == null,
				RemoteAppenders.isRemote(appender));
	}

	private Forwarding forwarding(Appender appender, @Nullable Element element) {
		boolean closed = appender instanceof RewriteAppender || appender instanceof FailoverAppender;
		if (element != null && (closed || appender instanceof AsyncAppender)) {
			return new Forwarding(AppenderNodeReader.references(element), List.of(), true, false);
		}
		List<Reference> references = new ArrayList<>();
		List<AppenderPart> nested = new ArrayList<>();
		if (appender instanceof AsyncAppender async) {
			if (async.isStarted()) {
				async.getAppenders().forEach((target) -> references.add(new Reference(target.getName(), true)));
			}
			addSometimes(async.getErrorRef(), references);
		}
		else if (appender instanceof AppenderDecorator decorator) {
			references.add(new Reference(decorator.reference(), true));
			return new Forwarding(references, nested, true, false);
		}
		else if (appender instanceof RoutingAppender routing && routing.getRoutes() != null) {
			for (Route route : routing.getRoutes().getRoutes()) {
				addSometimes(route.getAppenderRef(), references);
				if (route.getNode() != null) {
					nested.addAll(AppenderNodeReader.nestedIn(new Element(route.getNode(), this.configuration)));
				}
			}
		}
		boolean opaque = closed || (appender.getLayout() == null && !KnownParts.isKnown(appender.getClass()));
		return new Forwarding(references, nested,
				opaque || appender instanceof AsyncAppender || appender instanceof RoutingAppender, opaque);
	}

	private static void addSometimes(@Nullable String target, List<Reference> references) {
		if (target != null) {
			references.add(new Reference(target, false));
		}
	}

}
