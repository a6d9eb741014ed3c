package io.github.ringlog.environment;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.ringlog.engine.RingSettings;
import io.github.ringlog.engine.RingWaitStrategy;
import io.github.ringlog.environment.RingLogSettings.Setting;
import org.apache.logging.log4j.Level;
import org.junit.jupiter.api.Test;

import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The settings, and where each comes from.
 */
class RingLogSettingsTests {

	@Test
	void tellsAllPropertiesThereAre() {
		assertThat(settings(Map.of()).keySet()).containsExactlyElementsOf(AllowedValues.names());
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
		assertThat(settings.get("ringlog.shutdown.drain-timeout").value()).isEqualTo("PT30S");
		assertThat(settings.get("ringlog.location.validation").value()).isEqualTo("warn");
		assertThat(settings.get("ringlog.trace.mdc-key").value()).isEqualTo("traceId");
	}

	@Test
	void tellsWhereAValueWasSet() {
		Map<String, Setting> settings = settings(
				Map.of("ringlog.buffer.size", "1024", "ringlog.synchronous.loggers[0]", "audit"));
		assertThat(settings.get("ringlog.buffer.size"))
			.isEqualTo(new Setting(1024, "\"ringlog.buffer.size\" from property source \"test\""));
		assertThat(settings.get("ringlog.synchronous.loggers")).isEqualTo(
				new Setting(List.of("audit"), "\"ringlog.synchronous.loggers[0]\" from property source \"test\""));
	}

	@Test
	void tellsTheEnvironmentVariable() {
		ConfigurableEnvironment environment = new StandardEnvironment();
		environment.getPropertySources()
			.addFirst(new SystemEnvironmentPropertySource("systemEnvironment",
					Map.of("RINGLOG_BUFFER_WAITSTRATEGY", "yielding")));
		assertThat(RingLogSettings.of(environment).all(null).get("ringlog.buffer.wait-strategy")).isEqualTo(
				new Setting("yielding", "\"RINGLOG_BUFFER_WAITSTRATEGY\" from property source \"systemEnvironment\""));
	}

	@Test
	void tellsWhatIsInForceInTheEngine() {
		RingLogSettings own = RingLogSettings.of(environment(Map.of("ringlog.buffer.size", "1024")));
		Map<String, Setting> settings = own.all(new RingSettings(true, 512, RingWaitStrategy.ADAPTIVE,
				RingSettings.Overflow.block(Duration.ofSeconds(5)), Map.of(Level.DEBUG, 0.5), List.of(),
				Duration.ofSeconds(30), false));
		assertThat(settings.keySet()).containsExactlyElementsOf(AllowedValues.names());
		assertThat(settings.get("ringlog.buffer.size")).isEqualTo(new Setting(512, RingLogSettings.FOREIGN));
		assertThat(settings.get("ringlog.overflow.max-block")).isEqualTo(new Setting("PT5S", RingLogSettings.FOREIGN));
		assertThat(settings.get("ringlog.shedding.debug")).isEqualTo(new Setting(0.5, RingLogSettings.FOREIGN));
		assertThat(settings.get("ringlog.shedding.info")).isEqualTo(new Setting(null, "default"));
		assertThat(settings.get("ringlog.overflow.drop-level")).isEqualTo(new Setting("info", "default"));
		assertThat(settings.get("ringlog.buffer.wait-strategy")).isEqualTo(new Setting("adaptive", "default"));
	}

	private static Map<String, Setting> settings(Map<String, Object> values) {
		return RingLogSettings.of(environment(values)).all(null);
	}

	private static ConfigurableEnvironment environment(Map<String, Object> values) {
		ConfigurableEnvironment environment = new StandardEnvironment();
		environment.getPropertySources().addFirst(new MapPropertySource("test", values));
		return environment;
	}

}
