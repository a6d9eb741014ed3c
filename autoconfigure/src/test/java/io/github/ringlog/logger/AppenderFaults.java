package io.github.ringlog.logger;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

import io.github.ringlog.kit.Needs;
import io.github.ringlog.ring.DropReason;
import io.github.ringlog.ring.RingSettings;
import io.github.ringlog.ring.RingStatistics;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.config.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Makes appenders fail or stand still.
 */
final class AppenderFaults {

	private AppenderFaults() {
	}

	static Map<String, Fault> all() {
		return Map.of("an appender that throws", new ThrowingAppender(), "an appender that stands still for a while",
				new SlowAppender(), "an appender that stands still for good", new StuckAppender(), "a full disk",
				new FullDisk());
	}

	private static final class ThrowingAppender extends Fault {

		@Override
		void append(LogEvent event) {
			int number = Flood.number(event);
			if (number % 7 == 0) {
				throw new IllegalStateException("test");
			}
			if (number % 7 == 1) {
				throw new NoClassDefFoundError("test");
			}
		}

		@Override
		void assertShown(Flood flood) {
			assertThat(flood.statistics.writerErrors()).isPositive();
		}

	}

	/** As each fault does by default. */
	private static final class SlowAppender extends Fault {

	}

	private static final class StuckAppender extends Fault {

		@Override
		RingSettings settings(RingSettings settings) {
			return withDrainTimeout(settings, Duration.ofMillis(100));
		}

		@Override
		void meanwhile(Flood flood) {
			flood.awaitFull(flood.statistics);
			flood.context.drain();
		}

		@Override
		void end(Flood flood) throws InterruptedException {
			// Without a ring, callers write themselves.
			flood.appender.release();
			super.end(flood);
		}

		@Override
		boolean isCountedByTheAppender() {
			// The event in progress counts as dropped, too.
			return false;
		}

		@Override
		void assertShown(Flood flood) {
			assertThat(RingStatistics.levels()
				.stream()
				.mapToLong((level) -> flood.statistics.dropped(level, DropReason.SHUTDOWN))
				.sum()).isPositive();
		}

	}

	private static final class FullDisk extends Fault {

		private static final Path FULL = Path.of("/dev/full");

		@Override
		Configuration configuration(Flood flood) {
			Needs.that(Files.exists(FULL), "dev-full");
			try {
				return XmlSource.configuration("""
						<Configuration status='OFF' shutdownHook='disable'>
						  <Appenders>
						    <File name='main' fileName='/dev/full' immediateFlush='false'>
						      <PatternLayout pattern='%m%n'/>
						    </File>
						  </Appenders>
						  <Loggers>
						    <Logger name='io.github.ringlog' level='OFF'/>
						    <Root level='ALL'><AppenderRef ref='main'/></Root>
						  </Loggers>
						</Configuration>""");
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

		@Override
		void prepare(Flood flood) {
			// The disk is what holds the writer up.
		}

		@Override
		void meanwhile(Flood flood) {
		}

		@Override
		void assertShown(Flood flood) {
			assertThat(RingStatistics.levels().stream().mapToLong(flood.statistics::failed).sum())
				.isEqualTo(flood.statistics.written() + flood.statistics.synchronous());
		}

	}

}
