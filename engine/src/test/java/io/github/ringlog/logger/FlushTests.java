package io.github.ringlog.logger;

import java.io.ByteArrayInputStream;
import java.io.Flushable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.ringlog.settings.RingSettings;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.appender.AsyncAppender;
import org.apache.logging.log4j.core.config.AppenderRef;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.ConfigurationException;
import org.apache.logging.log4j.core.config.ConfigurationSource;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.config.xml.XmlConfiguration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Appenders that can be flushed are flushed at the end of a batch.
 */
@Timeout(120)
class FlushTests {

	@Test
	void flushesAnAppenderThatHasNotGotTheLastEvent() {
		FlushableAppender other = new FlushableAppender(false);
		try (TestRing ring = ringWith(other)) {
			ring.logger.error("for both");
			ring.logger.info("for another appender");
			Awaitility.await().until(() -> ring.statistics.written() == 2);
			assertThat(other.flushed.get()).isBetween(1, 2);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "File", "RandomAccessFile", "RollingFile", "RollingRandomAccessFile" })
	void flushesAFileOfLog4jThatHasNotGotTheLastEvent(String element, @TempDir Path directory) throws IOException {
		Path file = directory.resolve("app.log");
		RecordingAppender last = new RecordingAppender();
		try (TestRing ring = new TestRing(TestRing.SETTINGS, last, withFile(element, file, last))) {
			ring.closeGate();
			ring.context.getLogger("to.file").info("a line");
			ring.logger.info("for another appender");
			assertThat(file).isEmptyFile();
			last.release();
			Awaitility.await().until(() -> ring.statistics.written() == 3);
			assertThat(file).hasContent("a line\n");
		}
	}

	private static Configuration withFile(String element, Path file, RecordingAppender other) throws IOException {
		boolean rolling = element.startsWith("Rolling");
		String xml = """
				<Configuration status='OFF'>
				  <Appenders>
				    <%s name='file' immediateFlush='false' fileName='%s' %s>
				      <PatternLayout pattern='%%m%%n'/>%s
				    </%s>
				  </Appenders>
				  <Loggers>
				    <Logger name='to.file' level='info' additivity='false'><AppenderRef ref='file'/></Logger>
				    <Root level='info'/>
				  </Loggers>
				</Configuration>
				""".formatted(element, file, rolling ? "filePattern='" + file + ".%i'" : "",
				rolling ? "<SizeBasedTriggeringPolicy size='1MB'/>" : "", element);
		Configuration configuration = new XmlConfiguration(new LoggerContext("file"),
				new ConfigurationSource(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8))));
		configuration.initialize();
		other.start();
		configuration.addAppender(other);
		configuration.getRootLogger().addAppender(other, null, null);
		return configuration;
	}

	@Test
	void leavesAnAppenderBehindAQueueToTheThreadOfThat() {
		FlushableAppender behind = new FlushableAppender(false);
		try (TestRing ring = new TestRing(TestRing.SETTINGS, new RecordingAppender(), (configuration) -> {
			configuration.addAppender(behind);
			AsyncAppender queue = AsyncAppender.newBuilder()
				.setName("queue")
				.setConfiguration(configuration)
				.setAppenderRefs(new AppenderRef[] { AppenderRef.createAppenderRef(behind.getName(), null, null) })
				.build();
			configuration.addAppender(queue);
			configuration.getRootLogger().addAppender(queue, null, null);
		})) {
			ring.logger.info("for the queue");
			Awaitility.await().until(() -> ring.statistics.written() == 1 && behind.appended.get() == 1);
			assertThat(behind.flushed).hasValue(0);
		}
	}

	@Test
	void countsAnAppenderThatFailsToFlush() {
		try (TestRing ring = ringWith(new FlushableAppender(true))) {
			ring.logger.error("one");
			Awaitility.await().until(() -> ring.statistics.written() == 1);
			ring.logger.error("two");
			Awaitility.await().until(() -> ring.statistics.written() == 2);
			assertThat(ring.statistics.writerErrors()).isEqualTo(2);
			assertThat(ring.appender.texts()).containsExactly("one", "two");
		}
	}

	@Test
	void goesOnAfterAConfigurationThatFailsToStart() {
		FlushableAppender appender = new FlushableAppender(false);
		try (TestRing ring = ringWith(appender)) {
			failToReconfigure(ring.context, new FlushableAppender(false));
			ring.logger.error("for both");
			Awaitility.await().until(() -> ring.statistics.written() == 1);
			assertThat(appender.flushed).hasValue(1);
		}
	}

	@Test
	void goesOnInTheRingOfAnAppenderAfterAConfigurationThatFailsToStart() {
		FlushableAppender appender = new FlushableAppender(false);
		RingSettings settings = TestSettings.withIsolation(TestRing.SETTINGS,
				Map.of("flushable", RingSettings.Isolation.defaults()));
		try (TestRing ring = isolatedRingWith(settings, appender)) {
			failToReconfigure(ring.context, new FlushableAppender(false));
			ring.logger.info("for both");
			Awaitility.await().until(() -> appender.flushed.get() > 0);
		}
	}

	private static TestRing isolatedRingWith(RingSettings settings, FlushableAppender appender) {
		TestRing ring = ringWith(new FlushableAppender(false));
		ring.context.configure(settings);
		ring.context.setConfiguration(both(ring.appender, appender));
		return ring;
	}

	private static TestConfiguration both(RecordingAppender first, FlushableAppender second) {
		return new TestConfiguration(first).with((configuration) -> {
			configuration.addAppender(second);
			configuration.getRootLogger().addAppender(second, null, null);
		});
	}

	private static void failToReconfigure(RingLoggerContext context, FlushableAppender appender) {
		assertThatExceptionOfType(ConfigurationException.class)
			.isThrownBy(() -> context.setConfiguration(both(new RecordingAppender(), appender).failingToStart()));
	}

	private static TestRing ringWith(FlushableAppender appender) {
		return new TestRing(TestRing.SETTINGS, new RecordingAppender(), (configuration) -> {
			configuration.addAppender(appender);
			configuration.getRootLogger().addAppender(appender, Level.ERROR, null);
		});
	}

	private static final class FlushableAppender extends AbstractAppender implements Flushable {

		private final AtomicInteger appended = new AtomicInteger();

		private final AtomicInteger flushed = new AtomicInteger();

		private final boolean fails;

		FlushableAppender(boolean fails) {
			super("flushable", null, null, true, Property.EMPTY_ARRAY);
			this.fails = fails;
		}

		@Override
		public void append(LogEvent event) {
			this.appended.incrementAndGet();
		}

		@Override
		public void flush() throws IOException {
			if (this.fails) {
				throw new IOException("test");
			}
			this.flushed.incrementAndGet();
		}

	}

}
