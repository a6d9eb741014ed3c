package io.github.ringlog.environment;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

import io.github.ringlog.ring.RingSettings;
import org.apache.logging.log4j.Level;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.logging.LogLevel;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertySource.StubPropertySource;
import org.springframework.util.unit.DataSize;

/**
 * Settings of an application: the properties as they were bound before logging started,
 * and where each comes from. Immutable.
 */
public final class RingLogSettings {

	/**
	 * The origin of a value that is not this application's.
	 */
	public static final String FOREIGN = "another application in this JVM";

	private static final String DEFAULT = "default";

	private static final List<String> UNITS = List.of("B", "KB", "MB", "GB", "TB");

	private final RingLogProperties properties;

	private final RingSettings engine;

	private final GivenProperties given;

	private final Map<String, Setting> settings = new TreeMap<>();

	private RingLogSettings(Environment environment) {
		this.given = new GivenProperties(environment);
		this.properties = new RingLogPropertiesBinder(environment, this.given).bind();
		this.engine = engine(this.properties);
		AllowedValues.values(this.properties).forEach((name, value) -> {
			ConfigurationProperty property = this.given.findFirst(name);
			this.settings.put(name,
					new Setting(show(value), (property != null) ? GivenProperties.origin(property) : DEFAULT));
		});
	}

	/**
	 * Return the settings of an application as they were bound before logging started.
	 * Later changes of the environment have no effect. If no {@code SpringApplication}
	 * has bound them, the first call does.
	 * @param environment the environment of the application
	 * @return the settings
	 * @throws org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException
	 * for a bad value
	 */
	public static RingLogSettings of(Environment environment) {
		return (environment instanceof ConfigurableEnvironment configurable
				&& configurable.getPropertySources().get(Bound.NAME) instanceof Bound bound) ? bound.settings
						: bind(environment);
	}

	/**
	 * Bind again, replacing what an earlier application may have left in the environment.
	 */
	static RingLogSettings bind(Environment environment) {
		RingLogSettings settings = new RingLogSettings(environment);
		if (environment instanceof ConfigurableEnvironment configurable) {
			configurable.getPropertySources().addLast(new Bound(settings));
		}
		return settings;
	}

	/**
	 * Return the properties.
	 * @return the properties as they were bound
	 */
	public RingLogProperties properties() {
		return this.properties;
	}

	/**
	 * Return the settings of this application for the engine.
	 * @return the settings of the engine
	 */
	public RingSettings engine() {
		return this.engine;
	}

	/**
	 * Return what was set, and where.
	 */
	GivenProperties given() {
		return this.given;
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
			Map<String, @Nullable Object> own = AllowedValues.values(this.properties);
			AllowedValues.values(with(inForce)).forEach((name, value) -> {
				if (!Objects.equals(value, own.get(name))) {
					all.put(name, new Setting(show(value), FOREIGN));
				}
			});
		}
		return all;
	}

	/**
	 * Return the properties that these would be with the settings of an engine.
	 */
	private RingLogProperties with(RingSettings engine) {
		RingSettings.Overflow overflow = engine.overflow();
		Map<Level, Double> shedding = engine.shedding();
		RingLogProperties own = this.properties;
		return new RingLogProperties(engine.enabled(),
				new RingLogProperties.Buffer(engine.bufferSize(), engine.waitStrategy()),
				new RingLogProperties.Overflow(overflow.policy(), overflow.maxBlock(),
						LogLevel.valueOf(overflow.dropLevel().name())),
				new RingLogProperties.Shedding(shedding.get(Level.TRACE), shedding.get(Level.DEBUG),
						shedding.get(Level.INFO), shedding.get(Level.WARN)),
				new RingLogProperties.Synchronous(engine.synchronousLoggers()),
				new RingLogProperties.Shutdown(engine.drainTimeout()), own.appenders(), isolation(engine), own.json(),
				new RingLogProperties.Location(own.location().validation(), engine.captureLocation()), own.trace(),
				own.receipts(), own.accessLog(), own.health());
	}

	private static Map<String, RingLogProperties.Isolation> isolation(RingSettings engine) {
		Map<String, RingLogProperties.Isolation> isolation = new TreeMap<>();
		engine.isolation().forEach((name, isolated) -> {
			RingSettings.Overflow overflow = isolated.overflow();
			isolation.put(name, new RingLogProperties.Isolation(isolated.bufferSize(), overflow.policy(),
					overflow.maxBlock(), LogLevel.valueOf(overflow.dropLevel().name())));
		});
		return isolation;
	}

	private static RingSettings engine(RingLogProperties properties) {
		RingLogProperties.Overflow overflow = properties.overflow();
		Map<String, @Nullable Object> values = AllowedValues.values(properties);
		Map<Level, Double> shedding = new HashMap<>();
		for (Level level : List.of(Level.TRACE, Level.DEBUG, Level.INFO, Level.WARN)) {
			if (values.get("ringlog.shedding." + level.name().toLowerCase(Locale.ROOT)) instanceof Double ratio) {
				shedding.put(level, ratio);
			}
		}
		return new RingSettings(properties.enabled(), properties.buffer().size(), properties.buffer().waitStrategy(),
				new RingSettings.Overflow(overflow.policy(), overflow.maxBlock(),
						Level.valueOf(overflow.dropLevel().name())),
				shedding, properties.synchronous().loggers(), properties.shutdown().drainTimeout(),
				properties.location().capture(), isolated(properties));
	}

	private static Map<String, RingSettings.Isolation> isolated(RingLogProperties properties) {
		Map<String, RingSettings.Isolation> isolated = new TreeMap<>();
		properties.isolation()
			.forEach((name, isolation) -> isolated.put(name,
					new RingSettings.Isolation(isolation.bufferSize(), new RingSettings.Overflow(isolation.policy(),
							isolation.maxBlock(), Level.valueOf(isolation.dropLevel().name())))));
		return isolated;
	}

	private static @Nullable Object show(@Nullable Object value) {
		if (value instanceof Enum<?> constant) {
			return AllowedValues.label(constant);
		}
		if (value instanceof List<?> list) {
			return list.stream().map(RingLogSettings::show).toList();
		}
		if (value instanceof DataSize size) {
			return show(size);
		}
		return (value instanceof Duration) ? value.toString() : value;
	}

	/**
	 * Return a size as users write it: in the largest unit of which it is a multiple.
	 */
	private static String show(DataSize size) {
		long bytes = size.toBytes();
		int unit = 0;
		while (unit < UNITS.size() - 1 && bytes != 0 && bytes % 1024 == 0) {
			bytes /= 1024;
			unit++;
		}
		return bytes + UNITS.get(unit);
	}

	/**
	 * A value and where it comes from.
	 *
	 * @param value the value: a boolean, a number, text, a list or a map of texts;
	 * durations in ISO 8601, data sizes such as 64MB; {@code null} for none
	 * @param origin the file and line, the variable, or whatever Spring Boot knows of it
	 */
	public record Setting(@Nullable Object value, String origin) {
	}

	/**
	 * Keeps the settings in the environment, from where they also come to an environment
	 * that this one is converted to or merged into. Has no properties.
	 */
	private static final class Bound extends StubPropertySource {

		private static final String NAME = "ringlogSettings";

		private final RingLogSettings settings;

		Bound(RingLogSettings settings) {
			super(NAME);
			this.settings = settings;
		}

	}

}
