package io.github.ringlog.standalone;

import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

import io.github.ringlog.environment.RingLogSettings;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Tests that a setting means the same with Spring Boot and without it.
 */
class SameSettingsTests {

	@ParameterizedTest
	@ValueSource(strings = { "ringlog.enabled=false", "ringlog.buffer.size=128",
			"ringlog.buffer.wait-strategy=busy-spin", "ringlog.overflow.policy=synchronous",
			"ringlog.overflow.max-block=2s", "ringlog.overflow.max-block=20", "ringlog.overflow.max-block=PT1M",
			"ringlog.overflow.policy=drop ringlog.overflow.drop-level=error", "ringlog.shedding.warn=1",
			"ringlog.synchronous.loggers=audit,payment", "ringlog.shutdown.drain-timeout=0",
			"ringlog.location.capture=true", "ringlog.log4j-path=always", "ringlog.synchronous.appenders=Sentry,Mail",
			"ringlog.isolation.Console.policy=block", "ringlog.isolation.Console.buffer-size=256",
			"ringlog.overflow.max-block=", "ringlog.enabled=FALSE", "ringlog.crash-log.file=a.crash",
			"ringlog.crash-log.file=a.crash ringlog.crash-log.size=32MB",
			"ringlog.crash-log.file=a.crash ringlog.crash-log.level=warn", "ringlog.shedding.info=" })
	void aValueIsReadTheSame(String settings) {
		Properties properties = new Properties();
		for (String setting : settings.split(" ")) {
			properties.setProperty(setting.split("=", 2)[0], setting.split("=", 2)[1]);
		}
		assertThat(new SystemSettings(properties, Map.of()).read())
			.isEqualTo(RingLogSettings.of(environment(properties)).engine());
	}

	@ParameterizedTest
	@CsvSource({ "ringlog.enabled, maybe", "ringlog.buffer.size, 100", "ringlog.buffer.size, many",
			"ringlog.buffer.wait-strategy, blocking", "ringlog.overflow.policy, wait", "ringlog.overflow.max-block, 0",
			"ringlog.overflow.max-block, soon", "ringlog.overflow.drop-level, off", "ringlog.overflow.drop-level, warn",
			"ringlog.shedding.trace, 1.5", "ringlog.shutdown.drain-timeout, -1s", "ringlog.location.capture, maybe",
			"ringlog.location.capture, yes", "ringlog.log4j-path, sometimes", "ringlog.synchronous.appenders, 'a,,b'",
			"ringlog.synchronous.loggers, 'a,,b'", "ringlog.crash-log.size, 2MB", "ringlog.crash-log.size, 2GB",
			"ringlog.crash-log.size, large", "ringlog.crash-log.level, off", "ringlog.isolation.a.max-block, 0s",
			"ringlog.isolation.a.drop-level, all", "ringlog.isolation.a.buffer-size, 1",
			"ringlog.isolation.a.policy, synchronous" })
	void aWrongValueIsRejectedForTheSameReason(String name, String value) {
		Properties properties = new Properties();
		properties.setProperty(name, value);
		InvalidConfigurationPropertyValueException expected = catchThrowableOfType(
				InvalidConfigurationPropertyValueException.class, () -> RingLogSettings.of(environment(properties)));
		IllegalArgumentException actual = catchThrowableOfType(IllegalArgumentException.class,
				() -> new SystemSettings(properties, Map.of()).read());
		assertThat(actual).hasMessageStartingWith("%s is '%s'. %s", name, value,
				expected.getReason()
					.replaceFirst("(?s)\\R.*", "")
					.replaceFirst("^'.*' is not valid. ", "")
					.replace(", or empty.", "."));
	}

	private static StandardEnvironment environment(Properties properties) {
		StandardEnvironment environment = new StandardEnvironment();
		Map<String, Object> values = new HashMap<>();
		properties.forEach((name, value) -> values.put((String) name, value));
		environment.getPropertySources().addFirst(new MapPropertySource("test", values));
		return environment;
	}

}
