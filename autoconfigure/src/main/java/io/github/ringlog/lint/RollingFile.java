package io.github.ringlog.lint;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.github.ringlog.location.AppenderPart;
import io.github.ringlog.location.Element;
import org.jspecify.annotations.Nullable;

/**
 * An appender whose file rolls over, and the names that its archives get.
 *
 * @param appender the appender
 * @param element what the user has written of it
 * @param pattern the pattern of the names, variables replaced
 */
record RollingFile(AppenderPart appender, Element element, String pattern) {

	private static final Pattern SPECIFIER = Pattern
		.compile("%(?:%|[-.\\d]*(?:(?<index>i(?:ndex)?)|d(?:ate)?(?<date>(?:\\{[^}]*})?))(?:\\{[^}]*})*)");

	private static final Pattern VARIABLE = Pattern.compile("\\$\\{[^}]*}");

	private static final Pattern EXTENSION = Pattern.compile("\\.[^/\\\\}]*$");

	/**
	 * Return the appenders of a configuration whose files roll over.
	 */
	static Stream<RollingFile> all(LintContext context) {
		return context.appenders().stream().flatMap((appender) -> {
			Element element = appender.element();
			String pattern = (element != null) ? element.attribute("filePattern") : null;
			return (element != null && pattern != null) ? Stream.of(new RollingFile(appender, element, pattern))
					: Stream.of();
		});
	}

	/**
	 * Return whether the file gets the name of an archive when it rolls over. Otherwise
	 * events are appended to the archive itself.
	 */
	boolean isRenamed() {
		return this.element.attribute("fileName") != null;
	}

	boolean isIndexed() {
		return SPECIFIER.matcher(this.pattern).results().anyMatch((specifier) -> specifier.group(1) != null);
	}

	boolean isDated() {
		return !dateFormats().isEmpty();
	}

	/**
	 * Return whether the file may roll over more than once for the same date.
	 */
	boolean rollsWithinADate() {
		return this.element.all()
			.anyMatch((policy) -> policy.is("sizebasedtriggeringpolicy") || policy.is("onstartuptriggeringpolicy")
					|| policy.is("springboottriggeringpolicy") && rollsBySize(policy.attribute("strategy")));
	}

	private static boolean rollsBySize(@Nullable String strategy) {
		return strategy == null || strategy.contains("size");
	}

	/**
	 * Return a pattern with an index before its extension.
	 */
	static String withIndex(String pattern) {
		Matcher extension = EXTENSION.matcher(pattern);
		// The first dot of the name that is in no specifier.
		return extension.find() ? pattern.substring(0, extension.start()) + ".%i" + extension.group() : pattern + ".%i";
	}

	/**
	 * Return the pattern that archives should have, as the user may write it: with
	 * variables, if the extension is not in one of them.
	 */
	String indexedPattern() {
		String written = this.element.written("filePattern");
		return withIndex(
				(written != null && extension(written).equals(extension(this.pattern))) ? written : this.pattern);
	}

	private static String extension(String pattern) {
		Matcher extension = EXTENSION.matcher(pattern);
		return extension.find() ? extension.group() : "";
	}

	/**
	 * Return the directory that all archives are in or below.
	 */
	String directory() {
		int end = this.pattern.lastIndexOf('/', variableStart());
		return switch (end) {
			case -1 -> ".";
			case 0 -> "/";
			default -> this.pattern.substring(0, end);
		};
	}

	/**
	 * Return what the names of archives look like below the directory.
	 */
	String glob() {
		String names = this.pattern.substring(this.pattern.lastIndexOf('/', variableStart()) + 1);
		String withoutVariables = VARIABLE.matcher(names).replaceAll("*");
		return SPECIFIER.matcher(withoutVariables)
			.replaceAll((specifier) -> specifier.group().equals("%%") ? "%"
					: "*" + "/*".repeat((int) specifier.group().chars().filter((letter) -> letter == '/').count()));
	}

	private int variableStart() {
		Matcher variable = Pattern.compile("%|\\$\\{").matcher(this.pattern);
		return variable.find() ? variable.start() : this.pattern.length();
	}

	/**
	 * Return the age of the oldest archive to keep, as Log4j writes durations.
	 * @param archives how many archives are kept, one for each date
	 */
	String age(int archives) {
		String formats = dateFormats().replaceAll("'[^']*'", "");
		if (formats.contains("s")) {
			return "PT" + archives + "S";
		}
		if (formats.contains("m")) {
			return "PT" + archives + "M";
		}
		if (formats.matches(".*[HhKk].*")) {
			return "PT" + archives + "H";
		}
		return "P" + (long) archives * days(formats) + "D";
	}

	private static int days(String formats) {
		if (formats.matches(".*[dDEF].*")) {
			return 1;
		}
		if (formats.matches(".*[wW].*")) {
			return 7;
		}
		if (formats.contains("M")) {
			return 31;
		}
		return formats.contains("y") ? 366 : 1;
	}

	private String dateFormats() {
		StringBuilder formats = new StringBuilder();
		Matcher specifier = SPECIFIER.matcher(this.pattern);
		while (specifier.find()) {
			if (specifier.group("date") != null) {
				formats.append(' ').append(specifier.group("date"));
			}
		}
		return formats.toString();
	}

}
