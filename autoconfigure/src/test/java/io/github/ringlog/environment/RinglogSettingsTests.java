package io.github.ringlog.environment;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.ringlog.environment.RinglogSettings.Setting;
import io.github.ringlog.logger.TestSettings;
import io.github.ringlog.settings.CrashLogSettings;
import io.github.ringlog.settings.OverflowPolicy;
import io.github.ringlog.settings.RingSettings;
import io.github.ringlog.settings.RingWaitStrategy;
import org.apache.logging.log4j.Level;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The settings, and where each comes from.
 */
class RinglogSettingsTests {

	@Test
	void withoutPropertiesHasWhatTheBinderWouldMake() {
		RinglogProperties bound = new Binder().bindOrCreate("ringlog", RinglogProperties.class);
		assertThat(RinglogProperties.defaults()).isEqualTo(bound);
		RinglogSettings bare = RinglogSettings.of(Environments.properties());
		RinglogSettings read = RinglogSettings.of(Environments.properties("ringlog.enabled", "true"));
		assertThat(bare.properties()).isSameAs(RinglogProperties.defaults()).isEqualTo(read.properties());
		assertThat(bare.engine()).isEqualTo(read.engine());
		assertThat(bare.all(null).keySet()).isEqualTo(read.all(null).keySet());
	}

	@Test
	void asksASourceThatCannotListItsProperties() {
		ConfigurableEnvironment environment = Environments.properties();
		environment.getPropertySources().addFirst(new PropertySource<>("opaque", "source") {
			@Override
			public @Nullable Object getProperty(String name) {
				return name.equals("ringlog.buffer.size") ? "128" : null;
			}
		});
		assertThat(RinglogSettings.of(environment).engine().bufferSize()).isEqualTo(128);
	}

	@Test
	void tellsAllPropertiesThereAre() {
		assertThat(settings(Map.of()).keySet())
			.containsExactlyInAnyOrderElementsOf(SettingsBinderTests.PROPERTIES.keySet()
				.stream()
				.filter((name) -> !name.equals("ringlog.isolation"))
				.toList());
	}

	@Test
	void tellsDefaults() {
		Map<String, Setting> settings = settings(Map.of());
		assertThat(settings).allSatisfy((name, setting) -> assertThat(setting.origin()).isEqualTo("default"));
		assertThat(settings.get("ringlog.enabled").value()).isEqualTo(true);
		assertThat(settings.get("ringlog.buffer.size").value()).isEqualTo(16384);
		assertThat(settings.get("ringlog.buffer.wait-strategy").value()).isEqualTo("adaptive");
		assertThat(settings.get("ringlog.overflow.max-block").value()).isNull();
		assertThat(settings.get("ringlog.synchronous.loggers").value()).isEqualTo(List.of());
		assertThat(settings.get("ringlog.shutdown.drain-timeout").value()).isEqualTo("PT10S");
		assertThat(settings.get("ringlog.lint.mode").value()).isEqualTo("warn");
		assertThat(settings.get("ringlog.trace.mdc-key").value()).isEqualTo("traceId");
		assertThat(settings.get("ringlog.trace.propagation").value()).isEqualTo(List.of("as-received"));
		assertThat(settings.get("ringlog.trace.mdc-headers").value()).isEqualTo(Map.of());
	}

	@Test
	void tellsADataSizeInBytes() {
		assertThat(settings(Map.of("ringlog.json.max-line", "16KB")).get("ringlog.json.max-line").value())
			.isEqualTo("16384B");
	}

	@Test
	void tellsWhereAValueWasSet() {
		Map<String, Setting> settings = settings(Map.of("ringlog.buffer.size", "1024", "ringlog.synchronous.loggers[0]",
				"audit", "ringlog.trace.mdc-headers.X-Tenant-Id", "tenant"));
		assertThat(settings.get("ringlog.buffer.size"))
			.isEqualTo(new Setting(1024, "\"ringlog.buffer.size\" from property source \"test\""));
		assertThat(settings.get("ringlog.synchronous.loggers")).isEqualTo(
				new Setting(List.of("audit"), "\"ringlog.synchronous.loggers[0]\" from property source \"test\""));
		assertThat(settings.get("ringlog.trace.mdc-headers")).isEqualTo(new Setting(Map.of("X-Tenant-Id", "tenant"),
				"\"ringlog.trace.mdc-headers.X-Tenant-Id\" from property source \"test\""));
	}

