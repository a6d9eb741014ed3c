package io.github.ringlog.engine;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What settings and configurations do to a context.
 */
@Timeout(30)
class ConfigureTests {

	private static final RingSettings DISABLED = new RingSettings(false, TestRing.SIZE, RingWaitStrategy.ADAPTIVE,
			RingSettings.Overflow.block(null), Map.of(), List.of(), Duration.ofSeconds(1), false);

	@Test
	void writesOnTheCallingThreadBeforeThereAreSettings() {
		RingLoggerContext context = new RingLoggerContext("test", null, null);
		RecordingAppender appender = new RecordingAppender();
		context.start(new TestConfiguration(appender));
		context.getLogger("test").info("text {}", 1);
		assertThat(appender.texts()).containsExactly("text 1");
		assertThat(context.statistics().synchronous()).isEqualTo(1);
		assertThat(context.settings()).isNull();
		context.stop();
	}

	@Test
	void theFirstSettingsDifferFromNothing() {
		RingLoggerContext context = new RingLoggerContext("test", null, null);
		assertThat(context.configure(TestRing.SETTINGS)).isEmpty();
		assertThat(context.settings()).isEqualTo(TestRing.SETTINGS);
		context.start(new TestConfiguration(new RecordingAppender()));
		context.stop();
	}

	@Test
	void keepsWhatCanNotBeChangedAndTellsTheDifference() {
		try (TestRing ring = new TestRing()) {
			LogRing before = ring.context.ring();
			RingSettings wanted = new RingSettings(false, 256, RingWaitStrategy.BUSY_SPIN,
					RingSettings.Overflow.drop(Level.WARN), Map.of(Level.DEBUG, 0.5), List.of("a"),
					Duration.ofSeconds(3), true);
			assertThat(ring.context.configure(wanted)).containsExactly("ringlog.enabled stays true, not false",
					"ringlog.buffer.size stays 128, not 256",
					"ringlog.buffer.wait-strategy stays adaptive, not busy-spin");
			assertThat(ring.context.settings()).isEqualTo(new RingSettings(true, 128, RingWaitStrategy.ADAPTIVE,
					wanted.overflow(), wanted.shedding(), wanted.synchronousLoggers(), wanted.drainTimeout(), true));
			assertThat(ring.context.ring()).isSameAs(before);
		}
	}

	@Test
	void theSameSettingsMakeNoDifference() {
		try (TestRing ring = new TestRing()) {
			assertThat(ring.context.configure(TestRing.SETTINGS)).isEmpty();
		}
	}

	@Test
	void disabledThereIsNoRing() {
		try (TestRing ring = new TestRing(DISABLED)) {
			ring.logger.info("text");
			assertThat(ring.appender.texts()).containsExactly("text");
			assertThat(ring.context.ring()).isNull();
			assertThat(ring.statistics.capacity()).isEmpty();
			assertThat(ring.statistics.synchronous()).isZero();
		}
	}

	@Test
	void disabledEventsAreThoseOfPlainLog4j() {
		PatternLayout layout = PatternLayout.newBuilder().withPattern("%C").build();
		try (TestRing ring = new TestRing(DISABLED, new RecordingAppender(layout, true),
				(configuration) -> configuration.getRootLogger().setLevel(Level.INFO))) {
			ring.appender.onEvent((event) -> assertThat(event).isNotInstanceOf(RingEvent.class)
				.extracting(layout::toSerializable)
				.isEqualTo(ConfigureTests.class.getName()));
			ring.logger.info("text");
			assertThat(ring.appender.count()).isEqualTo(1);
		}
	}

	@Test
	void warnsOnceOfMixedAsynchronousLoggers() {
		try (TestRing ring = new TestRing()) {
			RecordingAppender appender = reconfigure(ring,
					"<AsyncLogger name='mixed' level='ALL'/><Root level='ALL'/>");
			ring.context.configure(TestRing.SETTINGS);
			awaitCount(appender, 1);
			LogEvent event = appender.last();
			assertThat(event.getLoggerName()).isEqualTo("io.github.ringlog");
			assertThat(event.getLevel()).isEqualTo(Level.WARN);
			assertThat(event.getMessage().getFormattedMessage())
				.contains("<Logger name=\"mixed\" level=\"…\"> … </Logger>")
				.doesNotContain("<Root");
			ring.drain();
			assertThat(appender.count()).isEqualTo(1);
		}
	}

	@Test
	void warnsOfAnAsynchronousRoot() {
		try (TestRing ring = new TestRing()) {
			RecordingAppender appender = reconfigure(ring, "<AsyncRoot level='ALL'/>");
			awaitCount(appender, 1);
			assertThat(appender.texts().get(0)).contains("<Root level=\"…\"> … </Root>");
		}
	}

	@Test
	void doesNotWarnOfOrdinaryLoggers() {
		try (TestRing ring = new TestRing()) {
			RecordingAppender appender = reconfigure(ring, "<Logger name='plain' level='ALL'/><Root level='ALL'/>");
			ring.drain();
			assertThat(appender.count()).isZero();
		}
	}

	@Test
	void doesNotWarnWhenDisabled() {
		try (TestRing ring = new TestRing(DISABLED)) {
			RecordingAppender appender = reconfigure(ring, "<AsyncRoot level='ALL'/>");
			ring.drain();
			assertThat(appender.count()).isZero();
		}
	}

	private static RecordingAppender reconfigure(TestRing ring, String loggers) {
		RecordingAppender appender = new RecordingAppender();
		ring.context.reconfigure(new TestConfiguration(appender, loggers));
		return appender;
	}

	private static void awaitCount(RecordingAppender appender, int count) {
		Awaitility.await().until(() -> appender.count() == count);
	}

}
