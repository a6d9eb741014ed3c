package io.github.ringlog.logger;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.ringlog.settings.Log4jPath;
import io.github.ringlog.settings.RingSettings;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LoggingException;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.AppenderLoggingException;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.filter.ThresholdFilter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Appenders that the calling thread calls, before the event goes into the ring.
 */
@Timeout(60)
class SynchronousAppenderTests {

	private static final RingSettings SETTINGS = TestSettings.withSynchronousAppenders(TestRing.SETTINGS,
			List.of("called"));

	private final RecordingAppender called = new RecordingAppender("called", null, true);

	@ParameterizedTest
	@EnumSource(names = { "ALWAYS", "NEVER" })
	void theCallerCallsThemAndTheWriterDoesNot(Log4jPath path) {
		List<String> threads = new CopyOnWriteArrayList<>();
		this.called.onEvent((event) -> threads.add(Thread.currentThread().getName()));
		try (TestRing ring = ring(TestSettings.withLog4jPath(SETTINGS, path), this.called)) {
			ring.closeGate();
			ring.logger.info("event {}", 1);
			assertThat(this.called.texts()).containsExactly("gate", "event 1");
			assertThat(ring.appender.texts()).isEmpty();
			ring.appender.release();
			ring.awaitEmpty();
			assertThat(ring.appender.texts()).containsExactly("gate", "event 1");
			assertThat(this.called.count()).isEqualTo(2);
			assertThat(threads).containsOnly(Thread.currentThread().getName());
			assertThat(ring.statistics.written()).isEqualTo(2);
			assertThat(ring.statistics.published()).isEqualTo(2);
		}
	}

	@Test
	void filtersAndLevelsDecideAsWithoutARing() {
		try (TestRing ring = new TestRing(SETTINGS)) {
			this.called.start();
			this.called.addFilter(ThresholdFilter.createFilter(Level.ERROR, null, null));
			LoggerConfig root = ring.context.getConfiguration().getRootLogger();
			root.addAppender(this.called, Level.WARN, null);
			ring.logger.info("below the level of the reference");
			ring.logger.warn("below the filter of the appender");
			ring.logger.error("for it");
			root.addFilter(ThresholdFilter.createFilter(Level.FATAL, null, null));
			ring.logger.error("below the filter of the logger");
			ring.awaitEmpty();
			assertThat(this.called.texts()).containsExactly("for it");
			assertThat(ring.appender.count()).isEqualTo(3);
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "ALWAYS", "NEVER" })
	void anEventOnWhichTheyFailCountsOnceAsFailed(Log4jPath path) {
		RecordingAppender recorder = new RecordingAppender().throwing();
		try (TestRing ring = ring(TestSettings.withLog4jPath(SETTINGS, path), this.called.throwing(), recorder)) {
			ring.logger.error("failed", new IllegalStateException("test"));
			ring.logger.error("written");
			ring.awaitEmpty();
			assertThat(ring.statistics.written()).isEqualTo(2);
			assertThat(ring.statistics.failed(Level.ERROR)).isEqualTo(1);
			assertThat(recorder.count()).isEqualTo(1);
		}
	}

	@Test
	void whatOneThrowsReachesTheCallerAndTheOthersHaveTheEvent() {
		RecordingAppender throwing = new RecordingAppender("called", null, false);
		throwing.onEvent((event) -> {
			throw new AppenderLoggingException("test");
		});
		try (TestRing ring = ring(SETTINGS, throwing)) {
			assertThatExceptionOfType(LoggingException.class).isThrownBy(() -> ring.logger.error("event"))
				.withMessage("test");
			ring.awaitEmpty();
			assertThat(ring.appender.texts()).containsExactly("event");
			assertThat(ring.statistics.failed(Level.ERROR)).isEqualTo(1);
		}
	}

	@Test
	void whatOneLogsIsNotForItself() {
		try (TestRing ring = ring(SETTINGS, this.called)) {
			this.called.onEvent((event) -> ring.logger.info("nested"));
			ring.logger.info("event");
			ring.awaitEmpty();
			assertThat(this.called.texts()).containsExactly("event");
			assertThat(ring.appender.texts()).containsExactly("nested", "event");
			assertThat(ring.statistics.published()).isEqualTo(2);
		}
	}

	@Test
	void thoseOfOtherNamesAreForTheWriter() {
		List<LogEvent> events = new CopyOnWriteArrayList<>();
		this.called.onEvent((event) -> {
			assertThat(Thread.currentThread().getName()).isEqualTo("ringlog-writer");
			events.add(event);
		});
		try (TestRing ring = ring(TestRing.SETTINGS, this.called)) {
			ring.logger.info("event");
			ring.awaitEmpty();
			assertThat(events).hasSize(1);
			assertThat(ring.statistics.writerErrors()).isZero();
		}
	}

	private static TestRing ring(RingSettings settings, RecordingAppender called) {
		return ring(settings, called, new RecordingAppender());
	}

	private static TestRing ring(RingSettings settings, RecordingAppender called, RecordingAppender recorder) {
		called.start();
		return new TestRing(settings, recorder,
				(configuration) -> configuration.getRootLogger().addAppender(called, null, null));
	}

}
