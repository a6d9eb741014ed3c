package io.github.ringlog.location;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A conversion specifier of a pattern, at whatever depth.
 *
 * @param text the specifier as it is written, with its options
 * @param position index of its {@code %} in the whole pattern
 * @param kind what is known of it
 * @param converter the class that Log4j has for it, or {@code null} when it has none
 * @param options what is in the braces that follow it
 * @param parent the specifier that this one is an option of, if any
 */
public record Specifier(String text, int position, Kind kind, @Nullable Class<?> converter, List<String> options,
		@Nullable Specifier parent) {

	/**
	 * Return the word that follows the {@code %}, without what modifies it.
	 * @return the word, as it is written
	 */
	public String word() {
		int start = 1;
		while (start < this.text.length() && "-.0123456789".indexOf(this.text.charAt(start)) >= 0) {
			start++;
		}
		int end = start;
		while (end < this.text.length() && Character.isUnicodeIdentifierPart(this.text.charAt(end))) {
			end++;
		}
		return this.text.substring(start, end);
	}

	/**
	 * Return whether it prints the exception of an event.
	 * @return whether it does
	 */
	public boolean printsThrowable() {
		return this.kind == Kind.PLAIN && this.converter != null
				&& this.converter.getSimpleName().endsWith("ThrowablePatternConverter");
	}

	/**
	 * The kinds of specifiers.
	 */
	public enum Kind {

		/**
		 * It prints something else than the caller's location.
		 */
		PLAIN,

		/**
		 * It asks for the caller's location.
		 */
		LOCATION,

		/**
		 * Its converter, or one around it, is not known, and may ask for anything.
		 */
		CUSTOM,

		/**
		 * Log4j does not know it and prints it as it is.
		 */
		UNKNOWN

	}

}
