package io.github.ringlog.settings;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.ringlog.logger.TestRing;
import io.github.ringlog.logger.TestSettings;
import org.apache.logging.log4j.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class RingSettingsTests {

	private static final RingSettings DEFAULTS = RingSettings.defaults();

	@Test
	void theDefaultsAreThoseOfTheDocumentation() {
		assertThat(DEFAULTS).isEqualTo(TestSettings.of(true, 16384, RingWaitStrategy.ADAPTIVE,
				new RingSettings.Overflow(OverflowPolicy.BLOCK, null, Level.INFO), Map.of(), List.of(),
				Duration.ofSeconds(10), false));
	}

	@ParameterizedTest
	@ValueSource(ints = { 128, 256, 1048576 })
	void acceptsPowersOfTwo(int size) {
		assertThat(TestSettings.withBuffer(DEFAULTS, size, RingWaitStrategy.ADAPTIVE).bufferSize()).isEqualTo(size);
	}

	@ParameterizedTest
	@ValueSource(ints = { Integer.MIN_VALUE, -128, 0, 64, 129, 1000, 2097152 })
	void rejectsOtherSizes(int size) {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> TestSettings.withBuffer(DEFAULTS, size, RingWaitStrategy.ADAPTIVE))
			.withMessage("bufferSize must be a power of two from 128 to 1048576");
	}

	@ParameterizedTest
	@ValueSource(doubles = { 0, -0.1, 1.01, Double.NaN, Double.POSITIVE_INFINITY })
	void rejectsWrongRatios(double ratio) {
		assertThatIllegalArgumentException().isThrownBy(() -> TestRing.shedding(Map.of(Level.INFO, ratio)))
			.withMessageContaining("ratio");
	}

	@ParameterizedTest
	@ValueSource(strings = { "ERROR", "FATAL", "OFF" })
	void rejectsToShedErrors(String level) {
		assertThatIllegalArgumentException().isThrownBy(() -> TestRing.shedding(Map.of(Level.valueOf(level), 0.5)))
			.withMessage("only TRACE, DEBUG, INFO and WARN can be shed");
	}

	@Test
	void rejectsANegativeDrainTimeout() {
		assertThatIllegalArgumentException().isThrownBy(() -> TestRing.drainTimeout(Duration.ofMillis(-1)));
		assertThat(TestRing.drainTimeout(Duration.ZERO).drainTimeout()).isZero();
	}

	@Test
	void rejectsALongestBlockThatIsNotPositive() {
		assertThatIllegalArgumentException().isThrownBy(() -> RingSettings.Overflow.block(Duration.ZERO));
		assertThatIllegalArgumentException().isThrownBy(() -> RingSettings.Overflow.block(Duration.ofMillis(-1)));
	}

	@Test
	void doesNotChangeWithWhatItWasMadeOf() {
		Map<Level, Double> shedding = new HashMap<>(Map.of(Level.INFO, 0.5));
		List<String> loggers = new ArrayList<>(List.of("a"));
		RingSettings settings = TestRing.settings(DEFAULTS.overflow(), shedding, loggers, Duration.ZERO, false);
		shedding.clear();
		loggers.clear();
		assertThat(settings.shedding()).containsEntry(Level.INFO, 0.5);
		assertThat(settings.synchronousLoggers()).containsExactly("a");
	}

	@Test
	void aVeryLongDurationIsAsGoodAsForEver() {
		assertThat(RingSettings.nanos(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(Long.MAX_VALUE);
		assertThat(RingSettings.nanos(Duration.ofMillis(1))).isEqualTo(1_000_000);
	}

}
