package io.github.ringlog.logger;

import java.util.Map;

import io.github.ringlog.ring.DropReason;
import org.apache.logging.log4j.Level;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Events that are dropped before the ring is full.
 */
@Timeout(120)
class SheddingTests {

	@ParameterizedTest
	@CsvSource({ "TRACE, 0.5, 64", "DEBUG, 0.25, 32", "INFO, 0.75, 96", "WARN, 1.0, 128", "DEBUG, 0.501, 65" })
	void shedsALevelFromItsThresholdOn(String name, double ratio, int accepted) {
		Level level = Level.valueOf(name);
		try (TestRing ring = new TestRing(TestRing.shedding(Map.of(level, ratio)))) {
			ring.appender.close();
			ring.logger.log(level, "first");
			ring.appender.awaitCaller();
			for (int i = 1; i < TestRing.SIZE + 10; i++) {
				ring.logger.log(level, "event {}", i);
			}
			assertThat(ring.statistics.used()).hasValue(accepted);
			assertThat(ring.statistics.dropped(level, DropReason.SHED)).isEqualTo(TestRing.SIZE + 10 - accepted);
			assertThat(ring.statistics.dropped()).isEqualTo(TestRing.SIZE + 10 - accepted);
		}
	}

	@Test
	void doesNotShedOtherLevels() {
		try (TestRing ring = new TestRing(TestRing.shedding(Map.of(Level.DEBUG, 0.1)))) {
			ring.fill();
			assertThat(ring.statistics.dropped()).isZero();
		}
	}

	@Test
	void neverShedsErrors() throws InterruptedException {
		Map<Level, Double> all = Map.of(Level.TRACE, 0.01, Level.DEBUG, 0.01, Level.INFO, 0.01, Level.WARN, 0.01);
		try (TestRing ring = new TestRing(TestRing.shedding(all))) {
			ring.closeGate();
			for (int i = 1; i < TestRing.SIZE; i++) {
				ring.logger.log((i % 2 == 0) ? Level.ERROR : Level.FATAL, "severe");
				ring.logger.warn("shed");
			}
			assertThat(ring.statistics.used()).hasValue(TestRing.SIZE - 1 + 1);
			assertThat(ring.statistics.dropped()).isEqualTo(ring.statistics.dropped(Level.WARN, DropReason.SHED))
				.isEqualTo(TestRing.SIZE - 1);
		}
	}

	@Test
	void acceptsAgainWhenTheRingHasEmptied() {
		try (TestRing ring = new TestRing(TestRing.shedding(Map.of(Level.DEBUG, 0.5)))) {
			ring.fill();
			ring.logger.debug("shed");
			ring.appender.release();
			Awaitility.await().until(() -> ring.statistics.used().getAsInt() == 0);
			ring.logger.debug("accepted");
			ring.drain();
			assertThat(ring.appender.texts()).contains("accepted").doesNotContain("shed");
		}
	}

	@Test
	void changesWhatIsShedAtRuntime() {
		try (TestRing ring = new TestRing()) {
			ring.closeGate();
			ring.logger.debug("accepted");
			ring.context.configure(TestRing.shedding(Map.of(Level.DEBUG, 0.01)));
			ring.logger.debug("shed");
			assertThat(ring.statistics.dropped(Level.DEBUG, DropReason.SHED)).isEqualTo(1);
			ring.context.configure(TestRing.SETTINGS);
			ring.logger.debug("accepted");
			assertThat(ring.statistics.dropped()).isEqualTo(1);
		}
	}

}
