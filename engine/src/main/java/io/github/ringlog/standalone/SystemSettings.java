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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.ringlog.crashlog.CrashLogSettings;
import io.github.ringlog.ring.LevelIndex;
import io.github.ringlog.ring.Limit;
import io.github.ringlog.ring.Log4jPath;
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
 * the names that they have in Spring Boot's {@code application.yml}. What is allowed is
 * asked of {@link Limit}, as there.
 */
final class SystemSettings {

	private static final Pattern ISOLATED = Pattern
		.compile("(ringlog\\.isolation\\.(.+))\\.(buffer-size|policy|max-block|drop-level)");

	private static final String CRASH_LOG_SIZE = "ringlog.crash-log.size";

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
		int slots = or(find("ringlog.buffer.size", Limit.SLOTS, Integer::valueOf), defaults.bufferSize());
		Map<Level, Double> shedding = new HashMap<>();
		for (Level level : RingSettings.SHEDDABLE) {
			Double ratio = find("ringlog.shedding." + Limit.label(level), Limit.RATIO, Double::valueOf);
			if (ratio != null) {
				shedding.put(level, ratio);
			}
		}
		RingSettings settings = new RingSettings(flag("ringlog.enabled", true), slots,
				or(find("ringlog.buffer.wait-strategy", Limit.WAIT_STRATEGY, oneOf(List.of(RingWaitStrategy.values()))),
						defaults.waitStrategy()),
				overflow("ringlog.overflow", Limit.POLICY, defaults.overflow()), shedding,
				or(find("ringlog.synchronous.loggers", Limit.LOGGERS, (text) -> List.of(text.split("\\s*,\\s*"))),
						List.of()),
				or(find("ringlog.shutdown.drain-timeout", Limit.TIMEOUT, SystemSettings::duration),
						defaults.drainTimeout()),
				flag("ringlog.location.capture", defaults.captureLocation()), isolation(), crashLog(slots),
				or(find("ringlog.log4j-path", Limit.PATH, oneOf(List.of(Log4jPath.values()))), defaults.log4jPath()),
				find("ringlog.synchronous.appenders", Limit.APPENDERS, (text) -> List.of(text.split("\\s*,\\s*"))));
		for (String name : this.properties.keySet()) {
			if (!this.read.contains(name)) {
				StatusLogger.getLogger()
					.error("{} has no effect without Spring Boot. These have: {}", name, String.join(", ", this.read));
			}
		}
		return settings;
	}

	private @Nullable CrashLogSettings crashLog(int slots) {
		Path file = find("ringlog.crash-log.file", Limit.FILE, Path::of);
		Long size = find(CRASH_LOG_SIZE, Limit.CRASH_LOG_SIZE, SystemSettings::bytes);
		String refused = (size != null) ? Limit.refuseCrashLogSize(size, slots) : null;
		if (refused != null) {
			throw invalid(CRASH_LOG_SIZE, refused);
		}
		Level level = or(find("ringlog.crash-log.level", Limit.LEVEL, oneOf(LevelIndex.LEVELS)), Level.ALL);
		return (file != null) ? new CrashLogSettings(file, or(size, CrashLogSettings.defaultSize(slots)), level) : null;
	}

	private Map<String, Isolation> isolation() {
		Map<String, Isolation> isolation = new TreeMap<>();
		for (String name : this.properties.keySet()) {
			Matcher isolated = ISOLATED.matcher(name);
			if (isolated.matches() && !isolation.containsKey(isolated.group(2))) {
				String group = isolated.group(1);
				Isolation defaults = Isolation.defaults();
				isolation.put(isolated.group(2),
						new Isolation(
								or(find(group + ".buffer-size", Limit.SLOTS, Integer::valueOf), defaults.bufferSize()),
								overflow(group, Limit.ISOLATED_POLICY, defaults.overflow())));
			}
		}
		return isolation;
	}

	private Overflow overflow(String group, Limit policies, Overflow defaults) {
		OverflowPolicy policy = or(find(group + ".policy", policies, oneOf(List.of(OverflowPolicy.values()))),
				defaults.policy());
		Duration maxBlock = find(group + ".max-block", Limit.PERIOD, SystemSettings::duration);
		Level dropLevel = find(group + ".drop-level", Limit.LEVEL, oneOf(LevelIndex.LEVELS));
		String refused = (dropLevel != null) ? Limit.refuseDropLevel(group, policy) : null;
		if (refused != null) {
			throw invalid(group + ".drop-level", refused);
		}
		return new Overflow(policy, maxBlock, or(dropLevel, defaults.dropLevel()));
	}

	private boolean flag(String name, boolean defaultValue) {
		return or(find(name, Limit.FLAG, oneOf(List.of(true, false))), defaultValue);
	}

	private static <T> Function<String, T> oneOf(List<T> choices) {
		return (text) -> choices.stream()
			.filter((choice) -> Limit.label(choice).equalsIgnoreCase(text))
			.findFirst()
			.orElseThrow();
	}

	private <T> @Nullable T find(String name, Limit limit, Function<String, T> parser) {
		this.read.add(name);
		String text = text(name);
		if (text == null || text.isBlank()) {
			return null;
		}
		try {
			T value = parser.apply(text.trim());
			if ((value instanceof List<?> list) ? list.stream().allMatch(limit::allows) : limit.allows(value)) {
				return value;
			}
		}
		catch (RuntimeException ex) {
			// It does not even have the form.
		}
		throw invalid(name, "It must be " + limit.words() + ".");
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
