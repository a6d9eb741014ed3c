package io.github.ringlog.lint;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import io.github.ringlog.location.AppenderGraph;
import io.github.ringlog.location.AppenderPart;
import io.github.ringlog.location.LayoutPart;
import io.github.ringlog.location.LayoutReader;
import io.github.ringlog.location.LocationDecisions;
import io.github.ringlog.location.Specifier;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.jspecify.annotations.Nullable;

/**
 * A configuration to lint, and what all rules want to know of it.
 */
final class LintContext {

	private final Configuration configuration;

	private final LocationCapture capture;

	private final Surroundings surroundings;

	private final AppenderGraph graph;

	private final LayoutReader layouts;

	private final LocationDecisions decisions;

	private final List<AppenderPart> appenders;

	private final List<LoggerConfig> loggers;

	private final List<PatternUse> patterns = new ArrayList<>();

	private final Map<AppenderPart, LayoutReader.Answer> printing = new LinkedHashMap<>();

	private final Map<LoggerConfig, Map<AppenderPart, Boolean>> reached = new LinkedHashMap<>();

	LintContext(Configuration configuration, LocationCapture capture, Surroundings surroundings) {
		this.configuration = configuration;
		this.capture = capture;
		this.surroundings = surroundings;
		this.graph = new AppenderGraph(configuration);
		this.decisions = new LocationDecisions(configuration);
		this.layouts = new LayoutReader(configuration);
		this.appenders = this.graph.parts();
		this.loggers = this.graph.loggers();
		for (LoggerConfig logger : this.loggers) {
			this.reached.put(logger, this.graph.reachedBy(logger));
		}
		for (AppenderPart appender : this.appenders) {
			this.printing.put(appender, this.layouts.printsLocation(appender));
			if (appender.layout() != null) {
				readPatterns(appender, null, appender.layout());
			}
			appender.innerLayouts().forEach((inner) -> readPatterns(appender, inner.where(), inner.layout()));
		}
	}

	private void readPatterns(AppenderPart appender, @Nullable String part, LayoutPart layout) {
		try {
			for (String pattern : layout.patterns()) {
				this.patterns.add(new PatternUse(appender, part, pattern, this.layouts.scanner().scan(pattern)));
			}
		}
		catch (RuntimeException | LinkageError | StackOverflowError ex) {
			this.printing.put(appender, LayoutReader.Answer.UNKNOWN);
		}
	}

	Configuration configuration() {
		return this.configuration;
	}

	LocationCapture capture() {
		return this.capture;
	}

	Surroundings surroundings() {
		return this.surroundings;
	}

	List<AppenderPart> appenders() {
		return this.appenders;
	}

	List<LoggerConfig> loggers() {
		return this.loggers;
	}

	List<PatternUse> patterns() {
		return this.patterns;
	}

	/**
	 * Return the property of Spring Boot in whose value a specifier stands, with where it
	 * is set, or {@code null} if it is in no such property.
	 */
	@Nullable String property(PatternUse use, Specifier specifier) {
		return PatternProperties.describe(this.surroundings.environment(), this.configuration, use.pattern(),
				specifier.position());
	}

	/**
	 * Return the appenders that write the events of a logger, and whether the events
	 * still have their location there.
	 */
	Map<AppenderPart, Boolean> reachedBy(LoggerConfig logger) {
		return this.reached.getOrDefault(logger, Map.of());
	}

	/**
	 * Return what the user has decided for a logger with {@code includeLocation}.
	 */
	@Nullable Boolean locationDecision(LoggerConfig logger) {
		return this.decisions.of(logger);
	}

	/**
	 * Return whether the caller's location is captured for a logger if a layout prints
	 * it.
	 */
	boolean capturesLocation(LoggerConfig logger) {
		boolean needed = reachedBy(logger).entrySet()
			.stream()
			.anyMatch((reached) -> reached.getValue() && failsWithoutLocation(reached.getKey()));
		return (needed && this.capture.isRinglog()) || isLocationWanted(logger);
	}

	private boolean isLocationWanted(LoggerConfig logger) {
		Boolean decision = this.decisions.of(logger);
		return switch (this.capture) {
			case NEVER -> Boolean.TRUE.equals(decision);
			case ON_DEMAND, ON_DEMAND_SYNCHRONOUS -> !Boolean.FALSE.equals(decision);
			case EAGER, LAZY -> logger.isIncludeLocation();
		};
	}

	/**
	 * Return whether the layout of an appender fails on events without the caller's
	 * location.
	 */
	boolean failsWithoutLocation(AppenderPart appender) {
		return this.layouts.failsWithoutLocation(appender);
	}

	/**
	 * Return the appenders that an appender hands its events to, directly or not.
	 */
	Map<AppenderPart, Boolean> behind(AppenderPart appender) {
		Map<AppenderPart, Boolean> targets = new LinkedHashMap<>(this.graph.reachedThrough(appender));
		targets.remove(appender);
		return targets;
	}

	boolean isReached(AppenderPart appender) {
		return this.reached.values().stream().anyMatch((appenders) -> appenders.containsKey(appender));
	}

	/**
	 * Return whether an appender prints the caller's location.
	 */
	LayoutReader.Answer printsLocation(AppenderPart appender) {
		return this.printing.getOrDefault(appender, LayoutReader.Answer.UNKNOWN);
	}

	/**
	 * Return what reads layouts.
	 */
	LayoutReader layouts() {
		return this.layouts;
	}

	/**
	 * Return all texts that were written of an appender, where they are known, with the
	 * templates that it names.
	 */
	Stream<String> texts(AppenderPart appender) {
		Stream<String> templates = (appender.layout() != null) ? this.layouts.templates(appender.layout()).stream()
				: Stream.of();
		return (appender.element() != null) ? Stream.concat(appender.element().texts(), templates) : templates;
	}

	/**
	 * Return the appenders that the events of a logger reach without a queue on the way.
	 */
	Set<AppenderPart> reachedWithoutQueue(LoggerConfig logger) {
		return this.graph.reachedWithoutQueue(logger);
	}

	/**
	 * A pattern of an appender.
	 *
	 * @param appender the appender
	 * @param part what of the appender it is for; {@code null} for its layout
	 * @param pattern the pattern, as it is in force
	 * @param specifiers its specifiers, at any depth
	 */
	record PatternUse(AppenderPart appender, @Nullable String part, String pattern, List<Specifier> specifiers) {

		FindingPlace where() {
			return (this.part != null) ? new FindingPlace(null, this.appender.name(), this.part)
					: FindingPlace.of(this.appender);
		}

	}

}