	@Test
	void tellsTheEnvironmentVariable() {
		ConfigurableEnvironment environment = new StandardEnvironment();
		environment.getPropertySources()
			.addFirst(new SystemEnvironmentPropertySource("systemEnvironment",
					Map.of("RINGLOG_BUFFER_WAITSTRATEGY", "busy-spin")));
		assertThat(RinglogSettings.of(environment).all(null).get("ringlog.buffer.wait-strategy")).isEqualTo(
				new Setting("busy-spin", "\"RINGLOG_BUFFER_WAITSTRATEGY\" from property source \"systemEnvironment\""));
	}

	private static List<String> names() {
		return SettingsBinderTests.PROPERTIES.keySet()
			.stream()
			.filter((name) -> !name.equals("ringlog.isolation"))
			.toList();
	}

	@Test
	void tellsWhatIsInForceInTheEngine() {
		RinglogSettings own = RinglogSettings.of(environment(Map.of("ringlog.buffer.size", "1024")));
		Map<String, Setting> settings = own.all(TestSettings.of(true, 512, RingWaitStrategy.ADAPTIVE,
				RingSettings.Overflow.block(Duration.ofSeconds(5)), Map.of(Level.DEBUG, 0.5), List.of(),
				Duration.ofSeconds(10), false));
		assertThat(settings.keySet()).containsExactlyInAnyOrderElementsOf(names());
		assertThat(settings.get("ringlog.buffer.size")).isEqualTo(new Setting(512, RinglogSettings.FOREIGN));
		assertThat(settings.get("ringlog.overflow.max-block")).isEqualTo(new Setting("PT5S", RinglogSettings.FOREIGN));
		assertThat(settings.get("ringlog.shedding.debug")).isEqualTo(new Setting(0.5, RinglogSettings.FOREIGN));
		assertThat(settings.get("ringlog.shedding.info")).isEqualTo(new Setting(null, "default"));
		assertThat(settings.get("ringlog.overflow.drop-level")).isEqualTo(new Setting("info", "default"));
		assertThat(settings.get("ringlog.buffer.wait-strategy")).isEqualTo(new Setting("adaptive", "default"));
	}

	@Test
	void asksOfTheEngineAndTellsTheRingOfAnAppender() {
		RinglogSettings settings = RinglogSettings.of(environment(Map.of("ringlog.isolation.Console.policy", "block")));
		assertThat(settings.engine()).isEqualTo(TestSettings.withIsolation(RingSettings.defaults(), Map.of("Console",
				new RingSettings.Isolation(4096, new RingSettings.Overflow(OverflowPolicy.BLOCK, null, Level.WARN)))));
		Map<String, Setting> all = settings.all(settings.engine());
		assertThat(all.get("ringlog.isolation.Console.policy").value()).isEqualTo("block");
		assertThat(all.get("ringlog.isolation.Console.policy").origin()).isNotEqualTo("default");
		assertThat(all.get("ringlog.isolation.Console.buffer-size")).isEqualTo(new Setting(4096, "default"));
	}

	@Test
	void asksOfTheEngineItsDefaultsWhenNothingIsSet() {
		assertThat(RinglogSettings.of(environment(Map.of())).engine()).isEqualTo(RingSettings.defaults());
	}

	@Test
	void asksOfTheEngineWhatIsSet() {
		Map<String, Object> values = Map.of("ringlog.enabled", "false", "ringlog.buffer.size", "256",
				"ringlog.buffer.wait-strategy", "busy-spin", "ringlog.overflow.policy", "synchronous",
				"ringlog.overflow.max-block", "7ms", "ringlog.shedding.trace", "0.1", "ringlog.shedding.info", "0.3",
				"ringlog.synchronous.loggers", "com.acme,org.acme", "ringlog.shutdown.drain-timeout", "3s",
				"ringlog.location.capture", "true");
		assertThat(RinglogSettings.of(environment(values)).engine())
			.isEqualTo(TestSettings.of(false, 256, RingWaitStrategy.BUSY_SPIN,
					new RingSettings.Overflow(OverflowPolicy.SYNCHRONOUS, Duration.ofMillis(7), Level.INFO),
					Map.of(Level.TRACE, 0.1, Level.INFO, 0.3), List.of("com.acme", "org.acme"), Duration.ofSeconds(3),
					true));
	}

	@Test
	void asksOfTheEngineEachRatio() {
		Map<String, Object> values = Map.of("ringlog.shedding.debug", "0.2", "ringlog.shedding.warn", "0.9");
		assertThat(RinglogSettings.of(environment(values)).engine().shedding())
			.isEqualTo(Map.of(Level.DEBUG, 0.2, Level.WARN, 0.9));
	}

