package io.github.ringlog.settings;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.apache.logging.log4j.Level;
import org.jspecify.annotations.Nullable;

/**
 * The constraints on the values of settings: the allowed values, in words, and the parser
 * of texts. Settings from Spring Boot's environment and from system properties are both
 * checked here.
 */
public enum Limit {

	/** A switch. */
	FLAG("true or false", List.of(true, false)),

	/** The slots of a ring. */
	SLOTS("a power of two from 128 to 1048576"),

	/** How the writer waits. */
	WAIT_STRATEGY(null, List.of(RingWaitStrategy.values())),

	/** What callers do when the ring is full. */
	POLICY(null, List.of(OverflowPolicy.values())),

	/** What the main writer does when the ring of an isolated appender is full. */
	ISOLATED_POLICY(null, List.of(OverflowPolicy.DROP, OverflowPolicy.BLOCK)),

	/** The path of log calls. */
	PATH(null, List.of(Log4jPath.values())),

	/** A standard level. */
	LEVEL(null, List.of(Level.TRACE, Level.DEBUG, Level.INFO, Level.WARN, Level.ERROR, Level.FATAL)),

	/** A time that can't be 0. */
	PERIOD("a duration greater than 0, such as 500ms"),

	/** A time that may be 0. */
	TIMEOUT("a duration of 0 or more, such as 10s"),

	/** How full a ring is. */
	RATIO("a ratio greater than 0 and at most 1, such as 0.8"),

	/** A logger's name, or each name in a list of loggers. */
	LOGGERS("a list of logger names"),

	/** Each name in a list of appenders. */
	APPENDERS("a list of appender names"),

	/** The file of the crash log. */
	FILE("the path of a file"),

	/** The bytes of the crash log, with the smallest ring. */
	CRASH_LOG_SIZE(CrashLogSettings.SIZES);

	private final @Nullable String words;

	// All values, if they are few.
	private final List<?> choices;

	Limit(String words) {
		this(words, List.of());
	}

	Limit(@Nullable String words, List<?> choices) {
		this.words = words;
		this.choices = choices;
	}

	private Object choice(String text) {
		for (Object choice : this.choices) {
			if (label(choice).equalsIgnoreCase(text)) {
				return choice;
			}
		}
		throw new IllegalArgumentException(text);
	}

	private static List<String> list(String text) {
		return List.of(text.split("\\s*,\\s*"));
	}

	private static boolean areNames(Object names) {
		for (Object name : (names instanceof List<?> list) ? list : List.of(names)) {
			if (name.toString().isBlank()) {
				return false;
			}
		}
		return true;
	}

	private static long bytes(String text) {
		Matcher size = Pattern.compile("(\\d+)(|KB|MB|GB)").matcher(text);
		return size.matches() ? Math.multiplyExact(Long.parseLong(size.group(1)),
				1L << 10 * List.of("", "KB", "MB", "GB").indexOf(size.group(2))) : -1;
	}

	private static Duration duration(String text) {
		String millis = text.replaceFirst("ms$", "");
		return millis.matches("\\d+") ? Duration.ofMillis(Long.parseLong(millis))
				: Duration.parse(text.startsWith("P") ? text : "PT" + text);
	}

	/**
	 * Return the allowed values of a setting with few values.
	 * @param choices the values
	 * @return words that continue "it must be"
	 */
	public static String oneOf(List<?> choices) {
		return choices.stream().map(Limit::label).collect(Collectors.joining(", ", "one of ", ""));
	}

	/**
	 * Return the allowed values in words.
	 * @return words that continue "it must be"
	 */
	public String words() {
		return (this.words != null) ? this.words : oneOf(this.choices);
	}

	/**
	 * Return whether a value is allowed.
	 * @param value the value, of the type of the setting
	 * @return whether it is
	 */
	public boolean allows(Object value) {
		return switch (this) {
			case SLOTS -> value instanceof Integer size && size >= RingSettings.MIN_BUFFER_SIZE
					&& size <= RingSettings.MAX_BUFFER_SIZE && Integer.bitCount(size) == 1;
			case PERIOD -> value instanceof Duration period && !period.isNegative() && !period.isZero();
			case TIMEOUT -> value instanceof Duration timeout && !timeout.isNegative();
			case RATIO -> value instanceof Double ratio && ratio > 0 && ratio <= 1;
			case LOGGERS, APPENDERS -> areNames(value);
			case FILE -> value instanceof Path;
			case CRASH_LOG_SIZE ->
				value instanceof Long size && CrashLogSettings.isSize(size, RingSettings.MIN_BUFFER_SIZE);
			default -> this.choices.contains(value);
		};
	}

	private Object parse(String text) {
		return switch (this) {
			case SLOTS -> Integer.valueOf(text);
			case PERIOD, TIMEOUT -> duration(text);
			case RATIO -> Double.valueOf(text);
			case LOGGERS, APPENDERS -> list(text);
			case FILE -> Path.of(text);
			case CRASH_LOG_SIZE -> bytes(text);
			default -> choice(text);
		};
	}

	/**
	 * Parse a text.
	 * @param text the text, not blank
	 * @return an allowed value of the type of the setting
	 * @throws IllegalArgumentException if it is not allowed, with a sentence that states
	 * the allowed values
	 */
	public Object read(String text) {
		try {
			Object value = parse(text.trim());
			if (allows(value)) {
				return value;
			}
		}
		catch (RuntimeException ex) {
			// The text can't be parsed.
		}
		throw new IllegalArgumentException("It must be " + words() + ".");
	}

	/**
	 * Reject a value that is not allowed.
	 */
	void check(String name, Object value) {
		if (!allows(value)) {
			throw new IllegalArgumentException(name + " must be " + words());
		}
	}

	/**
	 * Return a policy, a strategy or a level as users write it.
	 * @param choice the constant
	 * @return the name in lower case, with hyphens
	 */
	public static String label(Object choice) {
		return choice.toString().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}
