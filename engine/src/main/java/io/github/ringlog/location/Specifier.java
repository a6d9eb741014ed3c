package io.github.ringlog.location;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A conversion specifier of a pattern, at any depth.
 *
 * @param text the specifier as it is written, with its options
 * @param position index of its {@code %} in the whole pattern
 * @param kind the kind
 * @param converter the class of its converter, or {@code null} if Log4j has none
 * @param options the texts in braces after it
 * @param parent the enclosing specifier, or {@code null}
 */
public record Specifier(String text, int position, Kind kind, @Nullable Class<?> converter, List<String> options,
		@Nullable Specifier parent) {

	/**
	 * Return the word after the {@code %}, without modifiers.
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
	 * Return whether the specifier prints the exception of an event.
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
		 * Prints something other than the caller's location.
		 */
		PLAIN,

		/**
		 * Prints the caller's location.
		 */
		LOCATION,

		/**
		 * Has an unknown converter, or is nested in one, which may print anything.
		 */
		CUSTOM,

		/**
		 * Is unknown to Log4j, which prints it as text.
		 */
		UNKNOWN

	}

}
