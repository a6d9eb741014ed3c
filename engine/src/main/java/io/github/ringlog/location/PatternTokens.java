package io.github.ringlog.location;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Splits a pattern like Log4j's {@code PatternParser}, which does not expose positions. A
 * test compares the two.
 */
final class PatternTokens {

	// An escaped percent sign; a dot without a number, which makes the rest text; or
	// modifiers and a word, or a character that can't begin one.
	private static final Pattern BEGINNING = Pattern.compile(
			"%(?:%|[-0]*\\d*\\.-*+(?:\\D|$)|[-0]*\\d*(?:\\.-*\\d+)?"
					+ "(?<head>(?<word>\\p{javaUnicodeIdentifierStart}\\p{javaUnicodeIdentifierPart}*)|.))",
			Pattern.DOTALL);

	private PatternTokens() {
	}

	/**
	 * Return the specifiers of a pattern, without nested ones.
	 */
	static List<Token> of(String pattern) {
		List<Token> tokens = new ArrayList<>();
		Matcher beginning = BEGINNING.matcher(pattern);
		int next = 0;
		while (beginning.find(next)) {
			next = beginning.end();
			if (beginning.group("head") != null) {
				List<Option> options = new ArrayList<>();
				next = readOptions(pattern, next, options);
				String word = beginning.group("word");
				tokens.add(new Token(beginning.start(), pattern.substring(beginning.start(), next),
						(word != null) ? word : "", options));
			}
		}
		return tokens;
	}

	private static int readOptions(String pattern, int start, List<Option> options) {
		int next = start;
		while (next < pattern.length() && pattern.charAt(next) == '{') {
			int begin = ++next;
			int depth = 1;
			while (depth > 0 && next < pattern.length()) {
				char character = pattern.charAt(next++);
				depth += (character == '{') ? 1 : ((character == '}') ? -1 : 0);
			}
			if (depth > 0) {
				// Not closed: Log4j continues after the last closing brace.
				int last = pattern.lastIndexOf('}');
				return (last < start) ? begin : last + 1;
			}
			options.add(new Option(begin, pattern.substring(begin, next - 1)));
		}
		return next;
	}

	/**
	 * A specifier.
	 *
	 * @param position index of its {@code %}
	 * @param text the whole text, options included
	 * @param word the letters that name its converter, perhaps with text after them
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
