package io.github.ringlog.appender;

import java.io.Flushable;
import java.io.IOException;
import java.io.Serializable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.ringlog.pattern.LineBreaks;
import io.github.ringlog.receipts.NumberedSink;
import io.github.ringlog.receipts.Receipts;
import io.github.ringlog.report.StandardError;
import io.github.ringlog.text.ByteEncoders;
import io.github.ringlog.text.ByteFormat;
import org.apache.logging.log4j.core.Filter;
import org.apache.logging.log4j.core.Layout;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.impl.MutableLogEvent;
import org.apache.logging.log4j.message.SimpleMessage;
import org.jspecify.annotations.Nullable;

/**
 * Gathers events until the end of a batch or until there are enough. Each event that the
 * sink does not take is reported once to the appender's error handler.
 */
abstract class BatchingAppender extends AbstractAppender implements Flushable {

	private static final long STUCK_MILLIS = 250;

	private final OutageErrorHandler outage = new OutageErrorHandler(this, this::file);

	private final EventBatch batch;

	private final LineBreaks lineBreaks;

	// Null where only the layout can encode.
	private final @Nullable ByteFormat format;

	// A layout runs foreign code, so it must not run while the batch is locked. The
	// writer of a ring is alone and always finds this free. A thread that does not makes
	// one for its event.
	private final EncodedEvent shared;

	// Not a reference that is taken and put back: with G1, storing one costs a fence.
	private final AtomicBoolean inUse = new AtomicBoolean();

	// Null if lines are not numbered.
	private final @Nullable Receipts receipts;

	// Set by the start; null if lines are not numbered.
	private volatile @Nullable NumberedSink numbers;

	BatchingAppender(String name, @Nullable Filter filter, Layout<? extends Serializable> layout,
			boolean ignoreExceptions, Property[] properties, EventBatch batch, LineBreaks lineBreaks,
			@Nullable Configuration configuration) {
		super(name, filter, layout, ignoreExceptions, properties);
		this.batch = batch;
		this.lineBreaks = lineBreaks;
		this.format = ByteEncoders.of(layout, configuration);
		this.shared = EncodedEvent.of(layout, lineBreaks, this.format);
		this.receipts = (configuration != null) ? Receipts.of(configuration) : null;
		setHandler(this.outage);
	}

	@Override
	public void start() {
		if (this.receipts != null && !isStarted()) {
			this.numbers = this.receipts.open(this, this::write);
		}
		super.start();
	}

	/**
	 * Return what numbers the lines of this appender, if it has been started.
	 */
	final @Nullable NumberedSink numbers() {
		return this.numbers;
	}

	@Override
	public void append(LogEvent event) {
		NumberedSink numbered = this.numbers;
		if (numbered != null) {
			numbered.append(event);
		}
		else {
			write(event);
		}
	}

	private void write(LogEvent event) {
		if (!this.inUse.compareAndSet(false, true)) {
			write(event, EncodedEvent.ofOne(getLayout(), this.lineBreaks, this.format));
			return;
		}
		try {
			write(event, this.shared);
		}
		finally {
			this.shared.clear();
			this.inUse.setRelease(false);
		}
	}

	private void write(LogEvent event, EncodedEvent encoded) {
		try {
			encoded.encode(event);
			// Nobody would flush a late event.
			if (this.batch.add(event, encoded, endsBatch(event) || !isStarted())) {
				this.outage.end("writes again");
			}
		}
		catch (SinkException ex) {
			fail(ex, ex.lost() - 1);
			if (ex.lost() > 0) {
				// The caller reports the last one.
				throw ex;
			}
		}
	}

	/**
	 * An event that this appender does not want may be the one that ends the batch. If
	 * its own caller writes it, nothing before it waits.
	 */
	@Override
	public boolean isFiltered(LogEvent event) {
		boolean filtered = super.isFiltered(event);
		if (filtered && event.isEndOfBatch()) {
			flush();
		}
		return filtered;
	}

	/**
	 * Return whether nobody else would flush. Log4j does not mark an event that its own
	 * caller writes, without a queue.
	 */
	private static boolean endsBatch(LogEvent event) {
		return event.isEndOfBatch() || event.getThreadId() == Thread.currentThread().getId();
	}

	@Override
	public void flush() {
		try {
			if (this.batch.flush()) {
				this.outage.end("writes again");
			}
		}
		catch (SinkException ex) {
			fail(ex, ex.lost());
		}
	}

	/**
	 * Write what a layout wants at the beginning or the end.
	 */
	final void writeText(byte @Nullable [] text) {
		if (text == null) {
			return;
		}
		try {
			this.batch.writeText(text);
		}
		catch (SinkException ex) {
			fail(ex, ex.lost());
		}
		catch (IOException ex) {
			StandardError.print("Ringlog: appender " + getName() + " can't write its header or footer: " + ex);
		}
	}

	/**
	 * Report lost events of which only the levels are left. The handler gets an event of
	 * the same level for each.
	 */
	final void fail(SinkException failure, int events) {
		if (events <= 0) {
			return;
		}
		NumberedSink numbered = this.numbers;
		if (numbered != null) {
			numbered.fail(events);
		}
		String report = "An event could not be written by appender " + getName();
		MutableLogEvent lost = new MutableLogEvent();
		lost.setMessage(new SimpleMessage(report));
		for (int i = 0; i < events; i++) {
			lost.setLevel(failure.level(i));
			error(report, lost, failure);
		}
	}

	/**
	 * Return the file that this appender writes.
	 * @return its path; empty for a stream
	 */
	String file() {
		return "";
	}

	final void endOutage() {
		this.outage.end("stops");
	}

	/**
	 * Hooks can't be changed once they run.
	 */
	private static boolean isJvmEnding() {
		try {
			Runtime.getRuntime().removeShutdownHook(new Thread(() -> {
			}));
			return false;
		}
		catch (IllegalStateException ex) {
			return true;
		}
	}

	@Override
	public boolean stop(long timeout, TimeUnit timeUnit) {
		setStopping();
		boolean usable = false;
		try {
			usable = this.batch.close(Math.max(timeUnit.toMillis(timeout), STUCK_MILLIS), isJvmEnding());
		}
		catch (SinkException ex) {
			fail(ex, ex.lost());
		}
		endNumbers(usable);
		endOutage();
		return super.stop(timeout, timeUnit) && usable;
	}

	private void endNumbers(boolean usable) {
		NumberedSink numbered = this.numbers;
		if (numbered == null) {
			return;
		}
		if (usable) {
			numbered.close();
		}
		else {
			numbered.abandon();
		}
	}

}
