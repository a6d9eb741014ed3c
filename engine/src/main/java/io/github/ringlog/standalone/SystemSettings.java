package io.github.ringlog.standalone;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.github.ringlog.crashlog.CrashLogSettings;
import io.github.ringlog.ring.OverflowPolicy;
import io.github.ringlog.ring.RingSettings;
import io.github.ringlog.ring.RingSettings.Isolation;
import io.github.ringlog.ring.RingSettings.Overflow;
import io.github.ringlog.ring.RingWaitStrategy;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.status.StatusLogger;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the engine, read from system properties and environment variables, with
 * the names, the values and the limits that they have in Spring Boot's
 * {@code application.yml}.
 */
final class SystemSettings {

	private static final Pattern ISOLATED = Pattern
		.compile("(ringlog\\.isolation\\.(.+))\\.(buffer-size|policy|max-block|drop-level)");

	private static final List<Level> LEVELS = List.of(Level.TRACE, Level.DEBUG, Level.INFO, Level.WARN, Level.ERROR,
			Level.FATAL);

	private final Map<String, String> properties = new TreeMap<>();

	private final Map<String, String> variables;

	private final TreeSet<String> read = new TreeSet<>();

	SystemSettings(Properties properties, Map<String, String> variables) {
		for (String name : properties.stringPropertyNames()) {
			if (name.startsWith("ringlog.")) {
				this.properties.put(name, properties.getProperty(name));
			}
		}
		this.variables = variables;
	}

	/**
	 * Read the settings. A property that has no effect is reported to Log4j's status
	 * logger.
	 * @return the settings
	 * @throws IllegalArgumentException for a wrong value, with what is allowed
	 */
	RingSettings read() {
		RingSettings defaults = RingSettings.defaults();
		Map<Level, Double> shedding = new HashMap<>();
		for (Level level : LEVELS.subList(0, 4)) {
			Double ratio = find("ringlog.shedding." + label(level), "a ratio greater than 0 and at most 1, such as 0.8",
					Double::valueOf, (value) -> value > 0 && value <= 1);
			if (ratio != null) {
				shedding.put(level, ratio);
			}
		}
		RingSettings settings = new RingSettings(flag("ringlog.enabled", true),
				slots("ringlog.buffer.size", defaults.bufferSize()),
				or(oneOf("ringlog.buffer.wait-strategy", List.of(RingWaitStrategy.values())), defaults.waitStrategy()),
				overflow("ringlog.overflow", defaults.overflow(), List.of(OverflowPolicy.values())), shedding,
				or(find("ringlog.synchronous.loggers", "a list of logger names",
						(text) -> List.of(text.split("\\s*,\\s*")), (names) -> !names.contains("")), List.of()),
				or(find("ringlog.shutdown.drain-timeout", "a duration of 0 or more, such as 10s",
						SystemSettings::duration, (timeout) -> !timeout.isNegative()), defaults.drainTimeout()),
				flag("ringlog.location.capture", defaults.captureLocation()), isolation(),
				crashLog(slots("ringlog.buffer.size", defaults.bufferSize())));
		for (String name : this.properties.keySet()) {
			if (!this.read.contains(name)) {
				StatusLogger.getLogger()
					.error("{} has no effect without Spring Boot. These have: {}", name, String.join(", ", this.read));
			}
		}
		return settings;
	}

	private @Nullable CrashLogSettings crashLog(int slots) {
		Path file = find("ringlog.crash-log.file", "a path", Path::of, (path) -> true);
		long size = or(find("ringlog.crash-log.size", CrashLogSettings.SIZES + ", such as 16MB", SystemSettings::bytes,
				(bytes) -> CrashLogSettings.isSize(bytes, slots)), CrashLogSettings.defaultSize(slots));
		Level level = or(oneOf("ringlog.crash-log.level", LEVELS), Level.ALL);
		return (file != null) ? new CrashLogSettings(file, size, level) : null;
	}

