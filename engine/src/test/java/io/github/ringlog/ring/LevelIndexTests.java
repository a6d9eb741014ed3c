package io.github.ringlog.ring;

import org.apache.logging.log4j.Level;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("internals")
class LevelIndexTests {

	@Test
	void eachStandardLevelIsItself() {
		assertThat(LevelIndex.LEVELS)
			.allSatisfy((level) -> assertThat(LevelIndex.LEVELS.get(LevelIndex.of(level))).isEqualTo(level));
	}

	@ParameterizedTest
	@CsvSource({ "1, FATAL", "150, FATAL", "250, ERROR", "399, WARN", "401, INFO", "601, TRACE", "9000, TRACE" })
	void aCustomLevelIsTheMoreSevereOfTheTwoAroundIt(int intLevel, String expected) {
		Level level = Level.forName("RINGLOG_TEST_" + intLevel, intLevel);
		assertThat(LevelIndex.LEVELS.get(LevelIndex.of(level))).isEqualTo(Level.valueOf(expected));
	}

	@Test
	void theTwoEndsAreLevelsToo() {
		assertThat(LevelIndex.of(Level.OFF)).isZero();
		assertThat(LevelIndex.of(Level.ALL)).isEqualTo(LevelIndex.of(Level.TRACE));
	}

}
