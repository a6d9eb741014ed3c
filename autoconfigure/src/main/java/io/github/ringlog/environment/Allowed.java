package io.github.ringlog.environment;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.github.ringlog.settings.Limit;
import org.apache.logging.log4j.Level;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.logging.LogLevel;
import org.springframework.util.unit.DataSize;

/**
 * Constraints on the value of a property, or on the elements of a list or a map.
 * {@link RinglogProperties} declares them at each property.
 */
enum Allowed {

	SLOTS(Limit.SLOTS),

	LINE("a data size from 1KB to 1GB, such as 16KB", DataSize.class,
			(size) -> size.toKilobytes() >= 1 && size.toGigabytes() <= 1),

	CRASH_LOG_SIZE(Limit.CRASH_LOG_SIZE.words(), DataSize.class, (size) -> Limit.CRASH_LOG_SIZE.allows(size.toBytes())),

	FILE(Limit.FILE),

	PERIOD(Limit.PERIOD),

	TIMEOUT(Limit.TIMEOUT),

	RATIO(Limit.RATIO),

	LEVEL(Limit.LEVEL.words(), LogLevel.class, (level) -> Limit.LEVEL.allows(Level.valueOf(level.name()))),

	DROP_OR_BLOCK(Limit.ISOLATED_POLICY),

	LOGGERS(Limit.LOGGERS),

	APPENDERS(Limit.APPENDERS),

	MDC_KEYS("a list of MDC keys", String.class, (key) -> !key.isBlank()),

	// Characters that need no escape in a pattern.
	MDC_KEY("a name of letters, digits, '.', '_' and '-'", String.class,
			Pattern.compile("[A-Za-z0-9._-]+").asMatchPredicate()),

	// RFC 9110, section 5.6.2: token.
	HEADERS("a list of HTTP header names", String.class,
			Pattern.compile("[!#$%&'*+\\-.^_`|~0-9A-Za-z]+").asMatchPredicate()),

	HEADER("the name of an HTTP header", String.class, (name) -> name.isEmpty() || HEADERS.test.test(name)),

	LINT_RULES(
			"a list of rules of the linter: "
					+ Arrays.stream(LintRule.values()).map(LintRule::label).collect(Collectors.joining(", ")),
			LintRule.class, (rule) -> true),

	FORMATS("a list of w3c and b3, or one of as-received, none", TracePropagation.class, (format) -> true),

	MDC_HEADERS("a map from HTTP header names to MDC keys of letters, digits, '.', '_' and '-'", Map.Entry.class,
			(entry) -> HEADERS.test.test(entry.getKey()) && MDC_KEY.test.test(entry.getValue()));

	final String description;

	private final Predicate<@Nullable Object> test;

	Allowed(Limit limit) {
		this(limit.words(), Object.class, limit::allows);
	}

	<T> Allowed(String description, Class<T> type, Predicate<T> test) {
		this.description = description;
		this.test = (value) -> test.test(type.cast(value));
	}

	boolean test(Object value) {
		return this.test.test(value);
	}

	/**
	 * Constrains the values of a property. Without it, a property allows all values of
	 * its type.
	 */
	@Retention(RetentionPolicy.RUNTIME)
	@Target(ElementType.PARAMETER)
	@interface Only {

		/** The constraint. */
		Allowed value();

		/**
		 * Whether the value may be empty, as in a profile that undoes the value of
		 * another one.
		 */
		boolean orEmpty() default false;

	}

}