	private Map<String, Isolation> isolation() {
		Map<String, Isolation> isolation = new TreeMap<>();
		for (String name : this.properties.keySet()) {
			Matcher isolated = ISOLATED.matcher(name);
			if (isolated.matches() && !isolation.containsKey(isolated.group(2))) {
				String group = isolated.group(1);
				Isolation defaults = Isolation.defaults();
				isolation.put(isolated.group(2), new Isolation(slots(group + ".buffer-size", defaults.bufferSize()),
						overflow(group, defaults.overflow(), List.of(OverflowPolicy.DROP, OverflowPolicy.BLOCK))));
			}
		}
		return isolation;
	}

	private Overflow overflow(String group, Overflow defaults, List<OverflowPolicy> allowed) {
		OverflowPolicy policy = or(oneOf(group + ".policy", allowed), defaults.policy());
		Duration maxBlock = find(group + ".max-block", "a duration greater than 0, such as 500ms",
				SystemSettings::duration, (duration) -> !duration.isNegative() && !duration.isZero());
		Level dropLevel = oneOf(group + ".drop-level", LEVELS);
		if (dropLevel != null && policy != OverflowPolicy.DROP) {
			throw invalid(group + ".drop-level",
					"It has an effect only if %s.policy is 'drop', but that is '%s'. Remove it, or set the policy to 'drop'."
						.formatted(group, policy.label()));
		}
		return new Overflow(policy, maxBlock, or(dropLevel, defaults.dropLevel()));
	}

	private boolean flag(String name, boolean defaultValue) {
		String text = or(find(name, "true or false", Function.identity(), List.of("true", "false")::contains),
				String.valueOf(defaultValue));
		return Boolean.parseBoolean(text);
	}

	private int slots(String name, int defaultValue) {
		return or(find(name, RingSettings.BUFFER_SIZES, Integer::valueOf, (size) -> RingSettings.isBufferSize(size)),
				defaultValue);
	}

	private <T> @Nullable T oneOf(String name, List<T> choices) {
		return find(name, "one of " + choices.stream().map(SystemSettings::label).collect(Collectors.joining(", ")),
				(text) -> choices.stream()
					.filter((choice) -> label(choice).equalsIgnoreCase(text))
					.findFirst()
					.orElseThrow(),
				(choice) -> true);
	}

	private <T> @Nullable T find(String name, String allowed, Function<String, T> parser, Predicate<T> test) {
		this.read.add(name);
		String text = text(name);
		if (text == null || text.isBlank()) {
			return null;
		}
		try {
			T value = parser.apply(text.trim());
			if (test.test(value)) {
				return value;
			}
		}
		catch (RuntimeException ex) {
			// It does not even have the form.
		}
		throw invalid(name, "It must be " + allowed + ".");
	}

	private IllegalArgumentException invalid(String name, String reason) {
		String origin = this.properties.containsKey(name) ? "system property"
				: "environment variable " + variable(name);
		return new IllegalArgumentException(
				"%s is '%s'. %s It was set by the %s.".formatted(name, text(name), reason, origin));
	}

	private @Nullable String text(String name) {
		String property = this.properties.get(name);
		return (property != null) ? property : this.variables.get(variable(name));
	}

	private static String variable(String name) {
		return name.replace("-", "").replace('.', '_').toUpperCase(Locale.ROOT);
	}

	private static String label(Object choice) {
		return choice.toString().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	private static <T> T or(@Nullable T value, T defaultValue) {
		return (value != null) ? value : defaultValue;
	}

	private static long bytes(String text) {
		Matcher size = Pattern.compile("(\\d+)(|KB|MB|GB)").matcher(text);
		return size.matches()
				? Long.parseLong(size.group(1)) << 10 * List.of("", "KB", "MB", "GB").indexOf(size.group(2)) : -1;
	}

	private static Duration duration(String text) {
		String millis = text.replaceFirst("ms$", "");
		return millis.matches("\\d+") ? Duration.ofMillis(Long.parseLong(millis))
				: Duration.parse(text.startsWith("P") ? text : "PT" + text);
	}

}
