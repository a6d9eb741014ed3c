package io.github.ringlog.location;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.github.ringlog.location.AppenderPart.Reference;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.appender.AsyncAppender;
import org.apache.logging.log4j.core.config.AppenderRef;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.jspecify.annotations.Nullable;

/**
 * Finds the appenders that the events of a logger reach, through others that hand them
 * on. For one configuration that was started; any thread may ask.
 */
public final class AppenderGraph {

	private final Configuration configuration;

	// By identity, for an appender need not be in the configuration.
	private final Map<Appender, AppenderPart> parts = new ConcurrentHashMap<>();

	private final AppenderReader reader;

	/**
	 * Create the graph.
	 * @param configuration the configuration
	 */
	public AppenderGraph(Configuration configuration) {
		this.configuration = configuration;
		this.reader = new AppenderReader(configuration);
	}

	/**
	 * Return the appenders of the configuration, those included that others make.
	 * @return the appenders
	 */
	public List<AppenderPart> parts() {
		List<AppenderPart> all = new ArrayList<>();
		this.configuration.getAppenders().values().stream().distinct().forEach((appender) -> add(part(appender), all));
		return all;
	}

	private static void add(AppenderPart part, List<AppenderPart> all) {
		all.add(part);
		part.forwarding().nested().forEach((nested) -> add(nested, all));
	}

	private AppenderPart part(Appender appender) {
		AppenderPart known = this.parts.get(appender);
		if (known == null) {
			// Not inside the map: a part of the user's own may log while it is read.
			AppenderPart read = this.reader.read(appender);
			AppenderPart first = this.parts.putIfAbsent(appender, read);
			known = (first != null) ? first : read;
		}
		return known;
	}

	/**
	 * Return the appenders that write the events of a logger.
	 * @param logger the logger
	 * @return for each appender whether the events still have their location there
	 */
	public Map<AppenderPart, Boolean> reachedBy(LoggerConfig logger) {
		Map<AppenderPart, Boolean> reached = new LinkedHashMap<>();
		LoggerConfig current = logger;
		while (current != null) {
			appenders(current).forEach((appender) -> visit(part(appender), true, reached));
			current = current.isAdditive() ? current.getParent() : null;
		}
		return reached;
	}

	/**
	 * Return the appenders that a logger hands its events to: not those that it refers to
	 * with the level {@code OFF}.
	 */
	private static List<Appender> appenders(LoggerConfig logger) {
		return logger.getAppenders().values().stream().filter((appender) -> {
			AppenderRef reference = reference(logger, appender.getName());
			return reference == null || !Level.OFF.equals(reference.getLevel());
		}).toList();
	}

	/**
	 * Return the reference of a logger to an appender. Of several Log4j takes the first.
	 */
	private static @Nullable AppenderRef reference(LoggerConfig logger, String appender) {
		return logger.getAppenderRefs()
			.stream()
			.filter((reference) -> appender.equals(reference.getRef()))
			.findFirst()
			.orElse(null);
	}

	/**
	 * Return the appenders that the thread of a logger waits for: those that it reaches
	 * without a queue on the way.
	 * @param logger the logger
	 * @return the appenders
	 */
	public Set<AppenderPart> reachedWithoutQueue(LoggerConfig logger) {
		Set<AppenderPart> reached = new LinkedHashSet<>();
		LoggerConfig current = logger;
		while (current != null) {
			appenders(current).forEach((appender) -> visitWithoutQueue(part(appender), reached));
			current = current.isAdditive() ? current.getParent() : null;
		}
		return reached;
	}

	/**
	 * Return the appenders that the thread of an appender waits for.
	 * @param appender the appender
	 * @return itself, and those that it reaches without a queue on the way
	 */
	Set<AppenderPart> reachedWithoutQueue(Appender appender) {
		Set<AppenderPart> reached = new LinkedHashSet<>();
		visitWithoutQueue(part(appender), reached);
		return reached;
	}

	private void visitWithoutQueue(AppenderPart part, Set<AppenderPart> reached) {
		if (part.type() != AsyncAppender.class && !AppenderDecorator.class.isAssignableFrom(part.type())
				&& reached.add(part)) {
			targets(part).forEach((target) -> visitWithoutQueue(target, reached));
		}
	}

	/**
	 * Return the appenders that write the events of an appender.
	 * @param appender the appender
	 * @return itself and those behind it, with whether the events still have their
	 * location there
	 */
	public Map<AppenderPart, Boolean> reachedThrough(AppenderPart appender) {
		Map<AppenderPart, Boolean> reached = new LinkedHashMap<>();
		visit(appender, true, reached);
		return reached;
	}

	Map<AppenderPart, Boolean> reachedThrough(Appender appender) {
		return reachedThrough(part(appender));
	}

	private void visit(AppenderPart part, boolean located, Map<AppenderPart, Boolean> reached) {
		Boolean before = reached.get(part);
		if (before != null && (before || !located)) {
			return;
		}
		reached.put(part, located);
		boolean next = located && part.keepsLocation();
		targets(part).forEach((target) -> visit(target, next, reached));
	}

	/**
	 * Return the appenders that an appender hands its events to, or may do so.
	 */
	private List<AppenderPart> targets(AppenderPart part) {
		List<AppenderPart> targets = new ArrayList<>(part.forwarding().nested());
		for (Reference reference : part.forwarding().references()) {
			Appender target = this.configuration.getAppender(reference.target());
			if (target != null) {
				targets.add(part(target));
			}
		}
		if (part.forwarding().opaque()) {
			// Nobody else refers to these appenders, so this one may.
			targets.addAll(unreferenced());
		}
		return targets;
	}

	private Collection<AppenderPart> unreferenced() {
		Set<String> referenced = new HashSet<>();
		for (LoggerConfig logger : loggers()) {
			referenced.addAll(logger.getAppenders().keySet());
		}
		parts().forEach(
				(part) -> part.forwarding().references().forEach((reference) -> referenced.add(reference.target())));
		return this.configuration.getAppenders()
			.values()
			.stream()
			.filter((appender) -> !referenced.contains(appender.getName()))
			.map(this::part)
			.toList();
	}

	/**
	 * Return the loggers of the configuration, the root logger included.
	 * @return the loggers
	 */
	public List<LoggerConfig> loggers() {
		List<LoggerConfig> loggers = new ArrayList<>(this.configuration.getLoggers().values());
		LoggerConfig root = this.configuration.getRootLogger();
		if (root != null && !loggers.contains(root)) {
			loggers.add(root);
		}
		return loggers;
	}

}
