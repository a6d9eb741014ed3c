package io.github.ringlog.environment;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

import io.github.ringlog.engine.OverflowPolicy;
import io.github.ringlog.engine.RingSettings;
import io.github.ringlog.engine.RingWaitStrategy;
import org.apache.logging.log4j.Level;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.BeanWrapper;
import org.springframework.beans.BeanWrapperImpl;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.core.env.Environment;

/**
 * The values of {@code ringlog.*} of an application, each with where it comes from.
 * Immutable.
 */
public final class RingLogSettings {

	/**
	 * The origin of a value that is not this application's.
	 */
	public static final String FOREIGN = "another application in this JVM";

	private static final String DEFAULT = "default";

	private static final Object NONE = new Object();

	private final RingLogProperties properties;

	private final RingSettings engine;

	private final Map<String, Setting> settings = new TreeMap<>();

	private RingLogSettings(RingLogPropertiesBinder binder) {
		this.properties = binder.bind();
		this.engine = EngineSettings.of(this.properties);
		BeanWrapper values = new BeanWrapperImpl(this.properties);
		for (String name : AllowedValues.names()) {
			ConfigurationProperty property = binder.find(name);
			if (property == null) {
				property = binder.find(name + "[0]");
			}
			Object value = values.getPropertyValue(camelCase(name.substring(name.indexOf('.') + 1)));
			this.settings.put(name, new Setting(show(value), (property != null) ? origin(property) : DEFAULT));
		}
	}

	/**
	 * Read the settings.
	 * @param environment where they are set
	 * @return the settings
	 * @throws org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException
	 * for a bad value
	 */
	public static RingLogSettings of(Environment environment) {
		return new RingLogSettings(new RingLogPropertiesBinder(environment));
	}

	/**
	 * Return the settings.
	 * @param inForce the settings of the engine, which may be those of another
	 * application in this JVM, or {@code null} when it has none
	 * @return settings by property, in the order of their names
	 */
	public Map<String, Setting> all(@Nullable RingSettings inForce) {
		Map<String, Setting> all = new TreeMap<>(this.settings);
		if (inForce != null) {
			Map<String, Object> wanted = values(this.engine);
			Map<String, Object> actual = values(inForce);
			all.replaceAll((name, setting) -> {
				Object value = actual.get(name);
				if (value == null) {
					return setting;
				}
				String origin = value.equals(wanted.get(name)) ? setting.origin() : FOREIGN;
				return new Setting((value != NONE) ? show(value) : null, origin);
			});
		}
		return all;
	}

	private static Map<String, Object> values(RingSettings engine) {
		Map<String, Object> values = new HashMap<>();
		values.put("ringlog.enabled", engine.enabled());
		values.put("ringlog.buffer.size", engine.bufferSize());
		values.put("ringlog.buffer.wait-strategy", engine.waitStrategy());
		values.put("ringlog.overflow.policy", engine.overflow().policy());
		values.put("ringlog.overflow.max-block", orNone(engine.overflow().maxBlock()));
		values.put("ringlog.overflow.drop-level", engine.overflow().dropLevel());
		for (Level level : List.of(Level.TRACE, Level.DEBUG, Level.INFO, Level.WARN)) {
			values.put("ringlog.shedding." + show(level), orNone(engine.shedding().get(level)));
		}
		values.put("ringlog.synchronous.loggers", engine.synchronousLoggers());
		values.put("ringlog.shutdown.drain-timeout", engine.drainTimeout());
		values.put("ringlog.location.capture", engine.captureLocation());
		return values;
	}

	private static Object orNone(@Nullable Object value) {
		return (value != null) ? value : NONE;
	}

	/**
	 * Return what this application asks of the engine.
	 * @return the settings of the engine
	 */
	public RingSettings engine() {
		return this.engine;
	}

	/**
	 * Return for how long nothing may be written, while there is something to write,
	 * before that counts as a failure.
	 * @return the timeout, greater than 0
	 */
	public Duration stallTimeout() {
		return this.properties.getHealth().getStallTimeout();
	}

	private static String camelCase(String name) {
		StringBuilder camel = new StringBuilder();
		for (int i = 0; i < name.length(); i++) {
			camel.append((name.charAt(i) == '-') ? Character.toUpperCase(name.charAt(++i)) : name.charAt(i));
		}
		return camel.toString();
	}

	private static @Nullable Object show(@Nullable Object value) {
		if (value instanceof OverflowPolicy policy) {
			return policy.label();
		}
		if (value instanceof RingWaitStrategy strategy) {
			return strategy.label();
		}
		if (value instanceof Level level) {
			return level.name().toLowerCase(Locale.ROOT);
		}
		if (value instanceof Enum<?> constant) {
			return constant.name().toLowerCase(Locale.ROOT);
		}
		if (value instanceof Boolean || value instanceof Number || value instanceof Collection<?> || value == null) {
			return value;
		}
		return value.toString();
	}

	private static String origin(ConfigurationProperty property) {
		return (property.getOrigin() != null) ? property.getOrigin().toString() : "an unknown place";
	}

	/**
	 * A value and where it comes from.
	 *
	 * @param value the value: a boolean, a number, text or a list of texts; durations in
	 * ISO 8601; {@code null} for none
	 * @param origin the file and line, the variable, or whatever Spring Boot knows of it
	 */
	public record Setting(@Nullable Object value, String origin) {
	}

}
