package io.github.ringlog.standalone;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;

import io.github.ringlog.logger.TestSettings;
import io.github.ringlog.settings.CrashLogSettings;
import io.github.ringlog.settings.OverflowPolicy;
import io.github.ringlog.settings.RingSettings;
import io.github.ringlog.settings.RingWaitStrategy;
import org.apache.logging.log4j.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class SystemSettingsTests {

	@Test
	void areTheDefaultsIfNothingIsSet() {
		assertThat(read(Map.of(), Map.of())).isEqualTo(RingSettings.defaults());
	}

	@Test
	void areReadFromSystemProperties() {
		RingSettings settings = read(Map.of("ringlog.buffer.size", "1024", "ringlog.buffer.wait-strategy", "busy-spin",
				"ringlog.overflow.policy", "drop", "ringlog.overflow.drop-level", "warn", "ringlog.overflow.max-block",
				"250", "ringlog.shedding.debug", "0.5", "ringlog.synchronous.loggers", "audit, payment",
				"ringlog.shutdown.drain-timeout", "PT2S", "ringlog.location.capture", "true"), Map.of());
		assertThat(settings).isEqualTo(TestSettings.of(true, 1024, RingWaitStrategy.BUSY_SPIN,
				new RingSettings.Overflow(OverflowPolicy.DROP, Duration.ofMillis(250), Level.WARN),
				Map.of(Level.DEBUG, 0.5), List.of("audit", "payment"), Duration.ofSeconds(2), true));
	}

	@Test
	void areReadFromEnvironmentVariables() {
		Map<String, String> variables = Map.of("RINGLOG_OVERFLOW_MAXBLOCK", "500ms", "RINGLOG_ENABLED", "false");
		RingSettings settings = read(Map.of("ringlog.enabled", "true"), variables);
		assertThat(settings.overflow().maxBlock()).isEqualTo(Duration.ofMillis(500));
		assertThat(settings.enabled()).as("a system property wins").isTrue();
	}

	@Test
	void isolateAppenders() {
		RingSettings settings = read(
				Map.of("ringlog.isolation.Console.policy", "block", "ringlog.isolation.to.kafka.buffer-size", "256"),
				Map.of());
		assertThat(settings.isolation()).containsOnlyKeys("Console", "to.kafka");
		assertThat(settings.isolation().get("Console").overflow().policy()).isEqualTo(OverflowPolicy.BLOCK);
		assertThat(settings.isolation().get("to.kafka").bufferSize()).isEqualTo(256);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			ringlog.enabled                  | maybe       | true or false
			ringlog.buffer.size              | 100         | a power of two from 128 to 1048576
			ringlog.buffer.wait-strategy     | blocking    | one of adaptive, busy-spin
			ringlog.overflow.policy          | wait        | one of block, drop, synchronous
			ringlog.overflow.max-block       | 0           | a duration greater than 0, such as 500ms
			ringlog.overflow.drop-level      | off         | one of trace, debug, info, warn, error, fatal
			ringlog.shedding.info            | 80          | a ratio greater than 0 and at most 1, such as 0.8
			ringlog.synchronous.loggers      | a,,b        | a list of logger names
			ringlog.shutdown.drain-timeout   | PT-1S       | a duration of 0 or more, such as 10s
			ringlog.location.capture         | 1           | true or false
			ringlog.log4j-path               | sometimes   | one of auto, always, never
			ringlog.isolation.a.buffer-size  | many        | a power of two from 128 to 1048576
			ringlog.isolation.a.policy       | synchronous | one of drop, block
			ringlog.isolation.a.max-block    | 0s          | a duration greater than 0, such as 500ms
			ringlog.isolation.a.drop-level   | all         | one of trace, debug, info, warn, error, fatal
			ringlog.crash-log.size           | 17179869185GB | from 256 bytes for each slot of the ring to 1GB
			ringlog.crash-log.size           | 2GB         | from 256 bytes for each slot of the ring to 1GB
			ringlog.crash-log.size           | large       | from 256 bytes for each slot of the ring to 1GB
			ringlog.crash-log.level          | off         | one of trace, debug, info, warn, error, fatal
			""")
	void aWrongValueIsRejectedWithWhatIsAllowed(String name, String value, String allowed) {
		assertThatIllegalArgumentException().isThrownBy(() -> read(Map.of(name, value), Map.of()))
			.withMessage("%s is '%s'. It must be %s. It was set by the system property.", name, value, allowed);
	}

	@Test
	void aSizeThatIsTooSmallForTheRingIsRejected() {
		assertThatIllegalArgumentException().isThrownBy(() -> read(Map.of(), Map.of("RINGLOG_CRASHLOG_SIZE", "2MB")))
			.withMessageContaining("and the ring has 16384 (ringlog.buffer.size).")
			.withMessageEndingWith("It was set by the environment variable RINGLOG_CRASHLOG_SIZE.");
	}

	@Test
	void keepEventsInACrashLog() {
		RingSettings settings = read(Map.of("ringlog.crash-log.file", "a.crash", "ringlog.crash-log.size", "32MB",
				"ringlog.crash-log.level", "warn"), Map.of());
		assertThat(settings.crashLog()).isEqualTo(new CrashLogSettings(Path.of("a.crash"), 32 << 20, Level.WARN));
	}

	private static RingSettings read(Map<String, String> properties, Map<String, String> variables) {
		Properties all = new Properties();
		all.putAll(properties);
		return new SystemSettings(all, variables).read();
	}

}
