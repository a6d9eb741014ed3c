package io.github.ringlog.logger;

import io.github.ringlog.ring.RingCounters;
import io.github.ringlog.ring.RingEvent;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.ErrorHandler;
import org.apache.logging.log4j.core.LogEvent;
import org.jspecify.annotations.Nullable;

/**
 * Counts what appenders report and passes it on to the handler they had. An event that
 * fails is counted once, however many reports it causes.
 */
final class CountingErrorHandler implements ErrorHandler {

	private final ErrorHandler delegate;

	private final RingCounters counters;

	private CountingErrorHandler(ErrorHandler delegate, RingCounters counters) {
		this.delegate = delegate;
		this.counters = counters;
	}

	static void install(Appender appender, RingCounters counters) {
		ErrorHandler handler = appender.getHandler();
		if (handler != null && !(handler instanceof CountingErrorHandler)) {
			appender.setHandler(new CountingErrorHandler(handler, counters));
		}
	}

	@Override
	public void error(String msg) {
		this.counters.countError(msg, null);
		this.delegate.error(msg);
	}

	@Override
	public void error(String msg, Throwable thrown) {
		this.counters.countError(msg, thrown);
		this.delegate.error(msg, thrown);
	}

	@Override
	public void error(String msg, @Nullable LogEvent event, Throwable thrown) {
		if (event == null) {
			this.counters.countError(msg, thrown);
		}
		else if (!(event instanceof RingEvent ringEvent) || ringEvent.noteFailure(null)) {
			this.counters.countFailed(event.getLevel(), msg, thrown);
		}
		this.delegate.error(msg, event, thrown);
	}

}
