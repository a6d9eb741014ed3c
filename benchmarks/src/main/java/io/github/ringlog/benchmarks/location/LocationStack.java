package io.github.ringlog.benchmarks.location;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

import io.github.ringlog.engine.RingLogContextSelector;
import io.github.ringlog.engine.RingLoggerContext;
import io.github.ringlog.engine.RingSettings;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.async.AsyncLoggerContext;
import org.apache.logging.log4j.core.async.AsyncLoggerContextSelector;
import org.apache.logging.log4j.core.jmx.RingBufferAdmin;

/**
 * The stacks that are compared. All write to a file that is flushed at the end of a
 * batch, all have 262,144 slots: enough for 16 batches, so that no caller waits for the
 * writer.
 */
public enum LocationStack {

	/**
	 * The engine of this project.
	 */
	RINGLOG {

		@Override
		Running start(boolean location, Path directory) {
			LoggerContext context = startLog4j(RingLogContextSelector.class, location, directory);
			RingSettings defaults = RingSettings.defaults();
			((RingLoggerContext) context)
				.configure(new RingSettings(true, SLOTS, defaults.waitStrategy(), defaults.overflow(),
						defaults.shedding(), defaults.synchronousLoggers(), defaults.drainTimeout(), location));
			return new Log4j(context, new LogCall(), directory);
		}

	},

	/**
	 * Log4j's own asynchronous loggers, with {@code includeLocation}.
	 */
	LOG4J_ASYNC {

		@Override
		Running start(boolean location, Path directory) {
			LoggerContext context = startLog4j(AsyncLoggerContextSelector.class, location, directory);
			return new Log4j(context, new LogCall(), directory);
		}

	},

	/**
	 * Logback's {@code AsyncAppender}, with {@code includeCallerData}.
	 */
	LOGBACK {

		@Override
		Running start(boolean location, Path directory) throws Exception {
			return IsolatedLogback.start(location, directory);
		}

	};

	static final int SLOTS = 1 << 18;

	abstract Running start(boolean location, Path directory) throws Exception;

	private static LoggerContext startLog4j(Class<?> selector, boolean location, Path directory) {
		System.setProperty("ringlog.benchmark.directory", directory.toString());
		System.setProperty("ringlog.benchmark.location", Boolean.toString(location));
		System.setProperty("ringlog.benchmark.where", location ? "%C{1}.%M:%L" : "%c{1}");
		System.setProperty("log4j2.configurationFile", "classpath:benchmark-location.xml");
		System.setProperty("log4j2.isWebapp", "false");
		System.setProperty("log4j2.asyncLoggerRingBufferSize", Integer.toString(SLOTS));
		System.setProperty("log4j2.contextSelector", selector.getName());
		return (LoggerContext) LogManager.getContext(false);
	}

	/**
	 * A stack that was started, once in a JVM.
	 */
	interface Running {

		Runnable call();

		/**
		 * Wait until all is written.
		 */
		void awaitEmpty();

		void stop() throws IOException;

		static void delete(Path directory) throws IOException {
			try (Stream<Path> files = Files.list(directory)) {
				for (Path file : files.toList()) {
					Files.delete(file);
				}
			}
			Files.delete(directory);
		}

	}

	private record Log4j(LoggerContext context, Runnable call, Path directory) implements Running {

		@Override
		public void awaitEmpty() {
			RingBufferAdmin ring = ((AsyncLoggerContext) this.context).createRingBufferAdmin();
			while (ring.getRemainingCapacity() < ring.getBufferSize()) {
				LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(100));
			}
		}

		@Override
		public void stop() throws IOException {
			this.context.stop(1, TimeUnit.MINUTES);
			Running.delete(this.directory);
		}

	}

}
