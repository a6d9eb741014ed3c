package io.github.ringlog.engine;

import org.apache.logging.log4j.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class SeverityTests {

	@Test
	void eachStandardLevelIsItself() {
		assertThat(Severity.LEVELS)
			.allSatisfy((level) -> assertThat(Severity.LEVELS.get(Severity.of(level))).isEqualTo(level));
	}

	@ParameterizedTest
	@CsvSource({ "1, FATAL", "150, FATAL", "250, ERROR", "399, WARN", "401, INFO", "601, TRACE", "9000, TRACE" })
	void aCustomLevelIsTheMoreSevereOfTheTwoAroundIt(int intLevel, String expected) {
		Level level = Level.forName("RINGLOG_TEST_" + intLevel, intLevel);
		assertThat(Severity.LEVELS.get(Severity.of(level))).isEqualTo(Level.valueOf(expected));
	}

	@Test
	void theTwoEndsAreLevelsToo() {
		assertThat(Severity.of(Level.OFF)).isZero();
		assertThat(Severity.of(Level.ALL)).isEqualTo(Severity.of(Level.TRACE));
	}

}
