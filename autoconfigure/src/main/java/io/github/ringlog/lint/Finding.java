package io.github.ringlog.lint;

import java.util.stream.Collectors;

import io.github.ringlog.report.PrintableText;
import io.github.ringlog.report.UrlRedactor;
import org.jspecify.annotations.Nullable;

/**
 * A problem in the Log4j configuration, with its cost and what to write instead.
 *
 * @param rule the name of the rule, such as {@code location-not-captured}
 * @param severity the severity
 * @param where the place
 * @param pattern the pattern in force that contains the problem, or {@code null}
 * @param specifier the specifier in the pattern or the option of the layout, or
 * {@code null}
 * @param position the index of the specifier in the pattern, from 0, or -1
 * @param message what the problem is, and what it costs
 * @param advice what to write instead
 */
public record Finding(String rule, FindingSeverity severity, FindingPlace where, @Nullable String pattern,
		@Nullable String specifier, int position, String message, String advice) {

	/**
	 * Create a finding. Credentials in URLs are hidden.
	 */
	public Finding {
		if (pattern != null) {
			position = (position >= 0) ? UrlRedactor.hide(pattern.substring(0, position)).length() : position;
			pattern = UrlRedactor.hide(pattern);
		}
		specifier = (specifier != null) ? UrlRedactor.hide(specifier) : null;
		message = UrlRedactor.hide(message);
		advice = UrlRedactor.hide(advice);
	}

	static Finding warning(String rule, FindingPlace where, String message, String advice) {
		return new Finding(rule, FindingSeverity.WARNING, where, null, null, -1, message, advice);
	}

	static Finding hint(String rule, FindingPlace where, String message, String advice) {
		return new Finding(rule, FindingSeverity.HINT, where, null, null, -1, message, advice);
	}

	Finding at(@Nullable String newPattern, @Nullable String newSpecifier, int newPosition) {
		return new Finding(this.rule, this.severity, this.where, newPattern, newSpecifier, newPosition, this.message,
				this.advice);
	}

	/**
	 * Return whether the finding is about the caller's location, which is the most
	 * expensive part of a line.
	 * @return whether the rule is about locations
	 */
	public boolean isAboutLocation() {
		return this.rule.startsWith("location-");
	}

	/**
	 * Return the finding as one line for a log: the place, a sentence on the problem and
	 * a sentence of advice. Has no double quotes, which would end a text in some layouts.
	 * @return the line
	 */
	String toLine() {
		String specifier = (this.specifier == null) ? ""
				: ", " + this.specifier + ((this.position >= 0) ? " at position " + this.position : "");
		return PrintableText.of("%s: %s%s: %s %s".formatted(this.rule, this.where.describe(), specifier,
				firstSentence(this.message), firstSentence(this.advice)))
			.replace('"', '\'');
	}

	private static String firstSentence(String text) {
		return text.replaceAll("\\s*\\R\\s*", " ").replaceFirst("(?<=[.]) (?=[A-Z]).*", "");
	}

	/**
	 * Return the finding in several lines: the place, the pattern with a caret under the
	 * specifier, the problem and the advice. Control characters are escaped.
	 * @return the text, without a line break at the end
	 */
	public String toText() {
		StringBuilder text = new StringBuilder(this.rule).append(": ").append(PrintableText.of(this.where.describe()));
		if (this.pattern != null) {
			int column = PrintableText.of(this.pattern.substring(0, this.position)).length();
			text.append("\n    ")
				.append(PrintableText.of(this.pattern))
				.append("\n    ")
				.append(" ".repeat(column))
				.append("^ position ")
				.append(this.position);
		}
		else if (this.specifier != null) {
			text.append(", ").append(PrintableText.of(this.specifier));
		}
		return text.append("\n  ")
			.append(PrintableText.of(this.message))
			.append("\n  ")
			.append(this.advice.lines().map(PrintableText::of).collect(Collectors.joining("\n  ")))
			.toString();
	}

}
