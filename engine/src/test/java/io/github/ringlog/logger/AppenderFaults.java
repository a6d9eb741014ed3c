package io.github.ringlog.logger;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

import io.github.ringlog.kit.Needs;
import io.github.ringlog.ring.DropReason;
import io.github.ringlog.ring.LevelIndex;
import io.github.ringlog.settings.RingSettings;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.FileAppender;
import org.apache.logging.log4j.core.config.Configuration;

import org.springframework.test.util.ReflectionTestUtils;

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
				new FullDisk(), "a disk that fails half of the time", new FailingDisk());
	}

	/** Fails on half of the events. */
	private static final class ThrowingAppender extends Fault {

		@Override
		void append(LogEvent event) {
			switch (Flood.number(event) % 4) {
				case 0 -> throw new IllegalStateException("test");
				case 1 -> throw new NoClassDefFoundError("test");
				default -> {
				}
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
			assertThat(LevelIndex.LEVELS.stream()
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
			assertThat(LevelIndex.LEVELS.stream().mapToLong(flood.statistics::failed).sum())
				.isEqualTo(flood.statistics.written() + flood.statistics.synchronous());
		}

	}

	/**
	 * Takes every other write of a file of Log4j's, and nothing of those between.
	 */
	private static final class FailingDisk extends Fault {

		private volatile CountDownLatch full = new CountDownLatch(1);

		@Override
		Configuration configuration(Flood flood) {
			try {
				// There is no file: another stream takes its place before the first
				// event.
				return XmlSource.configuration("""
						<Configuration status='OFF' shutdownHook='disable'>
						  <Appenders>
						    <File name='main' fileName='target/failing-disk.log' createOnDemand='true'>
						      <PatternLayout pattern='%p %m%n'/>
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
			this.full = new CountDownLatch(1);
			FileAppender appender = flood.context.getConfiguration().getAppender("main");
			ReflectionTestUtils.invokeMethod(appender.getManager(), "setOutputStream",
					new FailingStream(flood, this.full));
		}

		@Override
		void meanwhile(Flood flood) {
			flood.awaitFull(flood.statistics);
			this.full.countDown();
		}

		@Override
		void assertShown(Flood flood) {
			assertThat(LevelIndex.LEVELS.stream().mapToLong(flood.statistics::failed).sum()).isBetween(1L,
					flood.statistics.written() + flood.statistics.synchronous() - 1);
		}

	}

	private static final class FailingStream extends OutputStream {

		private final Flood flood;

		private final CountDownLatch full;

		// Guarded by this.
		private boolean fails;

		FailingStream(Flood flood, CountDownLatch full) {
			this.flood = flood;
			this.full = full;
		}

		@Override
		public void write(int value) throws IOException {
			throw new IOException("Not a line");
		}

		@Override
		public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
			try {
				this.full.await();
			}
			catch (InterruptedException ex) {
				throw new InterruptedIOException();
			}
			this.fails = !this.fails;
			if (this.fails) {
				throw new IOException("test");
			}
			new String(bytes, offset, length, StandardCharsets.UTF_8).lines()
				// A new line begins after a write that has failed.
				.filter((line) -> !line.isEmpty())
				.forEach((line) -> this.flood.taken(Level.valueOf(line.substring(0, line.indexOf(' ')))));
		}

	}

}
