package io.github.ringlog.verify;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Finds the time in a line.
 */
final class Times {

	private static final Pattern TIME = Pattern
		.compile("\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d:\\d\\d(?:[.,]\\d{1,9})?(?:Z|[+-]\\d\\d:?\\d\\d)?"
				+ "|\"timestamp\":\\s*(\\d+(?:\\.\\d+)?)");

	private Times() {
	}

	/**
	 * Return the first time in a text.
	 */
	static @Nullable String find(String text) {
		Matcher matcher = TIME.matcher(text);
		if (!matcher.find()) {
			return null;
		}
		return (matcher.group(1) != null) ? matcher.group(1) : matcher.group();
	}

}
