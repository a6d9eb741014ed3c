package io.github.ringlog.appender;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import io.github.ringlog.report.StandardError;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.DefaultErrorHandler;
import org.jspecify.annotations.Nullable;

/**
 * Reports on standard error when a sink begins to fail, how many events are lost
 * meanwhile, and when it works again. Called once for each lost event. It does not use
 * Log4j's status logger, which may write to the sink that fails. It handles all other
 * errors as Log4j does.
 */
final class OutageErrorHandler extends DefaultErrorHandler {

	private static final long REPEAT_NANOS = TimeUnit.MINUTES.toNanos(1);

	private final Appender appender;

	private final Supplier<String> file;

	private final LongSupplier nanoTime;

	// Guards what follows, but for the flag, which the appender reads after each flush.
	private final Object monitor = new Object();

	private volatile boolean failing;

	private long lost;

	private long told;

	private long nextTold;

	/**
	 * Create a handler.
	 * @param file returns the file that the appender writes, or an empty text
	 */
	OutageErrorHandler(Appender appender, Supplier<String> file) {
		this(appender, file, System::nanoTime);
	}

	OutageErrorHandler(Appender appender, Supplier<String> file, LongSupplier nanoTime) {
		super(appender);
		this.appender = appender;
		this.file = file;
		this.nanoTime = nanoTime;
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
			long now = this.nanoTime.getAsLong();
			if (!this.failing) {
				this.failing = true;
				this.nextTold = now + REPEAT_NANOS;
				this.told = 0;
				tell("can't write%s: %s. Log events are lost and counted until it can", target(), outage.getCause());
			}
			else if (now - this.nextTold >= 0) {
				this.nextTold = now + REPEAT_NANOS;
				tell("still can't write%s: %s. %d log events are lost so far, %d of them since the last report",
						target(), outage.getCause(), this.lost, this.lost - this.told);
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
				tell("%s; %d log events are lost", text, this.lost);
				this.lost = 0;
			}
		}
	}

	private String target() {
		String path = this.file.get();
		return path.isEmpty() ? "" : " " + path;
	}

	private void tell(String format, @Nullable Object... arguments) {
		StandardError.print("Ringlog: appender " + this.appender.getName() + " " + String.format(format, arguments));
	}

}
