package io.github.ringlog.logger;

import java.io.Flushable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import io.github.ringlog.location.AppenderDecorator;
import io.github.ringlog.ring.Ledger;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.ErrorHandler;
import org.apache.logging.log4j.core.LifeCycle2;
import org.apache.logging.log4j.core.LogEvent;
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
 * The appenders of the configuration in force: those it begins with, those added to it,
 * and those that a {@link RoutingAppender} makes. Counts their errors. At the end of a
 * batch it flushes the appenders that buffer events, because they flush themselves only
 * if they take the last event of the batch. Appenders behind an {@link AsyncAppender} are
 * left to its thread, because the writer would wait for that.
 */
final class RingAppenders {

	// An appender that replaces another one is found after this time; an added or removed
	// one, or another configuration, is found at once.
	private static final long REFRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

	private final Supplier<Configuration> configuration;

	private final Function<Configuration, Collection<Appender>> roots;

	private final Ledger ledger;

	// Replaced as a whole by the writer, or by the thread that stops the appenders.
	private volatile @Nullable Known known;

	/**
	 * Take charge of appenders.
	 * @param configuration the configuration in force
	 * @param roots its appenders, without those that they make
	 * @param ledger counts their errors
	 */
	RingAppenders(Supplier<Configuration> configuration, Function<Configuration, Collection<Appender>> roots,
			Ledger ledger) {
		this.configuration = configuration;
		this.roots = roots;
		this.ledger = ledger;
	}

	/**
	 * Count the errors of appenders that may get events before the writer looks for them.
	 */
	void countErrors(Collection<Appender> appenders) {
		appenders.forEach((appender) -> CountingErrorHandler.install(appender, this.ledger));
	}

	private Known known() {
		Configuration current = this.configuration.get();
		Known last = this.known;
		long now = System.nanoTime();
		if (last == null || last.configuration != current || size(current, last.routings) != last.size
				|| now - last.since > REFRESH_NANOS) {
			last = find(current, now);
			this.known = last;
		}
		return last;
	}

	private Known find(Configuration current, long now) {
		List<Appender> appenders = new ArrayList<>(this.roots.apply(current));
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
		countErrors(appenders);
		Set<String> elsewhere = behindAsyncAppenders(current, appenders);
		List<Flushable> flushables = appenders.stream()
			.filter((appender) -> !elsewhere.contains(appender.getName()))
			.map(RingAppenders::flushable)
			.filter(Objects::nonNull)
			.toList();
		return new Known(current, flushables, routings, size(current, routings), now);
	}

	private static Set<String> behindAsyncAppenders(Configuration current, List<Appender> appenders) {
		Set<String> names = appenders.stream()
			.map(AppenderDecorator::unwrap)
			.filter(AsyncAppender.class::isInstance)
			.flatMap((appender) -> Arrays.stream(((AsyncAppender) appender).getAppenderRefStrings()))
			.collect(Collectors.toSet());
		current.getLoggers().values().forEach((logger) -> names.removeAll(logger.getAppenders().keySet()));
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

	private int size(Configuration current, List<RoutingAppender> routings) {
		int size = this.roots.apply(current).size();
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
			List<Flushable> flushables = known().flushables;
			for (int i = 0; i < flushables.size(); i++) {
				flush(flushables.get(i), onFailure);
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
		this.ledger.countError("An appender could not be flushed", failure);
		onFailure.accept(failure);
	}

	/**
	 * Stop the appenders that report lost events, because one is stuck. The configuration
	 * would wait for the stuck one first, longer than there is time.
	 */
	void stop() {
		for (Flushable appender : known().flushables) {
			if (appender instanceof LifeCycle2 stoppable) {
				stoppable.stop(0, TimeUnit.MILLISECONDS);
			}
		}
	}

	/**
	 * Return whether an appender throws events away when its queue is full. One with an
	 * {@code errorRef} hands them to another appender.
	 */
	static boolean discards(Appender appender) {
		return appender instanceof AsyncAppender async && !async.isBlocking() && async.getErrorRef() == null;
	}

	private record Known(Configuration configuration, List<Flushable> flushables, List<RoutingAppender> routings,
			int size, long since) {
	}

	/**
	 * Counts what appenders report and passes it on to the handler they had. An event
	 * that fails is counted once, however many reports it causes. A report without an
	 * event or a failure is what an {@link AsyncAppender} makes of each event that it
	 * discards.
	 */
	static final class CountingErrorHandler implements ErrorHandler {

		private final ErrorHandler delegate;

		private final Ledger ledger;

		private final @Nullable LongAdder discarded;

		private CountingErrorHandler(ErrorHandler delegate, Ledger ledger, @Nullable LongAdder discarded) {
			this.delegate = delegate;
			this.ledger = ledger;
			this.discarded = discarded;
		}

		static void install(Appender appender, Ledger ledger) {
			ErrorHandler handler = appender.getHandler();
			if (handler != null && !(handler instanceof CountingErrorHandler)) {
				LongAdder discarded = discards(appender) ? ledger.discarded(appender.getName()) : null;
				appender.setHandler(new CountingErrorHandler(handler, ledger, discarded));
			}
		}

		@Override
		public void error(String msg) {
			this.ledger.countError(msg, null);
			if (this.discarded != null) {
				this.discarded.increment();
			}
			this.delegate.error(msg);
		}

		@Override
		public void error(String msg, Throwable thrown) {
			this.ledger.countError(msg, thrown);
			this.delegate.error(msg, thrown);
		}

		@Override
		public void error(String msg, @Nullable LogEvent event, Throwable thrown) {
			if (event == null) {
				this.ledger.countError(msg, thrown);
			}
			else if (WrittenEvent.noteFailure(event)) {
				this.ledger.countFailed(event.getLevel(), msg, thrown);
			}
			this.delegate.error(msg, event, thrown);
		}

	}

}
