package io.github.ringlog.pattern;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TimeZone;

import org.jspecify.annotations.Nullable;

/**
 * Reads the options of a conversion word in Logback's dialect: one pair of braces, with
 * commas between the options, which may be in quotes.
 */
final class LogbackOptions {

	private LogbackOptions() {
	}

	/**
	 * Return the options of a date in Logback's dialect, or {@code null} if it may be
	 * Log4j's as well, where a comma is a comma.
	 */
	static @Nullable List<String> ofDate(String option) {
		List<String> parts = split(option);
		boolean quoted = option.strip().startsWith("\"");
		boolean zone = parts.size() > 1 && isZone(parts.get(1));
		if (parts.size() > 3 || (parts.size() > 1 && !zone) || (!quoted && !zone)) {
			return null;
		}
		if (parts.size() == 3 && !Set.of(Locale.getISOLanguages()).contains(parts.get(2))) {
			return null;
		}
		return parts;
	}

	/**
	 * Return whether Log4j knows a time zone. It takes any other for GMT.
	 */
	static boolean isZone(String zone) {
		return zone.equals("GMT") || !TimeZone.getTimeZone(zone).getID().equals("GMT");
	}

	/**
	 * Split options at their commas. Those in quotes do not count.
	 */
	static List<String> split(String options) {
		List<String> parts = new ArrayList<>();
		int start = 0;
		char quote = 0;
		for (int i = 0; i < options.length(); i++) {
			char character = options.charAt(i);
			if (quote != 0) {
				quote = (character == quote) ? 0 : quote;
			}
			else if ((character == '"' || character == '\'') && options.substring(start, i).isBlank()) {
				quote = character;
			}
			else if (character == ',') {
				parts.add(unquote(options.substring(start, i)));
				start = i + 1;
			}
		}
		parts.add(unquote(options.substring(start)));
		return parts;
	}

	private static String unquote(String option) {
		String text = option.strip();
		boolean quoted = text.length() > 1 && (text.charAt(0) == '"' || text.charAt(0) == '\'')
				&& text.charAt(text.length() - 1) == text.charAt(0);
		return quoted ? text.substring(1, text.length() - 1) : text;
	}

}
