package io.github.ringlog.location;

import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;

import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.appender.rewrite.RewriteAppender;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.LoggerConfig;

/**
 * Finds out whether the events of a logger reach a layout that prints the caller's
 * location. Log4j's own answer is of no use: a logger made by {@code logging.level.*}
 * says that it wants locations whatever the layouts print, one made in XML that it does
 * not, and a layout does not know what its pattern prints inside of {@code %clr{…}} and
 * the like. For one configuration; any thread may ask.
 */
public final class LocationFinder {

	private final Configuration configuration;

	private final AppenderGraph graph;

	private final LayoutReader layouts;

	private final ParameterFinder parameters;

	/**
	 * Create a finder.
	 * @param configuration the configuration to ask
	 */
	public LocationFinder(Configuration configuration) {
		this.graph = new AppenderGraph(configuration);
		this.layouts = new LayoutReader(configuration);
		this.configuration = configuration;
		this.parameters = new ParameterFinder(this.layouts);
	}

	/**
	 * Return whether the location is captured for a logger: when its events reach a
	 * layout that prints it, or may, and the user wants it there or the layout fails
	 * without it. For a logger that sets {@code includeLocation} in the configuration,
	 * that takes precedence over what is wanted of all, for its own appenders: those of
	 * its parents print the location if one of these includes it.
	 * @param logger the logger
	 * @param captureWanted whether locations are wanted of loggers that do not set
	 * {@code includeLocation}
	 * @return whether it is
	 */
	public boolean capturesLocation(LoggerConfig logger, boolean captureWanted) {
		return Reading.orElse(captureWanted, () -> {
			LoggerConfig including = logger;
			while (including != null && !includesLocation(including, captureWanted)) {
				including = including.isAdditive() ? including.getParent() : null;
			}
			return including != null && printsLocation(including);
		});
	}

	/**
	 * Return whether the appenders of a logger itself get the location.
	 * @param logger the logger
	 * @param captureWanted whether locations are wanted of loggers that do not set
	 * {@code includeLocation}
	 * @return whether they do, if it is captured
	 */
	public boolean includesLocation(LoggerConfig logger, boolean captureWanted) {
		return Reading.orElse(captureWanted, () -> {
			Boolean decision = WrittenConfiguration.includeLocation(logger, this.configuration);
			return ((decision != null) ? decision : captureWanted)
					|| reaches(logger, this.layouts::failsWithoutLocation);
		});
	}

	/**
	 * Return whether the events of a logger reach a layout that prints the location, or a
	 * part that may ask for it and does not say.
	 * @param logger the logger
	 * @return whether one does
	 */
	public boolean printsLocation(LoggerConfig logger) {
		return reaches(logger, (appender) -> this.layouts.printsLocation(appender) != LayoutReader.Answer.NO);
	}

	private boolean reaches(LoggerConfig logger, Predicate<AppenderPart> wanted) {
		return this.graph.reachedBy(logger)
			.entrySet()
			.stream()
			.anyMatch((reached) -> reached.getValue() && wanted.test(reached.getKey()));
	}

	/**
	 * Return the finder of what reads the parameters of events.
	 * @return the finder for the same configuration
	 */
	public ParameterFinder parameters() {
		return this.parameters;
	}

	/**
	 * Return whether an appender that the events of a logger reach evaluates lookups of
	 * context data itself, and needs that of the caller on the thread that writes.
	 * @param logger the logger
	 * @return whether one may
	 */
	public boolean looksContextUp(LoggerConfig logger) {
		return Reading.orElse(true, () -> looksContextUp(this.graph.reachedWithoutQueue(logger)));
	}

	/**
	 * Return whether an appender, or one behind it, evaluates lookups of context data
	 * itself.
	 * @param appender the appender
	 * @return whether one may
	 */
	public boolean looksContextUp(Appender appender) {
		return Reading.orElse(true, () -> looksContextUp(this.graph.reachedWithoutQueue(this.graph.part(appender))));
	}

	private static boolean looksContextUp(Set<AppenderPart> parts) {
		for (AppenderPart part : parts) {
			if (looksContextUp(part)) {
				return true;
			}
		}
		return false;
	}

	private static boolean looksContextUp(AppenderPart part) {
		// A policy that rewrites events looks variables up there.
		return part.type() == RewriteAppender.class || part.isOpaque() || (part.element() != null
				&& String.join("\n", part.element().texts()).toLowerCase(Locale.ROOT).contains("${ctx:"));
	}

	/**
	 * Return whether another appender hands events on to this one, too, itself or through
	 * an element that isolates it.
	 * @param appender the appender
	 * @return whether one does
	 */
	public boolean isBehindAnother(Appender appender) {
		return Reading.orElse(true, () -> this.graph.isBehindAnother(this.graph.part(appender)));
	}

}