	@ParameterizedTest
	@ValueSource(strings = { "TRACE", "DEBUG", "INFO", "WARN", "ERROR", "FATAL" })
	void asksOfTheEngineToDropUpToALevel(String level) {
		Map<String, Object> values = Map.of("ringlog.overflow.policy", "drop", "ringlog.overflow.drop-level", level);
		assertThat(RinglogSettings.of(environment(values)).engine().overflow())
			.isEqualTo(RingSettings.Overflow.drop(Level.getLevel(level)));
	}

	@Test
	void theSizeOfACrashLogDependsOnTheRing() {
		assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class)
			.isThrownBy(() -> settings(Map.of("ringlog.crash-log.size", "2MB")))
			.withMessageContaining("from 256 bytes for each slot of the ring to 1GB")
			.withMessageContaining("16384")
			.withMessageContaining("property source \"test\"");
	}

	@Test
	void theEngineGetsTheCrashLog() {
		RingSettings engine = RinglogSettings
			.of(environment(Map.of("ringlog.crash-log.file", "a.crash", "ringlog.crash-log.size", "32MB",
					"ringlog.crash-log.level", "warn")))
			.engine();
		assertThat(engine.crashLog()).isEqualTo(new CrashLogSettings(Path.of("a.crash"), 32 << 20, Level.WARN));
	}

	@ParameterizedTest
	@CsvSource({ "ringlog.overflow.drop-level,info,ringlog.overflow.policy is 'block'",
			"ringlog.isolation.Console.drop-level,warn,ringlog.isolation.Console.policy is 'block'",
			"ringlog.crash-log.level,warn,ringlog.crash-log.file is not set",
			"ringlog.crash-log.size,16MB,ringlog.crash-log.file is not set" })
	void aLayerTakesTheEffectOfAValueAndNothingElse(String name, String value, String reason) {
		ConfigurableEnvironment environment = environment(Map.of(name, value));
		environment.getPropertySources()
			.addFirst(new MapPropertySource("layer",
					Map.of("ringlog.overflow.policy", "block", "ringlog.isolation.Console.policy", "block")));
		assertThat(RinglogSettings.of(environment).describeIneffective()).singleElement()
			.asString()
			.contains("has no effect: " + reason, "\"test\"");
	}

	@ParameterizedTest
	@CsvSource({ "ringlog.overflow.drop-level,''", "ringlog.overflow.max-block,1s",
			"ringlog.isolation.Console.drop-level,warn" })
	void whatIsSetHasAnEffect(String name, String value) {
		assertThat(RinglogSettings.of(environment(Map.of(name, value))).describeIneffective()).isEmpty();
	}

	@Test
	void stayAsTheyWereBound() {
		Map<String, Object> values = new HashMap<>(Map.of("ringlog.buffer.size", "256"));
		ConfigurableEnvironment environment = environment(values);
		RinglogSettings settings = RinglogSettings.of(environment);
		values.putAll(Map.of("ringlog.buffer.size", "512", "ringlog.trace.enabled", "false"));
		assertThat(RinglogSettings.of(environment)).isSameAs(settings);
		assertThat(RinglogProperties.of(environment)).isSameAs(settings.properties());
		assertThat(settings.properties().buffer().size()).isEqualTo(256);
	}

	@Test
	void areBoundAnewForTheNextApplicationWithTheEnvironment() {
		Map<String, Object> values = new HashMap<>(Map.of("ringlog.buffer.size", "256"));
		ConfigurableEnvironment environment = environment(values);
		RinglogSettings.bind(environment);
		values.put("ringlog.buffer.size", "512");
		RinglogSettings.bind(environment);
		assertThat(RinglogProperties.of(environment).buffer().size()).isEqualTo(512);
	}

	@Test
	void comeToAChildThatHasNoneOfItsOwn() {
		ConfigurableEnvironment parent = environment(Map.of("ringlog.buffer.size", "256"));
		RinglogSettings settings = RinglogSettings.of(parent);
		ConfigurableEnvironment child = environment(Map.of());
		child.merge(parent);
		assertThat(RinglogSettings.of(child)).isSameAs(settings);
	}

	@Test
	void ofAChildStayItsOwn() {
		ConfigurableEnvironment child = environment(Map.of("ringlog.trace.enabled", "false"));
		RinglogSettings settings = RinglogSettings.bind(child);
		ConfigurableEnvironment parent = environment(Map.of());
		RinglogSettings.bind(parent);
		child.merge(parent);
		assertThat(RinglogSettings.of(child)).isSameAs(settings);
	}

	private static Map<String, Setting> settings(Map<String, Object> values) {
		return RinglogSettings.of(environment(values)).all(null);
	}

	private static ConfigurableEnvironment environment(Map<String, Object> values) {
		ConfigurableEnvironment environment = new StandardEnvironment();
		environment.getPropertySources().addFirst(new MapPropertySource("test", values));
		return environment;
	}

}
