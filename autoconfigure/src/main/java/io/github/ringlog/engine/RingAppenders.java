package io.github.ringlog.engine;

import java.io.Flushable;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.LifeCycle2;
import org.apache.logging.log4j.core.appender.AbstractOutputStreamAppender;
import org.apache.logging.log4j.core.appender.AsyncAppender;
import org.apache.logging.log4j.core.appender.FileAppender;
import org.apache.logging.log4j.core.appender.RandomAccessFileAppender;
import org.apache.logging.log4j.core.appender.RollingFileAppender;
import org.apache.logging.log4j.core.appender.RollingRandomAccessFileAppender;
import org.apache.logging.log4j.core.config.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * Those appenders of a configuration that hold events back until they are flushed. The
 * writer flushes them at the end of a batch: they do it themselves only where the last
 * event of the batch is one that they take. Not those behind an {@link AsyncAppender},
 * whose thread sees to them: the writer would wait for them.
 */
final class RingAppenders {

	static final RingAppenders NONE = new RingAppenders(List.of(), List.of());

	private final List<Flushable> flushables;

	private final List<LifeCycle2> stoppables;

	private RingAppenders(List<Flushable> flushables, List<LifeCycle2> stoppables) {
		this.flushables = flushables;
		this.stoppables = stoppables;
	}

	static RingAppenders of(Configuration configuration) {
		List<Appender> appenders = List.copyOf(configuration.getAppenders().values());
		Set<String> elsewhere = behindAsyncAppenders(configuration, appenders);
		return new RingAppenders(
				appenders.stream()
					.filter((appender) -> !elsewhere.contains(appender.getName()))
					.map(RingAppenders::flushable)
					.filter(Objects::nonNull)
					.toList(),
				appenders.stream()
					.filter(Flushable.class::isInstance)
					.filter(LifeCycle2.class::isInstance)
					.map(LifeCycle2.class::cast)
					.toList());
	}

	private static Set<String> behindAsyncAppenders(Configuration configuration, List<Appender> appenders) {
		Set<String> names = appenders.stream()
			.filter(AsyncAppender.class::isInstance)
			.flatMap((appender) -> Arrays.stream(((AsyncAppender) appender).getAppenderRefStrings()))
			.collect(Collectors.toSet());
		configuration.getLoggers().values().forEach((logger) -> names.removeAll(logger.getAppenders().keySet()));
		return names;
	}

	private static @Nullable Flushable flushable(Appender appender) {
		if (appender instanceof Flushable flushable) {
			return flushable;
		}
		// Not all that have the option: a socket holds nothing back, nor does a mapped
		// file, and to flush the latter is to wait for the disk.
		boolean file = appender instanceof FileAppender || appender instanceof RandomAccessFileAppender
				|| appender instanceof RollingFileAppender || appender instanceof RollingRandomAccessFileAppender;
		if (file && appender instanceof AbstractOutputStreamAppender<?> stream && !stream.getImmediateFlush()) {
			return () -> stream.getManager().flush();
		}
		return null;
	}

	/**
	 * Flush them. Does not throw.
	 */
	void flush(Consumer<Throwable> onFailure) {
		for (int i = 0; i < this.flushables.size(); i++) {
			try {
				this.flushables.get(i).flush();
			}
			catch (Throwable ex) {
				onFailure.accept(ex);
			}
		}
	}

	/**
	 * Stop those that tell of what they hold while one is stuck. The configuration would
	 * wait for that one first, longer than there is time.
	 */
	void stop() {
		for (LifeCycle2 appender : this.stoppables) {
			appender.stop(0, TimeUnit.MILLISECONDS);
		}
	}

}
