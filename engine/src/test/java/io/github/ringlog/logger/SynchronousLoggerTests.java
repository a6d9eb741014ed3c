package io.github.ringlog.logger;

import io.github.ringlog.settings.RingSettings;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LoggingException;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.AppenderLoggingException;
import org.apache.logging.log4j.core.config.AwaitCompletionReliabilityStrategy;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Loggers that write on the calling thread.
 */
@Timeout(120)
class SynchronousLoggerTests {

	@ParameterizedTest
	@ValueSource(strings = { "a.b", "a.b.c", "a.b.c.d" })
	void aNameAndItsChildrenAreSynchronous(String name) {
		try (TestRing ring = new TestRing(TestRing.synchronous("other", "a.b"))) {
			ring.context.getLogger(name).info("text");
			assertThat(ring.appender.count()).isEqualTo(1);
			assertThat(ring.statistics.synchronous()).isEqualTo(1);
			assertThat(ring.statistics.published()).isZero();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "a", "a.bc", "a.c", "b", "x.a.b", "A.B" })
	void otherNamesAreNot(String name) {
		try (TestRing ring = new TestRing(TestRing.synchronous("a.b"))) {
			ring.context.getLogger(name).info("text");
			ring.drain();
			assertThat(ring.statistics.synchronous()).isZero();
			assertThat(ring.statistics.published()).isEqualTo(1);
		}
	}

	@Test
	void writesThoughTheRingIsFull() throws InterruptedException {
		try (TestRing ring = new TestRing(TestRing.synchronous("sync"))) {
			ring.fill();
			Thread caller = TestRing.start(() -> ring.context.getLogger("sync").info("text"));
			ring.appender.release();
			TestRing.join(caller);
			assertThat(ring.statistics.blocked()).isZero();
			assertThat(ring.statistics.synchronous()).isEqualTo(1);
		}
	}

	@Test
	void whatAnAppenderThrowsReachesTheCaller() {
		try (TestRing ring = failingRing(false)) {
			assertThatExceptionOfType(LoggingException.class)
				.isThrownBy(() -> ring.context.getLogger("sync").info("text"))
				.withMessage("test");
			assertThat(ring.statistics.writerErrors()).isEqualTo(1);
			assertThat(ring.statistics.synchronous()).isEqualTo(1);
		}
	}

	@Test
	void whatAnAppenderThrowsReachesTheCallerAsLongAsThereIsNoRing() {
		RecordingAppender appender = new RecordingAppender(null, false);
		appender.onEvent((event) -> {
			throw new AppenderLoggingException("test");
		});
		RingLoggerContext context = TestRing.newContext();
		try {
			context.start(new TestConfiguration(appender));
			assertThatExceptionOfType(LoggingException.class).isThrownBy(() -> context.getLogger("test").info("text"))
				.withMessage("test");
			assertThatExceptionOfType(LoggingException.class)
				.isThrownBy(() -> context.getLogger("test").info("{}", "text"))
				.withMessage("test");
			context.configure(TestRing.SETTINGS);
			context.getLogger("test").info("text");
			context.drain();
			assertThat(context.statistics().writerErrors()).isEqualTo(3);
		}
		finally {
			context.stop();
		}
	}

	@Test
	void whatAnAppenderThrowsReachesNoOtherCaller() {
		try (TestRing ring = failingRing(false)) {
			ring.logger.info("text");
			ring.drain();
			assertThat(ring.statistics.writerErrors()).isEqualTo(1);
		}
	}

	@Test
	void nothingReachesTheCallerWhenTheAppenderIgnoresExceptions() {
		try (TestRing ring = failingRing(true)) {
			ring.context.getLogger("sync").info("text");
			assertThat(ring.statistics.writerErrors()).isEqualTo(1);
		}
	}

	@Test
	void changeAtRuntime() {
		try (TestRing ring = new TestRing()) {
			ring.context.configure(TestRing.synchronous("test"));
			ring.logger.info("text");
			assertThat(ring.statistics.synchronous()).isEqualTo(1);
			ring.context.configure(TestRing.SETTINGS);
			ring.logger.info("text");
			ring.drain();
			assertThat(ring.statistics.synchronous()).isEqualTo(1);
			assertThat(ring.statistics.published()).isEqualTo(1);
		}
	}

	@Test
	void theWriterSurvivesWhenItsOwnLoggerIsSynchronousAndFails() {
		RecordingAppender appender = new RecordingAppender(null, false);
		RingSettings settings = TestRing.synchronous("io.github.ringlog")
			.withOverflow(RingSettings.Overflow.drop(Level.INFO));
		try (TestRing ring = new TestRing(settings, appender)) {
			appender.onEvent(SynchronousLoggerTests::failOnSummary);
			ring.fill();
			ring.logger.info("dropped");
			appender.release();
			Awaitility.await().until(() -> ring.statistics.writerErrors() == 1);
			ring.logger.info("afterwards");
			Awaitility.await().until(() -> appender.count() == TestRing.SIZE + 1);
		}
	}

	@Test
	void anEventIsCountedOnceThoughReleasingTheConfigurationFails() {
		RecordingAppender appender = new RecordingAppender();
		TestConfiguration configuration = new TestConfiguration(appender)
			.withReliability((logger) -> new AwaitCompletionReliabilityStrategy(logger) {

				@Override
				public void afterLogEvent() {
					super.afterLogEvent();
					throw new StackOverflowError();
				}

			});
		try (TestRing ring = new TestRing(TestRing.synchronous("sync"), appender, configuration)) {
			ring.context.getLogger("sync").info("text");
			assertThat(appender.count()).isEqualTo(1);
			assertThat(ring.statistics.synchronous()).isEqualTo(1);
			assertThat(ring.statistics.dropped()).isZero();
		}
	}

	private static void failOnSummary(LogEvent event) {
		if (event.getLoggerName().equals("io.github.ringlog")) {
			throw new AppenderLoggingException("test");
		}
	}

	private static TestRing failingRing(boolean ignoreExceptions) {
		RecordingAppender appender = new RecordingAppender(null, ignoreExceptions);
		TestRing ring = new TestRing(TestRing.synchronous("sync"), appender);
		appender.onEvent((event) -> {
			throw new AppenderLoggingException("test");
		});
		return ring;
	}

}
