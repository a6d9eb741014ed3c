package io.github.ringlog.location;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.jspecify.annotations.Nullable;

/**
 * Finds the appenders that the events of a logger reach, through others that hand them
 * on, and whether the events still have their location there. For one configuration that
 * was started; any thread may ask.
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
	 * Return the appenders of the configuration, including those that others make.
	 * @return the appenders
	 */
	public List<AppenderPart> parts() {
		return this.configuration.getAppenders()
			.values()
			.stream()
			.distinct()
			.flatMap((appender) -> part(appender).withNested())
			.toList();
	}

	AppenderPart part(Appender appender) {
		return AppenderPart.of(appender, (this.written != null) ? this.written.appender(appender) : null);
	}

	/**
	 * Return the loggers of the configuration, the root logger included.
	 * @return the loggers
	 */
	public List<LoggerConfig> loggers() {
		return Stream
			.concat(this.configuration.getLoggers().values().stream(),
					Stream.ofNullable(this.configuration.getRootLogger()))
			.distinct()
			.toList();
	}

	/**
	 * Return the appenders that write the events of a logger.
	 * @param logger the logger
	 * @return for each appender whether the events still have their location there
	 */
	public Map<AppenderPart, Boolean> reachedBy(LoggerConfig logger) {
		return reach(referredBy(logger), (part) -> true);
	}

	/**
	 * Return the appenders that the thread of a logger waits for: those that it reaches
	 * without a queue on the way.
	 */
	Set<AppenderPart> reachedWithoutQueue(LoggerConfig logger) {
		return reach(referredBy(logger), (part) -> !part.isQueue()).keySet();
	}

	Set<AppenderPart> reachedWithoutQueue(AppenderPart appender) {
		return reach(Stream.of(appender), (part) -> !part.isQueue()).keySet();
	}

	/**
	 * Return an appender and those behind it, which write its events.
	 */
	Set<AppenderPart> reachedThrough(AppenderPart appender) {
		return reach(Stream.of(appender), (part) -> true).keySet();
	}

	/**
	 * Return whether another appender hands events on to this one, too, or may do so.
	 * @param appender the appender
	 * @return whether one does
	 */
	public boolean isBehindAnother(AppenderPart appender) {
		return parts().stream()
			.anyMatch((other) -> !other.equals(appender)
					&& (other.isOpaque() || reachedThrough(other).contains(appender)));
	}

	/**
	 * Return the appenders that a logger and its parents hand its events to.
	 */
	private Stream<AppenderPart> referredBy(LoggerConfig logger) {
		return Stream
			.iterate(logger, (current) -> current != null,
					(current) -> current.isAdditive() ? current.getParent() : null)
			.flatMap((current) -> current.getAppenders()
				.values()
				.stream()
				.filter((appender) -> !isOff(current, appender.getName())))
			.map(this::part);
	}

	/**
	 * Return whether a logger refers to an appender with the level {@code OFF}. Of
	 * several references Log4j takes the first.
	 */
	private static boolean isOff(LoggerConfig logger, String appender) {
		return logger.getAppenderRefs()
			.stream()
			.filter((reference) -> appender.equals(reference.getRef()))
			.limit(1)
			.anyMatch((reference) -> Level.OFF.equals(reference.getLevel()));
	}

	private Map<AppenderPart, Boolean> reach(Stream<AppenderPart> starts, Predicate<AppenderPart> wanted) {
		Map<AppenderPart, Boolean> reached = new LinkedHashMap<>();
		starts.forEach((start) -> visit(start, true, wanted, reached));
		return reached;
	}

	private void visit(AppenderPart part, boolean located, Predicate<AppenderPart> wanted,
			Map<AppenderPart, Boolean> reached) {
		Boolean before = reached.get(part);
		if (!wanted.test(part) || (before != null && (before || !located))) {
			return;
		}
		reached.put(part, located);
		boolean next = located && part.keepsLocation();
		targets(part).toList().forEach((target) -> visit(target, next, wanted, reached));
	}

	/**
	 * Return the appenders that an appender hands its events to.
	 */
	private Stream<AppenderPart> targets(AppenderPart part) {
		return Stream.concat(part.nested().stream(),
				part.references()
					.stream()
					.map(this.configuration::<Appender>getAppender)
					.flatMap(Stream::ofNullable)
					.map(this::part));
	}

}
