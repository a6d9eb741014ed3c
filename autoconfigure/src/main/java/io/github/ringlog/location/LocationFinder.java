package io.github.ringlog.location;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.LoggerConfig;

/**
 * Finds out whether the events of a logger reach a layout that prints the caller's
 * location. Log4j's own answer is of no use: a logger made by {@code logging.level.*}
 * says that it wants locations whatever the layouts print, one made in XML that it does
 * not, and a pattern does not see what it prints inside of {@code %clr{…}} and the like.
 * For one configuration; any thread may ask.
 */
public final class LocationFinder {

	private final Configuration configuration;

	private final AppenderGraph graph;

	private final LayoutReader layouts;

	private final LocationDecisions decisions;

	private final ParameterFinder parameters;

	private final AppenderNeeds.Finder needs;

	// Each logger asks, and parsing a pattern takes its time.
	private final Map<AppenderPart, Boolean> known = new ConcurrentHashMap<>();

	/**
	 * Create a finder.
	 * @param configuration the configuration to ask
	 */
	public LocationFinder(Configuration configuration) {
		this.configuration = configuration;
		this.graph = new AppenderGraph(configuration);
		this.layouts = new LayoutReader(configuration);
		this.decisions = new LocationDecisions(configuration);
		this.parameters = new ParameterFinder(configuration, this.graph, this.layouts);
		this.needs = new AppenderNeeds.Finder(configuration, this.graph);
	}

	/**
	 * Return whether this finder is for a configuration.
	 * @param candidate the configuration
	 * @return whether it is
	 */
	public boolean isFor(Configuration candidate) {
		return this.configuration == candidate;
	}

	/**
	 * Return whether the location is captured for a logger: when its events reach a
	 * layout that prints it, or may, and the user wants it there or the layout fails
	 * without it. What {@code includeLocation} says of the logger in the configuration
	 * goes before what is wanted of all.
	 * @param logger the logger
	 * @param captureWanted whether locations are wanted of loggers that say nothing
	 * @return whether it is
	 */
	public boolean capturesLocation(LoggerConfig logger, boolean captureWanted) {
		Boolean decision = this.decisions.of(logger);
		return (((decision != null) ? decision : captureWanted) && printsLocation(logger))
				|| failsWithoutLocation(logger);
	}

	private boolean failsWithoutLocation(LoggerConfig logger) {
		return this.graph.reachedBy(logger)
			.entrySet()
			.stream()
			.anyMatch((reached) -> reached.getValue() && this.layouts.failsWithoutLocation(reached.getKey()));
	}

	/**
	 * Return whether the events of a logger reach a layout that prints the location, or a
	 * part that may ask for it and does not say.
	 * @param logger the logger
	 * @return whether one does
	 */
	public boolean printsLocation(LoggerConfig logger) {
		return this.graph.reachedBy(logger)
			.entrySet()
			.stream()
			.anyMatch((reached) -> reached.getValue() && prints(reached.getKey()));
	}

	/**
	 * Return what tells whether the parameters of events are read.
	 * @return the finder for the same configuration
	 */
	public ParameterFinder parameters() {
		return this.parameters;
	}

	/**
	 * Return what tells what appenders need beside the event.
	 * @return the finder for the same configuration
	 */
	public AppenderNeeds.Finder needs() {
		return this.needs;
	}

	private boolean prints(AppenderPart appender) {
		Boolean answer = this.known.get(appender);
		if (answer == null) {
			// Not inside the map: a layout of the user's own may log when it is asked.
			answer = read(appender);
			this.known.put(appender, answer);
		}
		return answer;
	}

	private boolean read(AppenderPart appender) {
		LayoutPart layout = appender.layout();
		if (layout == null && appender.forwarding().opaque()) {
			// Log4j's base class for appenders answers for the layout only.
			return appender.claimsLocation() || !KnownParts.isKnown(appender.type());
		}
		return switch (this.layouts.printsLocation(appender)) {
			case YES -> true;
			case NO -> false;
			// Most layouts say that they need none because they don't know of the
			// question.
			case UNKNOWN -> appender.claimsLocation() || layout != null;
		};
	}

}
