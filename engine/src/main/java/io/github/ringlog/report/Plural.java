package io.github.ringlog.report;

/**
 * Formats a count with its noun.
 */
public final class Plural {

	private Plural() {
	}

	/**
	 * Return a number and its noun.
	 * @param count the count
	 * @param noun the noun in the singular; its plural ends with one more {@code s}
	 * @return the text, such as {@code 1 log event} or {@code 2 log events}
	 */
	public static String of(long count, String noun) {
		return count + " " + noun + ((count != 1) ? "s" : "");
	}

}
