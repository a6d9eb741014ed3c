package io.github.ringlog.lint;

import java.util.Set;
import java.util.function.Consumer;

import io.github.ringlog.location.Specifier;
import org.apache.logging.log4j.core.pattern.EncodingPatternConverter;
import org.apache.logging.log4j.core.pattern.MdcPatternConverter;
import org.apache.logging.log4j.core.pattern.MessagePatternConverter;
import org.apache.logging.log4j.core.pattern.RegexReplacementConverter;
import org.jspecify.annotations.Nullable;

/**
 * Finds data of users that may bring line breaks of its own.
 */
final class UnencodedMessageRule implements Rule {

	static final String RULE = "unencoded-message";

	private static final Set<Class<?>> USER_DATA = Set.of(MessagePatternConverter.class, MdcPatternConverter.class);

	private static final Set<Class<?>> ENCODERS = Set.of(EncodingPatternConverter.class,
			RegexReplacementConverter.class);

	@Override
	public void check(LintContext context, Consumer<Finding> findings) {
		for (LintContext.PatternUse use : context.patterns()) {
			for (Specifier specifier : use.specifiers()) {
				if (specifier.converter() != null && USER_DATA.contains(specifier.converter())
						&& !isEncoded(specifier.parent())) {
					findings.accept(Finding
						.hint(RULE, use.where(),
								"Data of users may bring line breaks, and with them lines that look like events.",
								"Where that matters, write %encode{" + specifier.text() + "}{CRLF}.")
						.at(use.pattern(), specifier.text(), specifier.position()));
				}
			}
		}
	}

	private static boolean isEncoded(@Nullable Specifier parent) {
		for (Specifier current = parent; current != null; current = current.parent()) {
			if (current.converter() != null && ENCODERS.contains(current.converter())) {
				return true;
			}
		}
		return false;
	}

}
