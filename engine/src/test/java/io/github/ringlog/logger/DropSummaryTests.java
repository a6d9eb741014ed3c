package io.github.ringlog.logger;

import io.github.ringlog.settings.RingSettings;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LogEvent;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * One event that sums up what was dropped.
 */
@Timeout(120)
class DropSummaryTests {

	@Test
	void warnsOnceAfterAPeriodOfDrops() {
		try (TestRing ring = droppingRing()) {
			ring.appender.release();
			// Nothing is written yet at the first look.
			Awaitility.await().until(() -> ring.appender.events().size() > TestRing.SIZE);
			assertSummary(ring);
			ring.drain();
			assertSummary(ring);
		}
	}

	@Test
	void warnsAtAStop() {
		try (TestRing ring = droppingRing()) {
			ring.drain();
			assertSummary(ring);
		}
	}

	private static TestRing droppingRing() {
		TestRing ring = new TestRing(TestRing.SETTINGS.withOverflow(RingSettings.Overflow.drop(Level.INFO)));
		ring.fill();
		for (int i = 0; i < 5; i++) {
			ring.logger.info("dropped");
		}
		return ring;
	}

	private static void assertSummary(TestRing ring) {
		assertThat(ring.appender.events()).hasSize(TestRing.SIZE + 1);
		LogEvent event = ring.appender.last();
		assertThat(event.getLoggerName()).isEqualTo("io.github.ringlog");
		assertThat(event.getLevel()).isEqualTo(Level.WARN);
		assertThat(event.getMessage().getFormattedMessage())
			.matches("Dropped 5 log events over .* s: INFO 5 \\(full 5\\)");
	}

}
