package io.github.ringlog.environment;

import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

import io.github.ringlog.settings.Limit;
import io.github.ringlog.settings.NamedSettings;
import io.github.ringlog.settings.OverflowPolicy;
import io.github.ringlog.settings.RingSettings;
import org.apache.logging.log4j.Level;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.logging.LogLevel;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertySource.StubPropertySource;
import org.springframework.util.ReflectionUtils;
import org.springframework.util.unit.DataSize;

/**
 * Settings of an application: the properties as they were bound before logging started,
 * with their origins. Immutable.
 */
public final class RinglogSettings {

	/**
	 * The origin of a value that is not this application's.
	 */
	public static final String FOREIGN = "another application in this JVM";

	private static final String DEFAULT = "default";

	private static final String ISOLATION = "ringlog.isolation";

	private final RinglogProperties properties;

	private final RingSettings engine;

	private final ConfiguredProperties given;

	private final List<String> unknown;

	private RinglogSettings(Environment environment) {
		this.given = new ConfiguredProperties(environment);
		if (this.given.areNone()) {
			this.properties = RinglogProperties.defaults();
			this.engine = RingSettings.defaults();
			this.unknown = List.of();
			return;
		}
		SettingsBinder binder = new SettingsBinder(environment, this.given);
		this.properties = binder.bind();
		Map<String, @Nullable Object> values = values(this.properties);
		Map<String, String> isolated = new TreeMap<>();
		this.properties.isolation().keySet().forEach((name) -> isolated.put(name, isolation(name)));
		this.engine = NamedSettings.read(new EngineValues(values, binder), isolated);
		List<ConfigurationProperty> unbound = binder.unbound();
		if (unbound.isEmpty()) {
			this.unknown = List.of();
			return;
		}
		Set<ConfigurationPropertyName> names = new HashSet<>(binder.names());
		values.keySet().forEach((name) -> names.add(ConfigurationPropertyName.adapt(name, '.')));
		this.unknown = new UnknownProperties(names).describe(unbound);
	}

	private static Map<String, @Nullable Object> values(RinglogProperties properties) {
		Map<String, @Nullable Object> values = new TreeMap<>();
		collect("ringlog", properties, values);
		return values;
	}

	private static void collect(String group, Record properties, Map<String, @Nullable Object> values) {
		for (RecordComponent component : properties.getClass().getRecordComponents()) {
			String name = group + "." + DataObjectPropertyName.toDashedForm(component.getName());
			Object value = ReflectionUtils.invokeMethod(component.getAccessor(), properties);
			if (value instanceof Record nested) {
				collect(name, nested, values);
			}
			else if (name.equals(ISOLATION)) {
				((RinglogProperties) properties).isolation()
					.forEach((key, isolation) -> collect(isolation(key), isolation, values));
			}
			else {
				values.put(name, value);
			}
		}
	}

	/**
	 * Return the prefix of an isolated appender's properties.
	 */
	static String isolation(String appender) {
		return ISOLATION + (appender.matches("[A-Za-z0-9-]+") ? "." + appender : "[" + appender + "]");
	}

	/**
	 * Return the settings of an application as they were bound before logging started.
	 * Later changes of the environment have no effect. If no {@code SpringApplication}
	 * has bound them, the first call binds them.
	 * @param environment the environment of the application
	 * @return the settings
	 * @throws org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException
	 * for a bad value
	 */
	public static RinglogSettings of(Environment environment) {
		return (environment instanceof ConfigurableEnvironment configurable
				&& configurable.getPropertySources().get(Bound.NAME) instanceof Bound bound) ? bound.settings
						: bind(environment);
	}

	/**
	 * Bind the settings, replacing those that an earlier application may have left in the
	 * environment.
	 */
	static RinglogSettings bind(Environment environment) {
		RinglogSettings settings = new RinglogSettings(environment);
		if (environment instanceof ConfigurableEnvironment configurable) {
			configurable.getPropertySources().addLast(new Bound(settings));
		}
		return settings;
	}

