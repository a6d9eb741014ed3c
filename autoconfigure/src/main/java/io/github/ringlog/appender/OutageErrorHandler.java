package io.github.ringlog.appender;

import java.util.concurrent.TimeUnit;

import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.DefaultErrorHandler;
import org.apache.logging.log4j.status.StatusLogger;
import org.jspecify.annotations.Nullable;

/**
 * Tells Log4j's status logger, which as a rule writes to standard error, when a sink
 * begins to fail, now and then how many events are lost, and when it works again. It is
 * called once for each event that is lost. All else is handled as Log4j does.
 */
final class OutageErrorHandler extends DefaultErrorHandler {

	private static final long REPEAT_NANOS = TimeUnit.MINUTES.toNanos(1);

	private final Appender appender;

	// Guards what follows, but for the flag, which the appender reads after each flush.
	private final Object monitor = new Object();

	private volatile boolean failing;

	private long lost;

	private long told;

	private long nextTold;

	OutageErrorHandler(Appender appender) {
		super(appender);
		this.appender = appender;
	}

	@Override
	public void error(String msg, Throwable thrown) {
		error(msg, null, thrown);
	}

	@Override
	public void error(String msg, @Nullable LogEvent event, Throwable thrown) {
		if (thrown instanceof SinkException outage) {
			lose(outage);
		}
		else {
			super.error(msg, event, thrown);
		}
	}

	private void lose(SinkException outage) {
		synchronized (this.monitor) {
			this.lost++;
			long now = System.nanoTime();
			if (!this.failing) {
				this.failing = true;
				this.nextTold = now + REPEAT_NANOS;
				this.told = 0;
				StatusLogger.getLogger()
					.error("Appender {} can't write: {}. Log events are lost, and counted, until it can",
							this.appender.getName(), outage.getCause());
			}
			else if (now - this.nextTold >= 0) {
				this.nextTold = now + REPEAT_NANOS;
				StatusLogger.getLogger()
					.error("Appender {} still can't write: {}. {} log events are lost so far, {} since this was last told",
							this.appender.getName(), outage.getCause(), this.lost, this.lost - this.told);
				this.told = this.lost;
			}
		}
	}

	/**
	 * Note that the sink has taken all that there was, or that logging stops.
	 */
	void end(String text) {
		if (!this.failing) {
			return;
		}
		synchronized (this.monitor) {
			if (this.failing) {
				this.failing = false;
				StatusLogger.getLogger()
					.error("Appender {} {}; {} log events are lost", this.appender.getName(), text, this.lost);
				this.lost = 0;
			}
		}
	}

}
