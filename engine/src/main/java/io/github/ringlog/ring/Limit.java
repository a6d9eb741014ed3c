package io.github.ringlog.ring;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import io.github.ringlog.crashlog.CrashLogSettings;
import org.apache.logging.log4j.Level;
import org.jspecify.annotations.Nullable;

/**
 * Limits of the values of settings, and what they allow, in words. Whoever reads a
 * setting, from Spring Boot's environment or from system properties, tests it here.
 */
public enum Limit {

	/** A switch. */
	FLAG("true or false", Boolean.class, (flag) -> true),

	/** The slots of a ring. */
	SLOTS("a power of two from 128 to 1048576", Integer.class,
			(size) -> size >= RingSettings.MIN_BUFFER_SIZE && size <= RingSettings.MAX_BUFFER_SIZE
					&& Integer.bitCount(size) == 1),

	/** How the writer waits. */
	WAIT_STRATEGY(oneOf(List.of(RingWaitStrategy.values())), RingWaitStrategy.class, (strategy) -> true),

	/** What callers do when the ring is full. */
	POLICY(oneOf(List.of(OverflowPolicy.values())), OverflowPolicy.class, (policy) -> true),

	/** What the main writer does when the ring of an isolated appender is full. */
	ISOLATED_POLICY(oneOf(List.of(OverflowPolicy.DROP, OverflowPolicy.BLOCK)), OverflowPolicy.class,
			(policy) -> policy != OverflowPolicy.SYNCHRONOUS),

	/** The path of log calls. */
	PATH(oneOf(List.of(Log4jPath.values())), Log4jPath.class, (path) -> true),

	/** A standard level. */
	LEVEL(oneOf(List.of(Level.TRACE, Level.DEBUG, Level.INFO, Level.WARN, Level.ERROR, Level.FATAL)), Level.class,
			LevelIndex.LEVELS::contains),

	/** A time that can't be 0. */
	PERIOD("a duration greater than 0, such as 500ms", Duration.class,
			(period) -> !period.isNegative() && !period.isZero()),

	/** A time that may be 0. */
	TIMEOUT("a duration of 0 or more, such as 10s", Duration.class, (timeout) -> !timeout.isNegative()),

	/** How full a ring is. */
	RATIO("a ratio greater than 0 and at most 1, such as 0.8", Double.class, (ratio) -> ratio > 0 && ratio <= 1),

	/** Each name in a list of loggers. */
	LOGGERS("a list of logger names", String.class, (name) -> !name.isBlank()),

	/** Each name in a list of appenders. */
	APPENDERS("a list of appender names", String.class, (name) -> !name.isBlank()),

	/** The file of the crash log. */
	FILE("the path of a file", Path.class, (file) -> true),

	/** The bytes of the crash log, with the smallest ring. */
	CRASH_LOG_SIZE(CrashLogSettings.SIZES, Long.class,
			(size) -> CrashLogSettings.isSize(size, RingSettings.MIN_BUFFER_SIZE));

	private final String words;

	private final Predicate<Object> test;

	<T> Limit(String words, Class<T> type, Predicate<T> test) {
		this.words = words;
		this.test = (value) -> test.test(type.cast(value));
	}

	/**
	 * Return what a setting with few values allows.
	 * @param choices the values
	 * @return words that go on from "it must be"
	 */
	public static String oneOf(List<?> choices) {
		return choices.stream().map(Limit::label).collect(Collectors.joining(", ", "one of ", ""));
	}

	/**
	 * Return what is allowed.
	 * @return words that go on from "it must be"
	 */
	public String words() {
		return this.words;
	}

	/**
	 * Return whether a value is allowed.
	 * @param value the value, of the type of the setting
	 * @return whether it is
	 */
	public boolean allows(Object value) {
		return this.test.test(value);
	}

	/**
	 * Refuse a value that is not allowed.
	 */
	void check(String name, Object value) {
		if (!allows(value)) {
			throw new IllegalArgumentException(name + " must be " + this.words);
		}
	}

	/**
	 * Return a policy, a strategy or a level as users write it.
	 * @param choice the constant
	 * @return its name in lower case, with hyphens
	 */
	public static String label(Object choice) {
		return choice.toString().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	/**
	 * Return why a level to drop can't be set.
	 * @param group the name of the properties of the ring
	 * @param policy what is done when it is full
	 * @return a sentence, or {@code null} if it can be set
	 */
	public static @Nullable String refuseDropLevel(String group, OverflowPolicy policy) {
		return (policy == OverflowPolicy.DROP) ? null
				: "It has an effect only if %s.policy is 'drop', but that is '%s'. Remove it, or set the policy to 'drop'."
					.formatted(group, policy.label());
	}

	/**
	 * Return why a crash log can't have a size.
	 * @param size the size in bytes
	 * @param slots the slots of the ring
	 * @return a sentence, or {@code null} if it can have it
	 */
	public static @Nullable String refuseCrashLogSize(long size, int slots) {
		return CrashLogSettings.isSize(size, slots) ? null
				: "It must be %s, and the ring has %d (ringlog.buffer.size).".formatted(CrashLogSettings.SIZES, slots);
	}

}
