package io.github.ringlog.delivery;

import java.util.concurrent.atomic.LongAdder;

import io.github.ringlog.location.Reading;
import io.github.ringlog.ring.RingStatistics;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.ErrorHandler;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.AsyncAppender;
import org.jspecify.annotations.Nullable;

/**
 * Counts the errors that an appender reports, and passes them on to its former handler.
 * An event that fails is counted once, however many reports it causes. An
 * {@link AsyncAppender} reports each event that it discards, without the event and
 * without an exception. Any thread may call.
 */
public final class CountingErrorHandler implements ErrorHandler {

	private final ErrorHandler delegate;

	private final RingStatistics statistics;

	private final @Nullable LongAdder discarded;

	private CountingErrorHandler(ErrorHandler delegate, RingStatistics statistics, @Nullable LongAdder discarded) {
		this.delegate = delegate;
		this.statistics = statistics;
		this.discarded = discarded;
	}

	/**
	 * Count the errors that an appender reports from now on. Replaces an earlier handler
	 * of this class.
	 * @param appender the appender
	 * @param statistics counts
	 */
	public static void install(Appender appender, RingStatistics statistics) {
		ErrorHandler handler = Reading.orNull(appender::getHandler);
		boolean installed = handler instanceof CountingErrorHandler counting && counting.statistics == statistics;
		if (handler != null && !installed) {
			LongAdder discarded = discards(appender) ? statistics.discardedBy(appender.getName()) : null;
			appender.setHandler(new CountingErrorHandler(unwrap(handler), statistics, discarded));
		}
	}

	static ErrorHandler unwrap(ErrorHandler handler) {
		return (handler instanceof CountingErrorHandler counting) ? counting.delegate : handler;
	}

	/**
	 * Return whether an appender throws events away when its queue is full. One with an
	 * {@code errorRef} hands them to another appender.
	 * @param appender any appender
	 * @return whether it does
	 */
	public static boolean discards(Appender appender) {
		return appender instanceof AsyncAppender async && !async.isBlocking() && async.getErrorRef() == null;
	}

	@Override
	public void error(String msg) {
		this.statistics.countError(msg, null);
		if (this.discarded != null) {
			this.discarded.increment();
		}
		this.delegate.error(msg);
	}

	@Override
	public void error(String msg, Throwable thrown) {
		this.statistics.countError(msg, thrown);
		this.delegate.error(msg, thrown);
	}

	@Override
	public void error(String msg, @Nullable LogEvent event, Throwable thrown) {
		if (event == null) {
			this.statistics.countError(msg, thrown);
		}
		else if (LoggedEvent.noteFailure(event)) {
			this.statistics.countFailed(event.getLevel(), msg, thrown);
		}
		this.delegate.error(msg, event, thrown);
	}

}
