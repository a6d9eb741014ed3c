package io.github.ringlog.lint;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;

import io.github.ringlog.report.Credentials;
import org.jspecify.annotations.Nullable;

/**
 * A problem in the Log4j configuration, with its cost and what to write instead.
 *
 * @param rule the name of the rule, such as {@code location-not-captured}
 * @param severity how much it matters
 * @param where what it is about
 * @param pattern the pattern that it is in, as it is in force, if it is in one
 * @param specifier what in the pattern, or which option of a layout, it is about
 * @param position index of the specifier in the pattern, from 0; -1 when there is none
 * @param message what is so, and what it costs
 * @param advice what to write instead
 */
public record Finding(String rule, FindingSeverity severity, FindingPlace where, @Nullable String pattern,
		@Nullable String specifier, int position, String message, String advice) {

	private static final String LOCATION_RULES = "location-";

	/**
	 * Create a finding. Credentials of addresses in it are hidden.
	 */
	public Finding {
		if (pattern != null) {
			position = (position >= 0) ? Credentials.hide(pattern.substring(0, position)).length() : position;
			pattern = Credentials.hide(pattern);
		}
		specifier = (specifier != null) ? Credentials.hide(specifier) : null;
		message = Credentials.hide(message);
		advice = Credentials.hide(advice);
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

	Finding withMessage(String newMessage) {
		return new Finding(this.rule, this.severity, this.where, this.pattern, this.specifier, this.position,
				newMessage, this.advice);
	}

	/**
	 * Return whether it is about the caller's location.
	 * @return whether it is what {@code ringlog.location.*} is about
	 */
	public boolean isAboutLocation() {
		return this.rule.startsWith(LOCATION_RULES);
	}

	/**
	 * Return the finding for people to read, in several lines: where, the pattern with a
	 * caret under the specifier, what it costs and what to do. Control characters are
	 * escaped.
	 * @return the text, without a line break at the end
	 */
	public String toText() {
		return toText(List.of(this));
	}

	/**
	 * Return findings on the same pattern for people to read, as one.
	 * @param alike findings of one rule
	 */
	static String toText(List<Finding> alike) {
		Finding first = alike.get(0);
		StringBuilder text = new StringBuilder(first.rule).append(": ")
			.append(alike.stream()
				.map((finding) -> escape(finding.where.describe()))
				.distinct()
				.collect(Collectors.joining("; ")));
		if (first.pattern == null) {
			text.append((first.specifier != null) ? ", " + escape(first.specifier) : "");
		}
		else {
			int[] positions = alike.stream().mapToInt(Finding::position).filter((at) -> at >= 0).distinct().toArray();
			text.append(PatternExcerpt.of(first.pattern, positions, Finding::escape));
		}
		return text.append("\n  ")
			.append(escape(first.message))
			.append("\n  ")
			.append(first.advice.lines().map(Finding::escape).collect(Collectors.joining("\n  ")))
			.toString();
	}

	/**
	 * Group findings of the same rule on the same pattern.
	 */
	static Collection<List<Finding>> byPattern(List<Finding> findings) {
		return findings.stream()
			.collect(
					Collectors.groupingBy(
							(finding) -> (finding.pattern != null)
									? List.of(finding.rule, finding.severity, finding.pattern) : List.of(finding),
							LinkedHashMap::new, Collectors.toList()))
			.values();
	}

	private static String escape(String text) {
		StringBuilder escaped = new StringBuilder(text.length());
		for (int i = 0; i < text.length(); i++) {
			char character = text.charAt(i);
			// Also characters that reorder or break lines: a report must show the real
			// text.
			boolean printable = !Character.isISOControl(character) && Character.getType(character) != Character.FORMAT
					&& character != '\u2028' && character != '\u2029';
			if (printable) {
				escaped.append(character);
			}
			else {
				escaped.append("\\u%04x".formatted((int) character));
			}
		}
		return escaped.toString();
	}

}
