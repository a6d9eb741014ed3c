package io.github.ringlog.actuate;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.ringlog.logger.RecordingAppender;
import io.github.ringlog.logger.TestRing;
import io.github.ringlog.ring.RingStatistics;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The health of a ring whose writer a test can stop.
 */
@Timeout(120)
class RinglogHealthIndicatorTests {

	@Test
	void isUpBeforeThereIsARing() {
		try (TestRing ring = TestRing.unconfigured()) {
			Health health = new RinglogHealthIndicator(List::of, ring.statistics, Map::of, Duration.ofMillis(1), false)
				.health();
			assertThat(health.getStatus()).isEqualTo(Status.UP);
			assertThat(health.getDetails()).doesNotContainKeys("used", "capacity");
		}
	}

	@Test
	void tellsWhatOfTheConfigurationIsMissing() {
		try (TestRing ring = new TestRing()) {
			Health health = new RinglogHealthIndicator(() -> List.of("appender \"file\": missing"), ring.statistics,
					Map::of, Duration.ofSeconds(10), false)
				.health();
			assertThat(health.getStatus()).isEqualTo(Status.UP);
			assertThat(health.getDetails()).containsEntry("incompleteConfiguration",
					List.of("appender \"file\": missing"));
		}
	}

	@Test
	void isDownWhileTheWriterIsStuckAndUpAgainWhenItIsFreed() {
		try (TestRing ring = new TestRing()) {
			RinglogHealthIndicator indicator = new RinglogHealthIndicator(List::of, ring.statistics, Map::of,
					Duration.ofMillis(500), false);
			ring.fill(7);
			assertThat(indicator.health().getStatus()).isEqualTo(Status.UP);
			Awaitility.await().until(() -> indicator.health().getStatus().equals(Status.DOWN));
			Health health = indicator.health();
			assertThat(health.getDetails()).containsEntry("used", 7)
				.containsEntry("capacity", TestRing.SIZE)
				.containsEntry("dropped", 0L);
			assertThat((Duration) health.getDetails().get("stalled")).isGreaterThanOrEqualTo(Duration.ofMillis(500));
			assertThat((Duration) health.getDetails().get("lag")).isGreaterThanOrEqualTo(Duration.ofMillis(400));
			ring.appender.release();
			ring.awaitEmpty();
			assertThat(indicator.health().getStatus()).isEqualTo(Status.UP);
			assertThat(indicator.health().getDetails()).doesNotContainKey("stalled").containsEntry("used", 0);
		}
	}

	@Test
	void anIsolatedAppenderDecidesWhereTheUserWantsIt() {
		try (TestRing main = new TestRing(); TestRing console = new TestRing()) {
			console.fill(7);
			Map<String, RingStatistics> isolated = Map.of("Console", console.statistics);
			RinglogHealthIndicator indicator = new RinglogHealthIndicator(List::of, main.statistics, () -> isolated,
					Duration.ofMillis(200), false);
			Awaitility.await().until(() -> indicator.health().getDetails().containsKey("stalledAppenders"));
			Health health = indicator.health();
			assertThat(health.getStatus()).isEqualTo(Status.UP);
			assertThat(health.getDetails().get("stalledAppenders").toString()).startsWith("{Console=PT");
			assertThat(
					new RinglogHealthIndicator(List::of, main.statistics, () -> isolated, Duration.ofMillis(200), true)
						.health()
						.getStatus())
				.isEqualTo(Status.DOWN);
			console.appender.release();
			console.awaitEmpty();
			assertThat(indicator.health().getDetails()).doesNotContainKey("stalledAppenders");
		}
	}

	@Test
	void tellsTheLastErrorOfTheWriter() {
		try (TestRing ring = new TestRing(TestRing.SETTINGS, new RecordingAppender().throwing())) {
			RinglogHealthIndicator indicator = new RinglogHealthIndicator(List::of, ring.statistics, Map::of,
					Duration.ofSeconds(10), false);
			assertThat(indicator.health().getDetails()).doesNotContainKey("lastWriterError");
			ring.logger.info("event", new IllegalStateException("of the test"));
			ring.awaitEmpty();
			Health health = indicator.health();
			assertThat(health.getStatus()).isEqualTo(Status.UP);
			assertThat(health.getDetails()).containsEntry("writerErrors", 1L);
			assertThat(health.getDetails().get("lastWriterError").toString()).contains("of the test");
		}
	}

}
