package io.github.ringlog.engine;

import java.io.Flushable;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Appenders that can be flushed are flushed at the end of a batch.
 */
@Timeout(30)
class FlushTests {

	@Test
	void flushesAnAppenderThatHasNotGotTheLastEvent() {
		FlushableAppender other = new FlushableAppender(false);
		try (TestRing ring = ringWith(other)) {
			ring.logger.info("for another appender");
			Awaitility.await().until(() -> ring.statistics.written() == 1);
			assertThat(other.flushed).hasValue(1);
		}
	}

	@Test
	void countsAnAppenderThatFailsToFlush() {
		try (TestRing ring = ringWith(new FlushableAppender(true))) {
			ring.logger.info("one");
			Awaitility.await().until(() -> ring.statistics.written() == 1);
			ring.logger.info("two");
			Awaitility.await().until(() -> ring.statistics.written() == 2);
			assertThat(ring.statistics.writerErrors()).isEqualTo(2);
			assertThat(ring.appender.texts()).containsExactly("one", "two");
		}
	}

	private static TestRing ringWith(FlushableAppender appender) {
		return new TestRing(TestRing.SETTINGS, new RecordingAppender(),
				(configuration) -> configuration.addAppender(appender));
	}

	private static final class FlushableAppender extends AbstractAppender implements Flushable {

		private final AtomicInteger flushed = new AtomicInteger();

		private final boolean fails;

		FlushableAppender(boolean fails) {
			super("flushable", null, null, true, Property.EMPTY_ARRAY);
			this.fails = fails;
		}

		@Override
		public void append(LogEvent event) {
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
