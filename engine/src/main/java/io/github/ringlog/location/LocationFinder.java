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
 * location. Log4j's own answer is useless: a logger made by {@code logging.level.*}
 * always requires locations, a logger made in XML never does, and a layout does not know
 * what its pattern prints inside {@code %clr{…}} and the like. For one configuration;
 * safe for use by several threads.
 */
public final class LocationFinder {

	private final Configuration configuration;

	private final AppenderGraph graph;

	private final LayoutReader layouts;

	private final ParameterFinder parameters;

	/**
	 * Create a finder.
	 * @param configuration the configuration
	 */
	public LocationFinder(Configuration configuration) {
		this.graph = new AppenderGraph(configuration);
		this.layouts = new LayoutReader(configuration);
		this.configuration = configuration;
		this.parameters = new ParameterFinder(this.layouts);
	}

	/**
	 * Return whether the location is captured for a logger: its events reach a layout
	 * that prints it, or may, and the user wants it there or the layout fails without it.
	 * The attribute {@code includeLocation} of a logger overrides {@code captureWanted}
	 * for the logger's own appenders; the appenders of a parent print the location if the
	 * parent includes it.
	 * @param logger the logger
	 * @param captureWanted whether locations are wanted for loggers without
	 * {@code includeLocation}
	 * @return whether it is captured
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
	 * Return whether a logger's own appenders get the location, if it is captured.
	 * @param logger the logger
	 * @param captureWanted whether locations are wanted for loggers without
	 * {@code includeLocation}
	 * @return whether they do
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
	 * part that may do so.
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
	 * Return the finder of parts that read the parameters of messages.
	 * @return the finder for the same configuration
	 */
	public ParameterFinder parameters() {
		return this.parameters;
	}

	/**
	 * Return whether an appender that a logger's events reach evaluates lookups of
	 * context data itself, so that the writer thread needs the caller's context data.
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
		// A rewrite policy evaluates lookups there.
		return part.type() == RewriteAppender.class || part.isOpaque() || (part.element() != null
				&& String.join("\n", part.element().texts()).toLowerCase(Locale.ROOT).contains("${ctx:"));
	}

	/**
	 * Return whether another appender forwards events to this one, too.
	 * @param appender the appender
	 * @return whether one does
	 */
	public boolean isBehindAnother(Appender appender) {
		return Reading.orElse(true, () -> this.graph.isBehindAnother(this.graph.part(appender)));
	}

}
