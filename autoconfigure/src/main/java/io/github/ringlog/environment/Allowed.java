package io.github.ringlog.environment;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;

import io.github.ringlog.crashlog.CrashLogSettings;
import io.github.ringlog.ring.OverflowPolicy;
import io.github.ringlog.ring.RingSettings;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.logging.LogLevel;
import org.springframework.util.unit.DataSize;

/**
 * Limits of the values of a property, or of the elements of a list or a map. They stand
 * beside the property in {@link RingLogProperties}.
 */
enum Allowed {

	SLOTS(RingSettings.BUFFER_SIZES, Integer.class, (size) -> RingSettings.isBufferSize(size)),

	LINE("a data size from 1KB to 1GB, such as 16KB", DataSize.class,
			(size) -> size.toKilobytes() >= 1 && size.toGigabytes() <= 1),

	CRASH_LOG_SIZE(CrashLogSettings.SIZES, DataSize.class,
			(size) -> CrashLogSettings.isSize(size.toBytes(), RingSettings.MIN_BUFFER_SIZE)),

	FILE("the path of a file", Path.class, (file) -> true),

	PERIOD("a duration greater than 0, such as 500ms", Duration.class,
			(duration) -> !duration.isNegative() && !duration.isZero()),

	TIMEOUT("a duration of 0 or more, such as 10s", Duration.class, (timeout) -> !timeout.isNegative()),

	RATIO("a ratio greater than 0 and at most 1, such as 0.8", Double.class, (ratio) -> ratio > 0 && ratio <= 1),

	LEVEL("one of trace, debug, info, warn, error, fatal", LogLevel.class, (level) -> level != LogLevel.OFF),

	DROP_OR_BLOCK("one of drop, block", OverflowPolicy.class, (policy) -> policy != OverflowPolicy.SYNCHRONOUS),

	LOGGERS("a list of logger names", String.class, (name) -> !name.isBlank()),

	MDC_KEYS("a list of MDC keys", String.class, (key) -> !key.isBlank()),

	// Characters that need no escape in a pattern.
	MDC_KEY("a name of letters, digits, '.', '_' and '-'", String.class,
			Pattern.compile("[A-Za-z0-9._-]+").asMatchPredicate()),

	// RFC 9110, section 5.6.2: token.
	HEADERS("a list of HTTP header names", String.class,
			Pattern.compile("[!#$%&'*+\\-.^_`|~0-9A-Za-z]+").asMatchPredicate()),

	HEADER("the name of an HTTP header", String.class, (name) -> name.isEmpty() || HEADERS.test.test(name)),

	FORMATS("a list of w3c and b3, or one of as-received, passthrough, none", TracePropagation.class, (format) -> true),

	MDC_HEADERS("a map from HTTP header names to MDC keys of letters, digits, '.', '_' and '-'", Map.Entry.class,
			(entry) -> HEADERS.test.test(entry.getKey()) && MDC_KEY.test.test(entry.getValue()));

	final String description;

	private final Predicate<@Nullable Object> test;

	<T> Allowed(String description, Class<T> type, Predicate<T> test) {
		this.description = description;
		this.test = (value) -> test.test(type.cast(value));
	}

	boolean test(Object value) {
		return this.test.test(value);
	}

	/**
	 * Limits the values of a property. A property without it allows what its type allows.
	 */
	@Retention(RetentionPolicy.RUNTIME)
	@Target(ElementType.PARAMETER)
	@interface Only {

		/** The limits. */
		Allowed value();

		/**
		 * Whether it may be empty, as in a profile that takes back what another one sets.
		 */
		boolean orEmpty() default false;

	}

}
