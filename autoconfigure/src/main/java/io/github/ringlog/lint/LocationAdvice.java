package io.github.ringlog.lint;

import org.jspecify.annotations.Nullable;

/**
 * Advice on what to use in place of the caller's location.
 */
final class LocationAdvice {

	// Of LocationBenchmark.
	static final String COST = "Walking the stack for it takes a caller 2 to 3 microseconds, which makes a log call 3 to 12 "
			+ "times as long (as measured for docs/benchmarks/location.md)";

	private static final String WEAVER = "For the exact line, the weaver of Apache Log4j Transform "
			+ "(log4j-transform-maven-plugin, goal process-classes) writes it into the call at compile time, at next to "
			+ "no cost, for calls of the Log4j 2 API in classes that you compile; calls of SLF4J and of libraries stay "
			+ "without.";

	private LocationAdvice() {
	}

	/**
	 * Return advice for the word of a specifier, or for any other way to ask.
	 */
	static String of(String word) {
		if (word.startsWith("C") || word.startsWith("class")) {
			return "Use %logger{1.} (%c{1.}): by convention the logger has the name of its class, and it costs nothing. "
					+ WEAVER;
		}
		return "Use %logger{1.} (%c{1.}), and a marker or a word in the message for the place in the class: they cost "
				+ "nothing. " + WEAVER;
	}

	static String ofLayout() {
		return "Leave it out, the name of the logger tells the class as a rule. " + WEAVER;
	}

	/**
	 * Return what asks for the location in a layout that has no pattern.
	 */
	static String option(@Nullable String layout) {
		if (layout == null) {
			return "the appender itself";
		}
		return switch (layout) {
			case "JsonLayout", "XmlLayout", "YamlLayout", "HtmlLayout" -> "locationInfo=\"true\"";
			case "JsonTemplateLayout" -> "locationInfoEnabled=\"true\" or a pattern in the template";
			case "GelfLayout" -> "messagePattern";
			case "Rfc5424Layout" -> "a pattern of LoggerFields or exceptionPattern";
			case "EcsLayout" -> "includeOrigin=\"true\"";
			default -> "the layout itself";
		};
	}

}
