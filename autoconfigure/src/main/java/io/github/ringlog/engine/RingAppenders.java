package io.github.ringlog.engine;

import java.io.Flushable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import io.github.ringlog.location.AppenderDecorator;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.LifeCycle2;
import org.apache.logging.log4j.core.appender.AbstractOutputStreamAppender;
import org.apache.logging.log4j.core.appender.AsyncAppender;
import org.apache.logging.log4j.core.appender.FileAppender;
import org.apache.logging.log4j.core.appender.RandomAccessFileAppender;
import org.apache.logging.log4j.core.appender.RollingFileAppender;
import org.apache.logging.log4j.core.appender.RollingRandomAccessFileAppender;
import org.apache.logging.log4j.core.appender.routing.RoutingAppender;
import org.apache.logging.log4j.core.config.AppenderControl;
import org.apache.logging.log4j.core.config.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * The appenders of a configuration: those it begins with, those added to it, and those
 * that a {@link RoutingAppender} makes. Counts their errors. At the end of a batch it
 * flushes the appenders that buffer events, because they flush themselves only if they
 * take the last event of the batch. Appenders behind an {@link AsyncAppender} are left to
 * its thread, because the writer would wait for that.
 */
final class RingAppenders {

	// An appender that replaces another one is found after this time; an added or removed
	// one is found at once.
	private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

	private final Supplier<? extends Collection<Appender>> roots;

	private final Configuration configuration;

	private final RingCounters counters;

	// Replaced as a whole, by whoever creates this object and then by the writer.
	private volatile Known known;

	/**
	 * Take charge of appenders.
	 * @param roots the appenders, without those that they make
	 * @param configuration their configuration
	 * @param counters counts their errors
	 */
	RingAppenders(Supplier<? extends Collection<Appender>> roots, Configuration configuration, RingCounters counters) {
		this.roots = roots;
		this.configuration = configuration;
		this.counters = counters;
		this.known = look(System.nanoTime());
	}

	private Known look(long now) {
		List<Appender> appenders = new ArrayList<>(this.roots.get());
		List<RoutingAppender> routings = new ArrayList<>();
		for (int i = 0; i < appenders.size(); i++) {
			if (appenders.get(i) instanceof RoutingAppender routing) {
				routings.add(routing);
				routing.getAppenders()
					.values()
					.stream()
					.map(AppenderControl::getAppender)
					.filter((appender) -> !appenders.contains(appender))
					.forEach(appenders::add);
			}
		}
		appenders.forEach((appender) -> CountingErrorHandler.install(appender, this.counters));
		Set<String> elsewhere = behindAsyncAppenders(appenders);
		List<Flushable> flushables = appenders.stream()
			.filter((appender) -> !elsewhere.contains(appender.getName()))
			.map(RingAppenders::flushable)
			.filter(Objects::nonNull)
			.toList();
		return new Known(flushables, routings, size(routings), now);
	}

	private Set<String> behindAsyncAppenders(List<Appender> appenders) {
		Set<String> names = appenders.stream()
			.map(AppenderDecorator::unwrap)
			.filter(AsyncAppender.class::isInstance)
			.flatMap((appender) -> Arrays.stream(((AsyncAppender) appender).getAppenderRefStrings()))
			.collect(Collectors.toSet());
		this.configuration.getLoggers().values().forEach((logger) -> names.removeAll(logger.getAppenders().keySet()));
		return names;
	}

	private static @Nullable Flushable flushable(Appender appender) {
		if (appender instanceof Flushable flushable) {
			return flushable;
		}
		// Not all appenders with that option: a socket buffers nothing, and neither does
		// a mapped file, whose flush waits for the disk.
		boolean file = appender instanceof FileAppender || appender instanceof RandomAccessFileAppender
				|| appender instanceof RollingFileAppender || appender instanceof RollingRandomAccessFileAppender;
		if (file && appender instanceof AbstractOutputStreamAppender<?> stream && !stream.getImmediateFlush()) {
			return () -> stream.getManager().flush();
		}
		return null;
	}

	private int size(List<RoutingAppender> routings) {
		int size = this.roots.get().size();
		for (int i = 0; i < routings.size(); i++) {
			size += routings.get(i).getAppenders().size();
		}
		return size;
	}

	/**
	 * Flush them. Does not throw. Called by the writer.
	 */
	void flush(Consumer<Throwable> onFailure) {
		try {
			Known current = this.known;
			long now = System.nanoTime();
			if (size(current.routings) != current.size || now - current.since > LOOK_NANOS) {
				current = look(now);
				this.known = current;
			}
			for (int i = 0; i < current.flushables.size(); i++) {
				flush(current.flushables.get(i), onFailure);
			}
		}
		catch (Throwable ex) {
			countFailure(ex, onFailure);
		}
	}

	private void flush(Flushable appender, Consumer<Throwable> onFailure) {
		try {
			appender.flush();
		}
		catch (Throwable ex) {
			countFailure(ex, onFailure);
		}
	}

	private void countFailure(Throwable failure, Consumer<Throwable> onFailure) {
		this.counters.countError("An appender could not be flushed", failure);
		onFailure.accept(failure);
	}

	/**
	 * Stop the appenders that report lost events, because one is stuck. The configuration
	 * would wait for the stuck one first, longer than there is time.
	 */
	void stop() {
		for (Flushable appender : this.known.flushables) {
			if (appender instanceof LifeCycle2 stoppable) {
				stoppable.stop(0, TimeUnit.MILLISECONDS);
			}
		}
	}

	private record Known(List<Flushable> flushables, List<RoutingAppender> routings, int size, long since) {
	}

}
