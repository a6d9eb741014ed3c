package io.github.ringlog.logger;

import io.github.ringlog.settings.RingSettings;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.appender.AsyncAppender;
import org.apache.logging.log4j.core.config.AppenderRef;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Log4j's own asynchronous appender behind the ring.
 */
@Timeout(120)
class AsyncAppenderTests {

	@Test
	void itsThreadDoesNotWaitForTheWriterThatWaitsForIt() throws InterruptedException {
		int events = 2000;
		RecordingAppender appender = new RecordingAppender();
		try (TestRing ring = ring(TestRing.SETTINGS, appender)) {
			appender.onEvent((event) -> {
				if (event.getLoggerName().equals("test")) {
					ring.context.getLogger("nested").info("of the appender");
				}
			});
			Thread caller = TestRing.start(() -> {
				for (int i = 0; i < events; i++) {
					ring.logger.info("event {}", i);
				}
			});
			TestRing.join(caller);
			Awaitility.await().until(() -> ring.statistics.used().getAsInt() == 0);
			Awaitility.await()
				.until(() -> appender.events()
					.stream()
					.filter((event) -> event.getLoggerName().equals("test"))
					.count() == events);
		}
	}

	@Test
	void locationIsCapturedForALayoutBehindIt() {
		RecordingAppender appender = new RecordingAppender(PatternLayout.newBuilder().withPattern("%L").build(), true);
		try (TestRing ring = ring(TestRing.capturingLocation(), appender)) {
			ring.logger.info("text");
			Awaitility.await().until(() -> appender.count() == 1);
			assertThat(appender.last().getSource()).isNotNull();
		}
	}

	@Test
	void locationIsNotCapturedForALayoutBehindOneThatLeavesItOut() {
		RecordingAppender appender = new RecordingAppender(PatternLayout.newBuilder().withPattern("%L").build(), true);
		try (TestRing ring = ring(TestRing.capturingLocation(), appender, false)) {
			ring.logger.info("text");
			Awaitility.await().until(() -> appender.count() == 1);
			assertThat(appender.last().getSource()).isNull();
		}
	}

	private static TestRing ring(RingSettings settings, RecordingAppender appender) {
		return ring(settings, appender, true);
	}

	private static TestRing ring(RingSettings settings, RecordingAppender appender, boolean includeLocation) {
		TestConfiguration configuration = new TestConfiguration(appender).with((tree) -> {
			AsyncAppender async = AsyncAppender.newBuilder()
				.setName("async")
				.setBufferSize(2)
				.setIncludeLocation(includeLocation)
				.setAppenderRefs(new AppenderRef[] { AppenderRef.createAppenderRef("recorder", null, null) })
				.setConfiguration(tree)
				.build();
			tree.addAppender(async);
			tree.getRootLogger().removeAppender("recorder");
			tree.getRootLogger().addAppender(async, null, null);
			tree.add(new LoggerConfig("nested", Level.ALL, true));
		});
		return new TestRing(settings, appender, configuration);
	}

}
