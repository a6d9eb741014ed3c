package io.github.ringlog.pattern;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Reads a pattern in which Logback's dialect may stand, and translates what has an exact
 * equivalent in Log4j's. All else is left as it is.
 */
public final class LogbackPattern {

	// A percent sign, format modifiers and a word, as Logback reads them.
	private static final Pattern SPECIFIER = Pattern.compile("%(?:(%)|(-?\\d*(?:\\.-?\\d+)?)([A-Za-z]\\w*)?)");

	private static final Pattern DEFAULT_VALUE = Pattern.compile("([^{}:]+):-([^{}%]*)");

	// A variable of Spring Boot.
	private static final Pattern VARIABLE = Pattern.compile("\\w+");

	private static final Set<String> COLORS = Set.of("black", "red", "green", "yellow", "blue", "magenta", "cyan",
			"white");

	// They have a pattern in parentheses.
	private static final Set<String> COMPOSITES = Set.of("", "clr", "highlight", "gray", "replace", "esb", "prefix");

	private static final String BOLD = "bold";

	private static final Map<String, String> WORDS = Map.of("le", "p", "lo", "c", "wex", "wEx", "nopex", "ex{none}",
			"nopexception", "ex{none}", "rootException", "rEx");

	private static final Map<String, String> ADVICE = Map.of("kvp",
			"Key-value pairs of SLF4J's fluent API are in the MDC: write %X for all of it, or %X{key}.", "maskedKvp",
			"Key-value pairs of SLF4J's fluent API are in the MDC: write %X{key} for those that are to be printed.",
			"contextName", "Log4j has no such name: write the text itself.", "cn",
			"Log4j has no such name: write the text itself.", "property",
			"Write ${key} in a property of Spring Boot, or ${spring:key} in a Log4j configuration.", "caller",
			"Write %c. Log4j prints the caller's location as %l, if locations are captured.", "micros",
			"Write %d{SSSSSS}, the fraction of the second with its microseconds.", "lsn", "Write %sn.", "prefix",
			"Write each name before its specifier, such as level=%p.");

	private static final String DATE_ADVICE = "Write the time zone in braces of its own: %%d{%s}{%s}.";

	private final String pattern;

	// Index of the first character of the pattern in the whole.
	private final int offset;

	private final StringBuilder translation = new StringBuilder();

	private final List<Foreign> foreign = new ArrayList<>();

	private LogbackPattern(String pattern, int offset) {
		this.pattern = pattern;
		this.offset = offset;
		read();
	}

	/**
	 * Read a pattern.
	 * @param pattern any text
	 * @return what was found
	 */
	public static LogbackPattern of(String pattern) {
		return new LogbackPattern(pattern, 0);
	}

	/**
	 * Translate the format of a date, to be put in the braces of {@code %d}.
	 * @param format a format, in Logback's dialect maybe with a time zone
	 * @return the format, in Log4j's dialect
	 */
	public static String translateDate(String format) {
		List<String> options = LogbackOptions.ofDate(format);
		return (options != null) ? String.join("}{", options) : format;
	}

	/**
	 * Return the pattern in Log4j's dialect.
	 * @return the pattern; the same if there is nothing to be translated
	 */
	public String translation() {
		return this.translation.toString();
	}

	/**
	 * Return what Log4j does not understand, or not in the same way.
	 * @return the pieces, in the order of the pattern
	 */
	public List<Foreign> foreign() {
		return List.copyOf(this.foreign);
	}

	private void read() {
		Matcher specifier = SPECIFIER.matcher(this.pattern);
		int next = 0;
		while (specifier.find(next)) {
			this.translation.append(this.pattern, next, specifier.start());
			next = (specifier.group(1) != null) ? keep(specifier.start(), specifier.end())
					: read(specifier.start(), specifier.end(), specifier.group(2), word(specifier));
		}
		this.translation.append(this.pattern, next, this.pattern.length());
	}

	private static String word(Matcher specifier) {
		return (specifier.group(3) != null) ? specifier.group(3) : "";
	}

	private int keep(int start, int end) {
		this.translation.append(this.pattern, start, end);
		return end;
	}

	/**
	 * Read a specifier.
	 * @return the index behind all that was read
	 */
	private int read(int start, int end, String modifiers, String word) {
		if (end < this.pattern.length() && this.pattern.charAt(end) == '(' && isComposite(word)) {
			int close = close(end + 1);
			return (close < 0) ? keep(start, end) : readComposite(start, end, close, modifiers, word);
		}
		int behind = behindOption(end);
		String option = (behind > end) ? this.pattern.substring(end + 1, behind - 1) : null;
		if (WORDS.containsKey(word)) {
			return translate(start, end, "%" + modifiers + WORDS.get(word));
		}
		if (ADVICE.containsKey(word)) {
			return report(start, behind, String.valueOf(ADVICE.get(word)));
		}
		if (option != null && (word.equals("X") || word.equals("mdc"))) {
			Matcher value = DEFAULT_VALUE.matcher(option);
			if (value.matches()) {
				String key = "X{" + value.group(1) + "}";
				return translate(start, behind, value.group(2).isEmpty() ? "%" + modifiers + key
						: "%" + modifiers + "equals{%" + key + "}{}{" + value.group(2) + "}");
			}
			if (option.contains(":-")) {
				return report(start, behind, "Log4j has no default values here: write %X{key}.");
			}
		}
		if (option != null && (word.equals("d") || word.equals("date"))) {
			return readDate(start, end, behind, option);
		}
		return keep(start, end);
	}

