package io.github.ringlog.lint;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

import io.github.ringlog.location.AppenderPart;
import io.github.ringlog.location.Specifier;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.pattern.EncodingPatternConverter;
import org.apache.logging.log4j.core.pattern.MdcPatternConverter;
import org.apache.logging.log4j.core.pattern.MessagePatternConverter;
import org.apache.logging.log4j.core.pattern.RegexReplacementConverter;
import org.jspecify.annotations.Nullable;

/**
 * Finds users' data that is printed without encoding, and so may contain line breaks.
 */
final class UnencodedMessageRule implements Rule {

	static final String RULE = "unencoded-message";

	private static final Set<Class<?>> USER_DATA = Set.of(MessagePatternConverter.class, MdcPatternConverter.class);

	private static final List<String> PACKAGED = List.of("io/github/ringlog/appender/",
			"org/springframework/boot/logging/log4j2/");

	private static final List<String> LINE_BREAKS = List.of("\n", "\r", "a\r\nb");

	@Override
	public void check(LintContext context, Consumer<Finding> findings) {
		for (LintContext.PatternUse use : context.patterns()) {
			for (Specifier specifier : use.specifiers()) {
				if (specifier.converter() != null && USER_DATA.contains(specifier.converter())
						&& !isEncoded(specifier.parent())) {
					findings.accept(finding(context, use, specifier));
				}
			}
		}
	}

	private static Finding finding(LintContext context, LintContext.PatternUse use, Specifier specifier) {
		String message = "Users' data may contain line breaks, and so forge lines that look like events.";
		String advice = "To prevent that, write %encode{" + specifier.text() + "}{CRLF}.";
		AppenderPart appender = use.appender();
		boolean lines = use.part() == null && (AppenderKinds.isFile(appender) || AppenderKinds.isConsole(appender));
		boolean warning = lines && context.surroundings().webApplication() && !isPackaged(context.configuration());
		return (warning ? Finding.warning(RULE, use.where(), message, advice)
				: Finding.hint(RULE, use.where(), message, advice))
			.at(use.pattern(), specifier.text(), specifier.position());
	}

	/**
	 * Return whether the configuration is a packaged one, which the user can't edit.
	 */
	private static boolean isPackaged(Configuration configuration) {
		return ConfigurationLocations.of(configuration)
			.stream()
			.anyMatch((location) -> PACKAGED.stream().anyMatch(location::contains));
	}

	private static boolean isEncoded(@Nullable Specifier parent) {
		for (Specifier current = parent; current != null; current = current.parent()) {
			if (current.converter() == EncodingPatternConverter.class && encodes(current.options())
					|| current.converter() == RegexReplacementConverter.class && replaces(current.options())) {
				return true;
			}
		}
		return false;
	}

	private static boolean encodes(List<String> options) {
		return options.size() < 2 || !options.get(1).trim().equalsIgnoreCase("XML");
	}

	private static boolean replaces(List<String> options) {
		try {
			Pattern pattern = Pattern.compile(options.get(1));
			return LINE_BREAKS.stream()
				.map((text) -> pattern.matcher(text).replaceAll(options.get(2)))
				.noneMatch((text) -> text.contains("\n") || text.contains("\r"));
		}
		catch (IllegalArgumentException | IndexOutOfBoundsException ex) {
			return false;
		}
	}

}
