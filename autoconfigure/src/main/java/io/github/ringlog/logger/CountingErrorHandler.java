package io.github.ringlog.logger;

import io.github.ringlog.ring.Ledger;
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

	private final Ledger ledger;

	private CountingErrorHandler(ErrorHandler delegate, Ledger ledger) {
		this.delegate = delegate;
		this.ledger = ledger;
	}

	static void install(Appender appender, Ledger ledger) {
		ErrorHandler handler = appender.getHandler();
		if (handler != null && !(handler instanceof CountingErrorHandler)) {
			appender.setHandler(new CountingErrorHandler(handler, ledger));
		}
	}

	@Override
	public void error(String msg) {
		this.ledger.countError(msg, null);
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
		else if (!(event instanceof RingEvent ringEvent) || ringEvent.noteFailure(null)) {
			this.ledger.countFailed(event.getLevel(), msg, thrown);
		}
		this.delegate.error(msg, event, thrown);
	}

}
