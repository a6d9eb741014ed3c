package io.github.ringlog.settings;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.github.ringlog.settings.RingSettings.Isolation;
import io.github.ringlog.settings.RingSettings.Overflow;
import org.apache.logging.log4j.Level;
import org.jspecify.annotations.Nullable;

/**
 * Creates the settings of the engine from the users' properties, with and without Spring
 * Boot.
 */
public final class NamedSettings {

	private final Source source;

	private NamedSettings(Source source) {
		this.source = source;
	}

	/**
	 * Read the settings.
	 * @param source finds the values
	 * @param isolated the isolated appenders, each with the prefix of its properties
	 * @return the settings
	 */
	public static RingSettings read(Source source, Map<String, String> isolated) {
		return new NamedSettings(source).read(isolated);
	}

	private RingSettings read(Map<String, String> isolated) {
		RingSettings defaults = RingSettings.defaults();
		int slots = find("ringlog.buffer.size", Limit.SLOTS, defaults.bufferSize());
		Map<Level, Double> shedding = new HashMap<>();
		for (Level level : RingSettings.SHEDDABLE) {
			if (this.source.find("ringlog.shedding." + Limit.label(level), Limit.RATIO) instanceof Double ratio) {
				shedding.put(level, ratio);
			}
		}
		Map<String, Isolation> isolation = new TreeMap<>();
		for (Map.Entry<String, String> appender : isolated.entrySet()) {
			String group = appender.getValue();
			isolation.put(appender.getKey(),
					new Isolation(find(group + ".buffer-size", Limit.SLOTS, Isolation.DEFAULT_BUFFER_SIZE),
							overflow(group, Limit.ISOLATED_POLICY, Isolation.defaults().overflow())));
		}
		return new RingSettings(find("ringlog.enabled", Limit.FLAG, defaults.enabled()), slots,
				find("ringlog.buffer.wait-strategy", Limit.WAIT_STRATEGY, defaults.waitStrategy()),
				overflow("ringlog.overflow", Limit.POLICY, defaults.overflow()), shedding,
				find("ringlog.synchronous.loggers", Limit.LOGGERS, List.of()),
				find("ringlog.shutdown.drain-timeout", Limit.TIMEOUT, defaults.drainTimeout()),
				find("ringlog.location.capture", Limit.FLAG, defaults.captureLocation()), isolation, crashLog(slots),
				find("ringlog.log4j-path", Limit.PATH, defaults.log4jPath()), synchronousAppenders());
	}

	@SuppressWarnings("unchecked") // The type of the limit.
	private @Nullable List<String> synchronousAppenders() {
		return (List<String>) this.source.find("ringlog.synchronous.appenders", Limit.APPENDERS);
	}

	private Overflow overflow(String group, Limit policies, Overflow defaults) {
		return new Overflow(find(group + ".policy", policies, defaults.policy()),
				(Duration) this.source.find(group + ".max-block", Limit.PERIOD),
				find(group + ".drop-level", Limit.LEVEL, defaults.dropLevel()));
	}

	private @Nullable CrashLogSettings crashLog(int slots) {
		String sizeName = "ringlog.crash-log.size";
		long size = find(sizeName, Limit.CRASH_LOG_SIZE, CrashLogSettings.defaultSize(slots));
		if (!CrashLogSettings.isSize(size, slots)) {
			throw this.source.invalid(sizeName, "It must be %s, and the ring has %d (ringlog.buffer.size)."
				.formatted(CrashLogSettings.SIZES, slots));
		}
		Level level = find("ringlog.crash-log.level", Limit.LEVEL, Level.ALL);
		return (this.source.find("ringlog.crash-log.file", Limit.FILE) instanceof Path file)
				? new CrashLogSettings(file, size, level) : null;
	}

	@SuppressWarnings("unchecked") // Each setting has the type of its limit.
	private <T> T find(String name, Limit limit, T defaultValue) {
		Object value = this.source.find(name, limit);
		return (value != null) ? (T) value : defaultValue;
	}

	/**
	 * Finds the values.
	 */
	public interface Source {

		/**
		 * Return a value.
		 * @param name the name of the property
		 * @param limit the limit of the value
		 * @return an allowed value, or {@code null} if none is set
		 */
		@Nullable Object find(String name, Limit limit);

		/**
		 * Return the exception for a value that is not allowed together with others.
		 * @param name the name of the property
		 * @param reason the allowed values
		 * @return the exception
		 */
		RuntimeException invalid(String name, String reason);

	}

}
