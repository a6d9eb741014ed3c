package io.github.ringlog.logger;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.ringlog.settings.RingSettings;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.filter.AbstractFilter;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.ReusableMessageFactory;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the text and the parameters of reusable messages.
 */
@Timeout(120)
class ReusableMessageTests {

	@Test
	@SuppressWarnings("deprecation") // The format is still part of a message.
	void parametersAreKeptForWhoeverMayReadThem() throws IOException {
		Object parameter = new Object();
		RecordingAppender reader = new RecordingAppender();
		RingLoggerContext context = startWithAPattern();
		try {
			context.configure(RingSettings.defaults());
			Logger logger = context.getLogger("test", ReusableMessageFactory.INSTANCE);
			List<Message> seen = new CopyOnWriteArrayList<>();
			context.getConfiguration().getRootLogger().addFilter(new AbstractFilter() {

				@Override
				public Result filter(LogEvent event) {
					seen.add(event.toImmutable().getMessage());
					return Result.NEUTRAL;
				}

			});
			logger.info("one {}", parameter);
			Awaitility.await().until(() -> context.statistics().written() == 1);
			assertThat(seen).hasSize(1);
			assertThat(seen.get(0).getFormattedMessage()).isEqualTo("one " + parameter);
			// A filter is known from the next event on.
			assertThat(seen.get(0).getParameters()).containsExactly(parameter);
			reader.start();
			logger.addAppender(reader);
			logger.info("two {}", parameter);
			context.drain();
			assertThat(reader.last().getMessage().getFormattedMessage()).isEqualTo("two " + parameter);
			assertThat(reader.last().getMessage().getParameters()).containsExactly(parameter);
			assertThat(reader.last().getMessage().getFormat()).isEqualTo("two {}");
		}
		finally {
			context.stop();
		}
	}

	@Test
	void anAppenderThatALoggersConfigurationIsGivenReadsThemOnceLoggersAreUpdated() throws IOException {
		RingLoggerContext context = startWithAPattern();
		try {
			context.configure(RingSettings.defaults());
			Logger logger = context.getLogger("test", ReusableMessageFactory.INSTANCE);
			RecordingAppender reader = new RecordingAppender();
			reader.start();
			context.getConfiguration().getRootLogger().addAppender(reader, null, null);
			context.updateLoggers();
			logger.info("one {}", 1);
			context.getLogger("other", ReusableMessageFactory.INSTANCE).info("two {}", 2);
			context.drain();
			assertThat(reader.events()).hasSize(2)
				.allSatisfy((event) -> assertThat(event.getMessage().getParameters()).hasSize(1));
		}
		finally {
			context.stop();
		}
	}

	private static RingLoggerContext startWithAPattern() throws IOException {
		RingLoggerContext context = TestRing.newContext();
		context.start(XmlSource.configuration(
				"<Configuration status='OFF'><Appenders>" + "<RandomAccessFile name='file' fileName='/dev/null'>"
						+ "<PatternLayout pattern='%m'/></RandomAccessFile></Appenders><Loggers><Root level='info'>"
						+ "<AppenderRef ref='file'/></Root></Loggers></Configuration>"));
		return context;
	}

	@ParameterizedTest
	@NullSource
	@ValueSource(ints = { -1, 1 })
	void aReusableMessageOfTheApplicationMayHandOverWhatItLikes(@Nullable Integer length) {
		try (TestRing ring = new TestRing()) {
			RecordingAppender reader = ring.appender;
			for (int i = 0; i < 2 * TestRing.SIZE; i++) {
				ring.logger.info(new OwnReusableMessage("own text", length));
			}
			ring.drain();
			assertThat(reader.texts()).hasSize(2 * TestRing.SIZE).containsOnly("own text");
			assertThat(reader.last().getMessage().getParameters()).containsExactly(1, 2);
			assertThat(ring.statistics.writerErrors()).isZero();
		}
	}

}