	/**
	 * Return the properties.
	 * @return the properties as they were bound
	 */
	public RinglogProperties properties() {
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
	 * Describe each property that is set but unknown to Ringlog.
	 */
	List<String> describeUnknown() {
		return this.unknown;
	}

	/**
	 * Describe each property that has no effect because of others; several files,
	 * profiles and variables may have set them.
	 */
	List<String> describeIneffective() {
		if (this.given.areNone()) {
			return List.of();
		}
		Map<String, String> reasons = new TreeMap<>();
		this.engine.isolation()
			.forEach((name, ring) -> explainDropLevel(isolation(name), ring.overflow().policy(), reasons));
		explainDropLevel("ringlog.overflow", this.engine.overflow().policy(), reasons);
		if (this.engine.crashLog() == null) {
			reasons.put("ringlog.crash-log.size", "ringlog.crash-log.file is not set");
			reasons.put("ringlog.crash-log.level", "ringlog.crash-log.file is not set");
		}
		List<String> descriptions = new ArrayList<>();
		reasons.forEach((name, reason) -> {
			ConfigurationProperty property = this.given.find(name);
			if (property != null && !property.getValue().toString().isBlank()) {
				descriptions.add(ConfiguredProperties.describe(property, reason, ""));
			}
		});
		return descriptions;
	}

	private static void explainDropLevel(String group, OverflowPolicy policy, Map<String, String> reasons) {
		if (policy != OverflowPolicy.DROP) {
			reasons.put(group + ".drop-level", "%s.policy is '%s', not 'drop'".formatted(group, policy.label()));
		}
	}

	/**
	 * Describe each property that was set, changed or removed after these settings were
	 * bound.
	 */
	List<String> describeLate(Environment environment) {
		return new ConfiguredProperties(environment).describeChanges(this.given);
	}

	/**
	 * Return all settings, with those of the engine that are in force.
	 * @param inForce the settings of the engine, perhaps from another application in this
	 * JVM, or {@code null} if it has none
	 * @return settings by property, in the order of their names
	 */
	public Map<String, Setting> all(@Nullable RingSettings inForce) {
		Map<String, Setting> all = new TreeMap<>();
		values(this.properties).forEach((name, value) -> {
			ConfigurationProperty property = this.given.findFirst(name);
			all.put(name,
					new Setting(show(value), (property != null) ? ConfiguredProperties.origin(property) : DEFAULT));
		});
		if (inForce != null) {
			Map<String, @Nullable Object> own = values(this.engine);
			values(inForce).forEach((name, value) -> {
				if (!Objects.equals(value, own.get(name))) {
					all.put(name, new Setting(show(value), FOREIGN));
				}
			});
		}
		return all;
	}

	private static Map<String, @Nullable Object> values(RingSettings engine) {
		Map<String, @Nullable Object> values = new TreeMap<>();
		values.put("ringlog.enabled", engine.enabled());
		values.put("ringlog.log4j-path", engine.log4jPath());
		values.put("ringlog.buffer.size", engine.bufferSize());
		values.put("ringlog.buffer.wait-strategy", engine.waitStrategy());
		put("ringlog.overflow", engine.overflow(), values);
		for (Level level : RingSettings.SHEDDABLE) {
			values.put("ringlog.shedding." + show(level), engine.shedding().get(level));
		}
		values.put("ringlog.synchronous.loggers", engine.synchronousLoggers());
		values.put("ringlog.synchronous.appenders", engine.synchronousAppenders());
		values.put("ringlog.shutdown.drain-timeout", engine.drainTimeout());
		values.put("ringlog.location.capture", engine.captureLocation());
		engine.isolation().forEach((name, ring) -> {
			values.put(isolation(name) + ".buffer-size", ring.bufferSize());
			put(isolation(name), ring.overflow(), values);
		});
		return values;
	}

	private static void put(String group, RingSettings.Overflow overflow, Map<String, @Nullable Object> values) {
		values.put(group + ".policy", overflow.policy());
		values.put(group + ".max-block", overflow.maxBlock());
		values.put(group + ".drop-level", overflow.dropLevel());
	}

	private static @Nullable Object show(@Nullable Object value) {
		if (value instanceof Enum<?> || value instanceof Level) {
			return Limit.label(value);
		}
		if (value instanceof List<?> list) {
			return list.stream().map(RinglogSettings::show).toList();
		}
		return (value instanceof Duration || value instanceof DataSize || value instanceof Path) ? value.toString()
				: value;
	}

	/**
	 * A value and where it comes from.
	 *
	 * @param value the value: a boolean, a number, text, a list or a map of texts;
	 * durations in ISO 8601, data sizes in bytes, such as 16384B; {@code null} for none
	 * @param origin the file and line, the variable, or another origin that Spring Boot
	 * knows
	 */
	public record Setting(@Nullable Object value, String origin) {
	}

	/**
	 * The bound values, in the types of the engine.
	 */
	private record EngineValues(Map<String, @Nullable Object> values,
			SettingsBinder binder) implements NamedSettings.Source {

		@Override
		public @Nullable Object find(String name, Limit limit) {
			Object value = this.values.get(name);
			if (value instanceof LogLevel level) {
				return Level.valueOf(level.name());
			}
			return (value instanceof DataSize size) ? (Object) size.toBytes() : value;
		}

		@Override
		public RuntimeException invalid(String name, String reason) {
			return this.binder.invalid(name, this.values.get(name), reason);
		}

	}

	/**
	 * Keeps the settings in the environment, and in any environment that it is converted
	 * to or merged into. Has no properties.
	 */
	private static final class Bound extends StubPropertySource {

		private static final String NAME = "ringlogSettings";

		private final RinglogSettings settings;

		Bound(RinglogSettings settings) {
			super(NAME);
			this.settings = settings;
		}

	}

}
