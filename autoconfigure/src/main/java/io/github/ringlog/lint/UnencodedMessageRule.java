package io.github.ringlog.lint;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.github.ringlog.location.AppenderDecorator;
import io.github.ringlog.location.AppenderPart;
import io.github.ringlog.location.Specifier;
import io.github.ringlog.location.SpringBootConfiguration;
import io.github.ringlog.pattern.SanitizedPatternConverter;
import org.apache.logging.log4j.core.async.AsyncLoggerConfig;
import org.apache.logging.log4j.core.impl.ThrowableFormatOptions;
import org.apache.logging.log4j.core.pattern.EncodingPatternConverter;
import org.apache.logging.log4j.core.pattern.MdcPatternConverter;
import org.apache.logging.log4j.core.pattern.MessagePatternConverter;
import org.apache.logging.log4j.core.pattern.RegexReplacementConverter;
import org.jspecify.annotations.Nullable;

/**
 * Finds users' data that is printed without encoding, and so may contain line breaks. If
 * all of it is encoded, finds exceptions whose texts are not. It advises once, whatever
 * the number of patterns.
 */
final class UnencodedMessageRule implements Rule {

	static final String RULE = "unencoded-message";

	private static final Set<Class<?>> USER_DATA = Set.of(MessagePatternConverter.class, MdcPatternConverter.class);

	private static final int APPENDERS = 5;

	private static final List<String> LINE_BREAKS = List.of("\n", "\r", "a\r\nb");

	@Override
	public void check(LintContext context, Consumer<Finding> findings) {
		boolean guarded = context.capture().isRing()
				&& context.surroundings().guardsLines(SpringBootConfiguration.is(context.configuration()));
		List<Finding> found = new ArrayList<>();
		for (LintContext.PatternUse use : context.patterns()) {
			if (!guarded || !isWritten(context, use)) {
				List<Specifier> unencoded = unencoded(use,
						(specifier) -> USER_DATA.contains(specifier.converter()) && !isValidated(context, specifier));
				if (unencoded.isEmpty()) {
					unencoded = unencoded(use, UnencodedMessageRule::printsException);
				}
				unencoded.forEach((specifier) -> found.add(finding(context, use, specifier)));
			}
		}
		found.stream()
			.min(Comparator.comparing(Finding::severity))
			.ifPresent((first) -> findings.accept(first.withMessage(first.message() + more(first, found))));
	}

	private static String more(Finding first, List<Finding> found) {
		String appenders = found.stream()
			.filter((finding) -> finding != first)
			.map((finding) -> "\"" + finding.where().appender() + "\"")
			.distinct()
			.limit(APPENDERS)
			.collect(Collectors.joining(", "));
		int more = found.size() - 1;
		return switch (more) {
			case 0 -> "";
			case 1 -> " There is another such place, in the appender " + appenders + ".";
			default -> " There are " + more + " more such places, in " + appenders + ".";
		};
	}

	/**
	 * Return whether all that a specifier prints of the MDC is validated by Ringlog.
	 */
	private static boolean isValidated(LintContext context, Specifier specifier) {
		return specifier.converter() == MdcPatternConverter.class && !specifier.options().isEmpty()
				&& Arrays.stream(specifier.options().get(0).split(","))
					.allMatch((key) -> context.surroundings().isValidated(key.trim()));
	}

	/**
	 * Return whether the user has written a specifier: in a property of Spring Boot, or
	 * in a configuration that is not Spring Boot's.
	 */
	private static boolean isUsers(LintContext context, LintContext.PatternUse use, Specifier specifier) {
		return !SpringBootConfiguration.is(context.configuration()) || context.property(use, specifier) != null;
	}

	/**
	 * Return whether a pattern is that of lines which only Ringlog writes, and no
	 * appender or queue before.
	 */
	private static boolean isWritten(LintContext context, LintContext.PatternUse use) {
		AppenderPart appender = use.appender();
		return use.part() == null && AppenderKinds.isStream(appender)
				&& context.loggers()
					.stream()
					.noneMatch((logger) -> logger instanceof AsyncLoggerConfig
							&& context.reachedBy(logger).containsKey(appender))
				&& context.appenders()
					.stream()
					.filter((other) -> !AppenderDecorator.class.isAssignableFrom(other.type()))
					.noneMatch((other) -> context.behind(other).containsKey(appender));
	}

	private static List<Specifier> unencoded(LintContext.PatternUse use, Predicate<Specifier> wanted) {
		return use.specifiers()
			.stream()
			.filter((specifier) -> specifier.converter() != null && wanted.test(specifier)
					&& !isEncoded(specifier.parent()))
			.toList();
	}

	private static Finding finding(LintContext context, LintContext.PatternUse use, Specifier specifier) {
		String message = "Users' data may contain line breaks, and so forge lines that look like events.";
		String advice = "To prevent that, set ringlog.appenders.line-breaks=indent" + (isWritten(context, use) ? "."
				: ", for console and files. Here, write the whole pattern in %sanitized{…}, with the converter of exceptions in it.");
		AppenderPart appender = use.appender();
		boolean lines = use.part() == null && (AppenderKinds.isFile(appender) || AppenderKinds.isConsole(appender));
		boolean warning = lines && context.surroundings().webApplication() && isUsers(context, use, specifier);
		return (warning ? Finding.warning(RULE, use.where(), message, advice)
				: Finding.hint(RULE, use.where(), message, advice))
			.at(use.pattern(), specifier.text(), specifier.position());
	}

	private static boolean isEncoded(@Nullable Specifier parent) {
		for (Specifier current = parent; current != null; current = current.parent()) {
			if (current.converter() == SanitizedPatternConverter.class && sanitizes(current.options())
					|| current.converter() == EncodingPatternConverter.class && encodes(current.options())
					|| current.converter() == RegexReplacementConverter.class && replaces(current.options())) {
				return true;
			}
		}
		return false;
	}

	private static boolean printsException(Specifier specifier) {
		String[] options = specifier.options().toArray(String[]::new);
		return specifier.kind() == Specifier.Kind.PLAIN && specifier.converter() != null
				&& specifier.converter().getSimpleName().endsWith("ThrowablePatternConverter")
				&& (options.length == 0 || ThrowableFormatOptions.newInstance(options).anyLines());
	}

	private static boolean sanitizes(List<String> options) {
		return options.size() < 2 || !options.get(1).trim().equalsIgnoreCase("keep");
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
