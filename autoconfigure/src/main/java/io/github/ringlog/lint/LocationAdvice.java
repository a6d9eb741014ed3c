package io.github.ringlog.lint;

import org.jspecify.annotations.Nullable;

/**
 * Advice on what to use in place of the caller's location.
 */
final class LocationAdvice {

	// Of the scenario "location" of the benchmarks.
	static final String COST = "To find the location, a caller walks the stack for 2 to 3 microseconds: a log call takes 3 to "
			+ "12 times as long (benchmarks/run.sh location measures it)";

	private static final String WEAVER = "For the exact line, use the weaver of Apache Log4j Transform "
			+ "(log4j-transform-maven-plugin, goal process-classes): it writes the line into the call at compile time, "
			+ "at almost no cost. It works for calls of the Log4j 2 API in classes that you compile, not for SLF4J or "
			+ "libraries.";

	private LocationAdvice() {
	}

	/**
	 * Return advice for the word of a specifier, or for any other way to ask.
	 */
	static String of(String word) {
		if (word.startsWith("C") || word.startsWith("class")) {
			return "Use %logger{1.} (%c{1.}), which costs nothing: a logger usually has the name of its class. "
					+ WEAVER;
		}
		return "Use %logger{1.} (%c{1.}) for the class, and a marker or a word in the message for the place in it: they "
				+ "cost nothing. " + WEAVER;
	}

	static String ofLayout() {
		return "Remove it: the name of the logger usually tells the class. " + WEAVER;
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
