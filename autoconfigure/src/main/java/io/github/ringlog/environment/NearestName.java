package io.github.ringlog.environment;

import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/**
 * Finds the property that a wrong name probably means: the one with the smallest edit
 * distance, if that is small.
 */
final class NearestName {

	private NearestName() {
	}

	static Optional<String> of(String name) {
		String wrong = AllowedValues.standIn(name.toLowerCase(Locale.ROOT));
		int mostEdits = Math.max(2, (wrong.length() - "ringlog.".length()) / 3);
		return AllowedValues.all()
			.keySet()
			.stream()
			.min(Comparator.comparingInt((known) -> edits(wrong, known)))
			.filter((known) -> edits(wrong, known) <= mostEdits)
			.map((known) -> AllowedValues.like(name, known));
	}

	/**
	 * Return how many characters have to be added, removed or replaced: the distance of
	 * Levenshtein.
	 */
	private static int edits(String from, String to) {
		int[] above = new int[to.length() + 1];
		for (int column = 0; column <= to.length(); column++) {
			above[column] = column;
		}
		for (int row = 1; row <= from.length(); row++) {
			int[] current = new int[to.length() + 1];
			current[0] = row;
			for (int column = 1; column <= to.length(); column++) {
				int replace = above[column - 1] + ((from.charAt(row - 1) != to.charAt(column - 1)) ? 1 : 0);
				current[column] = Math.min(replace, 1 + Math.min(above[column], current[column - 1]));
			}
			above = current;
		}
		return above[to.length()];
	}

}