	private int readDate(int start, int end, int behind, String option) {
		List<String> options = LogbackOptions.ofDate(option);
		if (options != null) {
			return translate(start, behind,
					this.pattern.substring(start, end) + "{" + String.join("}{", options) + "}");
		}
		int comma = option.lastIndexOf(',');
		String zone = option.substring(comma + 1).strip();
		if (comma > 0 && LogbackOptions.isZone(zone)) {
			// The format may be another property, and the zone is in that.
			this.foreign.add(new Foreign(this.offset + end + 1 + comma, option.substring(comma), null,
					DATE_ADVICE.formatted(option.substring(0, comma), zone)));
		}
		return keep(start, behind);
	}

	private static boolean isComposite(String word) {
		return COMPOSITES.contains(word) || color(word) != null;
	}

	/**
	 * Return the color that a word of Logback stands for.
	 */
	private static @Nullable String color(String word) {
		String name = word.startsWith(BOLD) ? word.substring(BOLD.length()).toLowerCase(Locale.ROOT) : word;
		return COLORS.contains(name) ? name : null;
	}

	private int readComposite(int start, int open, int close, String modifiers, String word) {
		LogbackPattern inner = new LogbackPattern(this.pattern.substring(open + 1, close), this.offset + open + 1);
		String text = inner.translation().replaceAll("\\\\([()])", "$1");
		int behind = behindOption(close + 1);
		String option = (behind > close + 1) ? this.pattern.substring(close + 2, behind - 1) : null;
		String translated = isBalanced(text) ? composite(modifiers, word, text, option) : null;
		if (translated == null) {
			return report(start, behind, ADVICE.getOrDefault(word,
					"Log4j has braces in place of these parentheses: write %%%s{pattern}.".formatted(word)));
		}
		int end = translate(start, behind, translated);
		this.foreign.addAll(inner.foreign().stream().filter((piece) -> piece.log4j() == null).toList());
		return end;
	}

	private static @Nullable String composite(String modifiers, String word, String text, @Nullable String option) {
		String start = "%" + modifiers;
		String color = color(word);
		String rest = (option != null) ? "{" + option + "}" : "";
		return switch (word) {
			case "" -> (modifiers.isEmpty() ? text : start + "equals{" + text + "}{}{}") + rest;
			case "clr" -> start + "clr{" + text + "}" + rest;
			case "highlight" -> start + "highlight{" + text + "}" + rest;
			case "gray" -> start + "style{" + text + "}{bright_black}" + rest;
			case "esb" -> (option != null && text.isEmpty() && VARIABLE.matcher(option).matches())
					? start + "esb{${sys:" + option + ":-}}" : null;
			case "replace" -> replace(start, text, option);
			case "prefix" -> null;
			default -> word.startsWith(BOLD) ? start + "style{" + text + "}{bold," + color + "}" + rest
					: start + word + "{" + text + "}" + rest;
		};
	}

	private static @Nullable String replace(String start, String text, @Nullable String option) {
		List<String> options = (option != null) ? LogbackOptions.split(option) : List.of();
		return (options.size() == 2) ? start + "replace{" + text + "}{" + options.get(0) + "}{" + options.get(1) + "}"
				: null;
	}

	private int translate(int start, int end, String translated) {
		this.translation.append(translated);
		this.foreign.add(new Foreign(this.offset + start, this.pattern.substring(start, end), translated,
				"Write " + translated + "."));
		return end;
	}

	private int report(int start, int end, String advice) {
		this.foreign.add(new Foreign(this.offset + start, this.pattern.substring(start, end), null, advice));
		return keep(start, end);
	}

	/**
	 * Return the index of the parenthesis that closes a composite, or -1.
	 */
	private int close(int from) {
		Matcher specifier = SPECIFIER.matcher(this.pattern);
		int depth = 0;
		int i = from;
		while (i < this.pattern.length()) {
			char character = this.pattern.charAt(i);
			if (character == ')' && depth-- == 0) {
				return i;
			}
			i += (character == '\\') ? 2 : 1;
			if (character == '%' && specifier.find(i - 1) && specifier.start() == i - 1) {
				i = specifier.end();
				boolean composite = i < this.pattern.length() && this.pattern.charAt(i) == '('
						&& specifier.group(1) == null && isComposite(word(specifier));
				depth += composite ? 1 : 0;
				i = composite ? i + 1 : behindOption(i);
			}
		}
		return -1;
	}

	/**
	 * Return the index behind the braces at an index, or that index if there are none.
	 */
	private int behindOption(int start) {
		if (start >= this.pattern.length() || this.pattern.charAt(start) != '{') {
			return start;
		}
		int depth = 0;
		for (int i = start; i < this.pattern.length(); i++) {
			char character = this.pattern.charAt(i);
			depth += (character == '{') ? 1 : ((character == '}') ? -1 : 0);
			if (depth == 0) {
				return i + 1;
			}
		}
		return start;
	}

	private static boolean isBalanced(String text) {
		int depth = 0;
		for (int i = 0; i < text.length() && depth >= 0; i++) {
			depth += (text.charAt(i) == '{') ? 1 : ((text.charAt(i) == '}') ? -1 : 0);
		}
		return depth == 0;
	}

	/**
	 * A piece of a pattern in Logback's dialect.
	 *
	 * @param position its index in the pattern
	 * @param text the piece
	 * @param log4j the same in Log4j's dialect, or {@code null} if there is no exact
	 * equivalent
	 * @param advice what to write in its place
	 */
	public record Foreign(int position, String text, @Nullable String log4j, String advice) {

	}

}
