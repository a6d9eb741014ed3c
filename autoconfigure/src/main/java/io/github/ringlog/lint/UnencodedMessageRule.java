package io.github.ringlog.lint;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

import io.github.ringlog.environment.LintRule;
import io.github.ringlog.location.ConfigurationLocations;
import io.github.ringlog.location.Specifier;
import io.github.ringlog.pattern.LineBreaks;
import io.github.ringlog.pattern.SanitizedPatternConverter;
import org.apache.logging.log4j.core.impl.ThrowableFormatOptions;
import org.apache.logging.log4j.core.pattern.EncodingPatternConverter;
import org.apache.logging.log4j.core.pattern.MdcPatternConverter;
import org.apache.logging.log4j.core.pattern.MessagePatternConverter;
import org.apache.logging.log4j.core.pattern.RegexReplacementConverter;
import org.jspecify.annotations.Nullable;

/**
 * Finds users' data that is printed without encoding and may contain line breaks. If all
 * of it is encoded, finds exceptions whose texts are not. Reports at most one finding,
 * the most severe.
 */
final class UnencodedMessageRule implements Rule {

	static final String RULE = LintRule.UNENCODED_MESSAGE.label();

	private static final Set<Class<?>> USER_DATA = Set.of(MessagePatternConverter.class, MdcPatternConverter.class);

	private static final List<String> LINE_BREAKS = List.of("\n", "\r", "a\r\nb");

	@Override
	public void check(LintContext context, Consumer<Finding> findings) {
		LineBreaks wanted = context.lintEnvironment().lineBreaks();
		if (wanted == LineBreaks.KEEP) {
			// The user has decided to keep line breaks.
			return;
		}
		boolean guarded = context.capture().isRing()
				&& (wanted != null || ConfigurationLocations.isSpringBoots(context.configuration()));
		context.patterns()
			.filter((use) -> !guarded || !context.isWritten(use.appender()))
			.flatMap((use) -> find(context, use).stream())
			.min(Comparator.comparing(Finding::severity))
			.ifPresent(findings);
	}

	private static Optional<Finding> find(LintContext context, LintContext.PatternUse use) {
		return use.specifiers()
			.stream()
			.filter((specifier) -> isUsersData(context, specifier) || printsException(specifier))
			.filter((specifier) -> !isEncoded(specifier.parent()))
			.min(Comparator.comparing(UnencodedMessageRule::printsException))
			.map((specifier) -> finding(context, use, specifier));
	}

	/**
	 * Return whether a specifier prints data that may come from users and that Ringlog
	 * has not validated.
	 */
	private static boolean isUsersData(LintContext context, Specifier specifier) {
		boolean validated = specifier.converter() == MdcPatternConverter.class && !specifier.options().isEmpty()
				&& Arrays.stream(specifier.options().get(0).split(","))
					.allMatch((key) -> context.lintEnvironment().isValidated(key.trim()));
		return specifier.converter() != null && USER_DATA.contains(specifier.converter()) && !validated;
	}

	private static Finding finding(LintContext context, LintContext.PatternUse use, Specifier specifier) {
		// Without a ring, Ringlog guards nothing, and the risk is the same as in plain
		// Spring Boot.
		boolean lines = context.capture().isRing() && use.appender().isStream()
				&& context.lintEnvironment().webApplication();
		return new Finding(RULE, lines ? FindingSeverity.WARNING : FindingSeverity.HINT,
				FindingPlace.of(use.appender()), use.pattern(), specifier.text(), specifier.position(),
				"Users' data may contain line breaks, and so forge lines that look like events.",
				use.pattern().stripLeading().startsWith("{") ? "This seems to be JSON: write %encode{"
						+ specifier.text() + "}{JSON}, or use a structured format." : advice(context, use));
	}

	private static String advice(LintContext context, LintContext.PatternUse use) {
		String all = "write the whole pattern in %sanitized{…}, with the converter of exceptions in it.";
		if (!context.capture().isRing()) {
			return "To prevent that, " + all;
		}
		return "To prevent that, set ringlog.appenders.line-breaks=indent"
				+ (context.isWritten(use.appender()) ? "." : ", for console and files. Here, " + all)
				+ " To leave it so, set it to keep.";
	}

	private static boolean isEncoded(@Nullable Specifier parent) {
		return parent != null && (encodes(parent) || isEncoded(parent.parent()));
	}

	private static boolean encodes(Specifier specifier) {
		String option = (specifier.options().size() > 1) ? specifier.options().get(1).trim().toLowerCase(Locale.ROOT)
				: "";
		return specifier.converter() == SanitizedPatternConverter.class && !option.equals("keep")
				|| specifier.converter() == EncodingPatternConverter.class && !option.equals("xml")
				|| specifier.converter() == RegexReplacementConverter.class && replaces(specifier.options());
	}

	private static boolean printsException(Specifier specifier) {
		String[] options = specifier.options().toArray(String[]::new);
		return specifier.printsThrowable()
				&& (options.length == 0 || ThrowableFormatOptions.newInstance(options).anyLines());
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
