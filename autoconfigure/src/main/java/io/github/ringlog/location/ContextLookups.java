package io.github.ringlog.location;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Finds lookups of context data in texts.
 */
public final class ContextLookups {

	private static final Pattern LOOKUP = Pattern.compile("\\$\\{ctx:[^}]*+}?", Pattern.CASE_INSENSITIVE);

	private ContextLookups() {
	}

	/**
	 * Find the lookups in a text.
	 * @param text any text
	 * @return the lookups, as they are written
	 */
	public static List<String> in(String text) {
		return LOOKUP.matcher(text).results().map(MatchResult::group).toList();
	}

}
