package io.github.ringlog.location;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits a pattern as Log4j's {@code PatternParser} does, because that does not tell
 * positions. A test compares the two.
 */
final class PatternTokens {

	private final String pattern;

	private final List<Token> tokens = new ArrayList<>();

	private int next;

	private PatternTokens(String pattern) {
		this.pattern = pattern;
	}

	/**
	 * Return the specifiers of a pattern, those inside of options not included.
	 */
	static List<Token> of(String pattern) {
		PatternTokens tokens = new PatternTokens(pattern);
		tokens.read();
		return tokens.tokens;
	}

	private void read() {
		// A '%' at the very end is text.
		while (this.next < this.pattern.length() - 1) {
			if (this.pattern.charAt(this.next) != '%') {
				this.next++;
			}
			else if (this.pattern.charAt(this.next + 1) == '%') {
				this.next += 2;
			}
			else {
				readSpecifier();
			}
		}
	}

	private void readSpecifier() {
		int start = this.next++;
		if (!skipModifiers()) {
			return;
		}
		int word = this.next;
		char first = this.pattern.charAt(this.next++);
		if (Character.isUnicodeIdentifierStart(first)) {
			while (this.next < this.pattern.length()
					&& Character.isUnicodeIdentifierPart(this.pattern.charAt(this.next))) {
				this.next++;
			}
		}
		else {
			word = this.next;
		}
		int wordEnd = this.next;
		List<Option> options = readOptions();
		this.tokens.add(new Token(start, this.pattern.substring(start, this.next),
				this.pattern.substring(word, wordEnd), options));
	}

	/**
	 * Skip what may stand between the {@code %} and the word.
	 * @return whether a word may follow; {@code false} after a dot without a number, and
	 * at the end of the pattern
	 */
	private boolean skipModifiers() {
		while (this.next < this.pattern.length() && "-0".indexOf(this.pattern.charAt(this.next)) >= 0) {
			this.next++;
		}
		skipDigits();
		if (this.next < this.pattern.length() && this.pattern.charAt(this.next) == '.') {
			this.next++;
			while (this.next < this.pattern.length() && this.pattern.charAt(this.next) == '-') {
				this.next++;
			}
			int digits = this.next;
			skipDigits();
			if (digits == this.next) {
				// Log4j goes on with text after the character that is no digit.
				this.next = Math.min(this.next + 1, this.pattern.length());
				return false;
			}
		}
		return this.next < this.pattern.length();
	}

	private void skipDigits() {
		while (this.next < this.pattern.length() && this.pattern.charAt(this.next) >= '0'
				&& this.pattern.charAt(this.next) <= '9') {
			this.next++;
		}
	}

	private List<Option> readOptions() {
		List<Option> options = new ArrayList<>();
		int start = this.next;
		while (this.next < this.pattern.length() && this.pattern.charAt(this.next) == '{') {
			int begin = ++this.next;
			int depth = 1;
			while (depth > 0 && this.next < this.pattern.length()) {
				char character = this.pattern.charAt(this.next++);
				depth += (character == '{') ? 1 : ((character == '}') ? -1 : 0);
			}
			if (depth > 0) {
				// Not closed: Log4j goes on after the last brace that closes anything.
				int last = this.pattern.lastIndexOf('}');
				this.next = (last < start) ? begin : last + 1;
				return options;
			}
			options.add(new Option(begin, this.pattern.substring(begin, this.next - 1)));
		}
		return (start == this.next) ? List.of() : options;
	}

	/**
	 * A specifier.
	 *
	 * @param position index of its {@code %}
	 * @param text all of it, options included
	 * @param word the letters that name its converter, and maybe text that follows
	 * @param options its options
	 */
	record Token(int position, String text, String word, List<Option> options) {

	}

	/**
	 * The text between two braces.
	 *
	 * @param position index of its first character
	 * @param text the characters
	 */
	record Option(int position, String text) {

	}

}
