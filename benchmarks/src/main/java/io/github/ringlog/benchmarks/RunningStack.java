package io.github.ringlog.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.github.ringlog.engine.RingLoggerContext;
import io.github.ringlog.engine.RingSettings;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.async.AsyncLoggerContext;
import org.apache.logging.log4j.core.impl.Log4jContextFactory;
import org.apache.logging.log4j.core.jmx.RingBufferAdmin;

/**
 * Log4j, started once in this JVM with one of the stacks. All get a ring of the same size
 * and the reuse of thread locals, which Log4j by itself leaves off in a web application.
 */
final class RunningStack implements AutoCloseable {

	static final int BUFFER_SIZE = 16384;

	private final LoggerContext context;

	private final Path directory;

	private RunningStack(LoggerContext context, Path directory) {
		this.context = context;
		this.directory = directory;
	}

	static RunningStack start(Stack stack, Output output, RingSettings settings) {
		Path directory = createDirectory();
		System.setProperty("ringlog.benchmark.directory", directory.toString());
		System.setProperty("log4j2.configurationFile", "classpath:" + output.configuration());
		System.setProperty("log4j2.isWebapp", "false");
		System.setProperty("log4j2.asyncLoggerRingBufferSize", Integer.toString(BUFFER_SIZE));
		System.setProperty("log4j2.contextSelector", stack.selector().getName());
		if (((Log4jContextFactory) LogManager.getFactory()).getSelector().getClass() != stack.selector()) {
			throw new IllegalStateException("Log4j runs with another stack already; each needs a JVM of its own");
		}
		LoggerContext context = (LoggerContext) LogManager.getContext(false);
		if (context instanceof RingLoggerContext ringLog) {
			ringLog.configure(settings);
		}
		return new RunningStack(context, directory);
	}

	private static Path createDirectory() {
		try {
			return Files.createTempDirectory("ringlog-benchmark-");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Stop when the JVM ends. What stops in a method of JMH is profiled as part of the
	 * last iteration.
	 */
	RunningStack closeAtExit() {
		Runtime.getRuntime().addShutdownHook(new Thread(this::close));
		return this;
	}

	LoggerContext context() {
		return this.context;
	}

	/**
	 * Wait until the writer has written what is in the ring.
	 */
	void awaitEmptyRing() {
		if (this.context instanceof AsyncLoggerContext async) {
			RingBufferAdmin ring = async.createRingBufferAdmin();
			while (ring.getRemainingCapacity() < ring.getBufferSize()) {
				LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(100));
			}
		}
	}

	@Override
	public void close() {
		this.context.stop(1, TimeUnit.MINUTES);
		try {
			Files.deleteIfExists(this.directory.resolve("benchmark.log"));
			Files.deleteIfExists(this.directory);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
