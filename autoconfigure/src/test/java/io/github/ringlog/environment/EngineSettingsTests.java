package io.github.ringlog.environment;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.ringlog.engine.OverflowPolicy;
import io.github.ringlog.engine.RingSettings;
import io.github.ringlog.engine.RingWaitStrategy;
import org.apache.logging.log4j.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.logging.LogLevel;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link EngineSettings}.
 */
class EngineSettingsTests {

	private final RingLogProperties properties = new RingLogProperties();

	@Test
	void areTheDefaultsOfTheEngineWhenNothingIsSet() {
		assertThat(settings()).isEqualTo(RingSettings.defaults());
	}

	@Test
	void takeEnabled() {
		this.properties.setEnabled(false);
		assertThat(settings().enabled()).isFalse();
	}

	@Test
	void takeTheBufferSize() {
		this.properties.getBuffer().setSize(256);
		assertThat(settings().bufferSize()).isEqualTo(256);
	}

	@Test
	void takeTheWaitStrategy() {
		this.properties.getBuffer().setWaitStrategy(RingWaitStrategy.YIELDING);
		assertThat(settings().waitStrategy()).isEqualTo(RingWaitStrategy.YIELDING);
	}

	@Test
	void takeTheOverflowPolicy() {
		this.properties.getOverflow().setPolicy(OverflowPolicy.SYNCHRONOUS);
		assertThat(settings().overflow().policy()).isEqualTo(OverflowPolicy.SYNCHRONOUS);
	}

	@Test
	void takeTheLongestBlock() {
		this.properties.getOverflow().setMaxBlock(Duration.ofMillis(7));
		assertThat(settings().overflow().maxBlock()).isEqualTo(Duration.ofMillis(7));
	}

	@ParameterizedTest
	@CsvSource({ "TRACE", "DEBUG", "INFO", "WARN", "ERROR", "FATAL" })
	void takeTheLevelToDropUpTo(LogLevel level) {
		this.properties.getOverflow().setDropLevel(level);
		assertThat(settings().overflow().dropLevel()).isEqualTo(Level.getLevel(level.name()));
	}

	@Test
	void takeTheRatioOfEachLevelThatHasOne() {
		this.properties.getShedding().setTrace(0.1);
		this.properties.getShedding().setDebug(0.2);
		this.properties.getShedding().setInfo(0.3);
		assertThat(settings().shedding()).isEqualTo(Map.of(Level.TRACE, 0.1, Level.DEBUG, 0.2, Level.INFO, 0.3));
	}

	@Test
	void takeTheRatioOfWarnings() {
		this.properties.getShedding().setWarn(0.9);
		assertThat(settings().shedding()).isEqualTo(Map.of(Level.WARN, 0.9));
	}

	@Test
	void takeTheSynchronousLoggers() {
		this.properties.getSynchronous().setLoggers(List.of("com.acme", "org.acme"));
		assertThat(settings().synchronousLoggers()).containsExactly("com.acme", "org.acme");
	}

	@Test
	void takeTheDrainTimeout() {
		this.properties.getShutdown().setDrainTimeout(Duration.ofSeconds(3));
		assertThat(settings().drainTimeout()).isEqualTo(Duration.ofSeconds(3));
	}

	@Test
	void takeTheCaptureOfLocations() {
		this.properties.getLocation().setCapture(true);
		assertThat(settings().captureLocation()).isTrue();
	}

	private RingSettings settings() {
		return EngineSettings.of(this.properties);
	}

}
