package io.github.ringlog.location;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.config.AppenderRef;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.jspecify.annotations.Nullable;

/**
 * Finds the appenders that a logger's events reach, directly or through other appenders,
 * and whether the events still have their location there. For one started configuration;
 * safe for use by several threads.
 */
public final class AppenderGraph {

	private final Configuration configuration;

	private final @Nullable WrittenConfiguration written;

	/**
	 * Create the graph.
	 * @param configuration the configuration
	 */
	public AppenderGraph(Configuration configuration) {
		this.configuration = configuration;
		this.written = WrittenConfiguration.of(configuration);
	}

	/**
	 * Return the appenders of the configuration, including those that other appenders
	 * create.
	 * @return the appenders
	 */
	public List<AppenderPart> parts() {
		List<AppenderPart> parts = new ArrayList<>();
		for (Appender appender : new LinkedHashSet<>(this.configuration.getAppenders().values())) {
			parts.addAll(part(appender).withNested());
		}
		return parts;
	}

	AppenderPart part(Appender appender) {
		return AppenderPart.of(appender, (this.written != null) ? this.written.appender(appender) : null);
	}

	/**
	 * Return the loggers of the configuration, the root logger included.
	 * @return the loggers
	 */
	public List<LoggerConfig> loggers() {
		Set<LoggerConfig> loggers = new LinkedHashSet<>(this.configuration.getLoggers().values());
		if (this.configuration.getRootLogger() != null) {
			loggers.add(this.configuration.getRootLogger());
		}
		return List.copyOf(loggers);
	}

	/**
	 * Return the appenders that write the events of a logger.
	 * @param logger the logger
	 * @return for each appender whether the events still have their location there
	 */
	public Map<AppenderPart, Boolean> reachedBy(LoggerConfig logger) {
		return reach(referredBy(logger), true);
	}

	/**
	 * Return the appenders that a logger's thread waits for: those that it reaches
	 * without a queue.
	 */
	Set<AppenderPart> reachedWithoutQueue(LoggerConfig logger) {
		return reach(referredBy(logger), false).keySet();
	}

	Set<AppenderPart> reachedWithoutQueue(AppenderPart appender) {
		return reach(List.of(appender), false).keySet();
	}

	/**
	 * Return an appender and all that its events reach.
	 */
	Set<AppenderPart> reachedThrough(AppenderPart appender) {
		return reach(List.of(appender), true).keySet();
	}

	/**
	 * Return whether another appender forwards events to this one, too, or may do so.
	 * @param appender the appender
	 * @return whether one does, or may
	 */
	public boolean isBehindAnother(AppenderPart appender) {
		for (AppenderPart other : parts()) {
			if (!other.equals(appender) && (other.isOpaque() || reachedThrough(other).contains(appender))) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Return the appenders to which a logger and its parents pass its events.
	 */
	private List<AppenderPart> referredBy(LoggerConfig logger) {
		List<AppenderPart> parts = new ArrayList<>();
		for (LoggerConfig current = logger; current != null; current = current.isAdditive() ? current.getParent()
				: null) {
			for (Appender appender : current.getAppenders().values()) {
				if (!isOff(current, appender.getName())) {
					parts.add(part(appender));
				}
			}
		}
		return parts;
	}

	/**
	 * Return whether a logger refers to an appender with the level {@code OFF}. Of
	 * several references, Log4j uses the first.
	 */
	private static boolean isOff(LoggerConfig logger, String appender) {
		for (AppenderRef reference : logger.getAppenderRefs()) {
			if (appender.equals(reference.getRef())) {
				return Level.OFF.equals(reference.getLevel());
			}
		}
		return false;
	}

	private Map<AppenderPart, Boolean> reach(List<AppenderPart> starts, boolean throughQueues) {
		Map<AppenderPart, Boolean> reached = new LinkedHashMap<>();
		for (AppenderPart start : starts) {
			visit(start, true, throughQueues, reached);
		}
		return reached;
	}

	private void visit(AppenderPart part, boolean located, boolean throughQueues, Map<AppenderPart, Boolean> reached) {
		Boolean before = reached.get(part);
		if ((part.isQueue() && !throughQueues) || (before != null && (before || !located))) {
			return;
		}
		reached.put(part, located);
		boolean next = located && part.keepsLocation();
		for (AppenderPart target : part.nested()) {
			visit(target, next, throughQueues, reached);
		}
		for (String reference : part.references()) {
			Appender target = this.configuration.getAppender(reference);
			if (target != null) {
				visit(part(target), next, throughQueues, reached);
			}
		}
	}

}
