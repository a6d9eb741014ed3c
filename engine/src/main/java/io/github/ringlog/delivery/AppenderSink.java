package io.github.ringlog.delivery;

import java.io.Flushable;
import java.io.IOException;
import java.util.Collection;
import java.util.function.Consumer;

import io.github.ringlog.pattern.SanitizedEvent;
import io.github.ringlog.pattern.Sanitizer;
import io.github.ringlog.receipts.NumberedSink;
import io.github.ringlog.receipts.ReceiptForm;
import io.github.ringlog.receipts.Receipts;
import io.github.ringlog.ring.RingEvent;
import io.github.ringlog.ring.RingStatistics;
import io.github.ringlog.ring.WriterThread;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.AbstractOutputStreamAppender;
import org.apache.logging.log4j.core.appender.AppenderLoggingException;
import org.apache.logging.log4j.core.appender.FailoverAppender;
import org.apache.logging.log4j.core.appender.MemoryMappedFileAppender;
import org.apache.logging.log4j.core.appender.OutputStreamManager;
import org.apache.logging.log4j.core.appender.rewrite.RewriteAppender;
import org.apache.logging.log4j.core.appender.routing.RoutingAppender;
import org.apache.logging.log4j.core.config.AppenderControl;
import org.jspecify.annotations.Nullable;

/**
 * Hands events to an appender, as Log4j does. An appender that holds events back flushes
 * them itself only if it gets the last event of a batch; otherwise this sink flushes it.
 */
final class AppenderSink extends Sink implements WriterThread.Holder {

	private final RingStatistics statistics;

	private final boolean looksContextUp;

	private final boolean buffers;

	// The stream to flush with each event; null if there is none. Callers that write in
	// place share its buffer, so a failure does not show whose events are lost.
	private final @Nullable OutputStreamManager stream;

	// The events that the stream has been given and has not flushed. Guarded by its own
	// monitor.
	private final UnflushedCounts unflushed = new UnflushedCounts();

	// How many times such events were lost. Guarded by the same monitor.
	private long losses;

	// Whether appenders behind this one can't be reached to flush them.
	private final boolean hidesBuffers;

	// Numbers the lines; null if lines are not numbered.
	private final @Nullable Receipts receipts;

	// Null if the texts of events are printed as they are.
	private final @Nullable Sanitizer sanitizer;

	// Set before the first event.
	private volatile @Nullable NumberedSink numbers;

	// Whether a batch is going to flush this sink. Used by the writer.
	private boolean batched;

	// How many routes a RoutingAppender had when its appenders were last examined.
	// Threads race for it: a thread that reads a stale number examines them again, which
	// is harmless.
	private int routes;

	// Created once, so that an event allocates nothing.
	private final Consumer<LogEvent> writing = this::write;

	AppenderSink(Appender appender, boolean looksContextUp, SinkErrors errors, RingStatistics statistics,
			@Nullable Receipts receipts, @Nullable Sanitizer sanitizer, boolean flushesStreams) {
		super(appender, errors);
		this.looksContextUp = looksContextUp;
		this.statistics = statistics;
		this.stream = (flushesStreams && appender instanceof AbstractOutputStreamAppender<?> file
				&& !(appender instanceof MemoryMappedFileAppender)) ? file.getManager() : null;
		this.buffers = this.stream == null && (appender instanceof RoutingAppender || buffers(appender));
		this.hidesBuffers = appender instanceof FailoverAppender || appender instanceof RewriteAppender;
		this.receipts = receipts;
		this.sanitizer = sanitizer;
	}

	/**
	 * Return whether an appender may hold events back. A socket does not. A mapped file
	 * is left out, because its flush waits for the disk.
	 */
	private static boolean buffers(Appender appender) {
		return appender instanceof Flushable || (appender instanceof AbstractOutputStreamAppender<?> stream
				&& !stream.getImmediateFlush() && !(appender instanceof MemoryMappedFileAppender));
	}

	@Override
	void open() {
		this.numbers = (this.receipts != null) ? this.receipts.openIsolated(this.appender) : null;
	}

	@Override
	boolean close(boolean usable) {
		NumberedSink numbered = this.numbers;
		if (numbered != null && usable) {
			numbered.close();
		}
		else if (numbered != null) {
			numbered.abandon();
		}
		this.errors.reportOutage();
		return usable;
	}

	@Override
	void take(LogEvent event) {
		super.take(RingEvent.snapshot(event));
	}

	@Override
	void append(LogEvent event) {
		LogEvent copy = RingEvent.snapshot(event);
		if (this.looksContextUp) {
			CallerContext.write(copy, this.writing);
		}
		else {
			write(copy);
		}
	}

	private void write(LogEvent event) {
		boolean endOfBatch = event.isEndOfBatch();
		try {
			if (this.hidesBuffers) {
				event.setEndOfBatch(true);
			}
			LogEvent sanitized = (this.sanitizer != null) ? this.sanitizer.sanitize(event) : event;
			if (this.stream != null) {
				handAndFlush(event, sanitized, this.stream);
			}
			else {
				hand(sanitized);
			}
		}
		catch (Throwable ex) {
			this.errors.failed(event, ex);
		}
		finally {
			event.setEndOfBatch(endOfBatch);
		}
		if (this.appender instanceof RoutingAppender routing && routing.getAppenders().size() != this.routes) {
			countErrors(routing);
		}
		WriterThread writer = this.buffers ? WriterThread.current() : null;
		if (writer != null && !this.batched) {
			this.batched = true;
			writer.flushLater(this);
		}
	}

	private void handAndFlush(LogEvent event, LogEvent sanitized, OutputStreamManager flushed) {
		long before;
		synchronized (this.unflushed) {
			this.unflushed.add(event.getLevel());
			before = this.losses;
		}
		UnflushedCounts others = new UnflushedCounts();
		try {
			hand(event, sanitized, before, others);
			flush(event, flushed, before, others);
		}
		catch (Throwable ex) {
			if (others.total() > 0) {
				this.errors.failed(others, ex);
			}
			throw ex;
		}
	}

	private void hand(LogEvent event, LogEvent sanitized, long before, UnflushedCounts others) {
		try {
			hand(sanitized);
		}
		catch (Throwable ex) {
			fail(event, before, ex, others);
			throw ex;
		}
	}

	/**
	 * Flush, and count under the lock of the manager: a thread that finds an empty buffer
	 * must know whether another one has lost what was in it. It does not know it of a
	 * buffer that was lost in {@link #hand}, where layouts run and no lock may be held.
	 */
	private void flush(LogEvent event, OutputStreamManager flushed, long before, UnflushedCounts others) {
		synchronized (flushed) {
			try {
				if (buffers(this.appender)) {
					flushed.flush();
				}
				synchronized (this.unflushed) {
					if (this.losses == before) {
						this.unflushed.remove(event.getLevel());
					}
				}
			}
			catch (Throwable ex) {
				fail(event, before, ex, others);
				throw ex;
			}
		}
	}

	/**
	 * Collect the events of other threads that may have been lost with the buffer, except
	 * an event that another thread has counted already. An event that was about to enter
	 * the buffer is counted, too: better one too many than one lost silently.
	 */
	private void fail(LogEvent event, long before, Throwable thrown, UnflushedCounts others) {
		synchronized (this.unflushed) {
			if (this.losses == before) {
				this.unflushed.remove(event.getLevel());
			}
			else {
				LoggedEvent.noteFailure(event);
			}
			if (thrown instanceof AppenderLoggingException) {
				others.addAll(this.unflushed);
				this.unflushed.clear();
				this.losses++;
			}
		}
	}

	private void hand(LogEvent event) {
		NumberedSink numbered = this.numbers;
		if (numbered != null) {
			numbered.append(SanitizedEvent.of(event, ReceiptForm::breakIn));
			numbered.flushed();
		}
		else {
			this.appender.append(event);
		}
	}

	@Override
	public void flush() {
		this.batched = false;
		if (this.appender instanceof RoutingAppender routing) {
			countErrors(routing);
			routing.getAppenders().values().forEach((control) -> flush(control.getAppender()));
		}
		else {
			flush(this.appender);
		}
	}

	/**
	 * Count the errors of the appenders that a RoutingAppender has created. An error with
	 * the event for which an appender was created is not known.
	 */
	private void countErrors(RoutingAppender routing) {
		Collection<AppenderControl> controls = routing.getAppenders().values();
		this.routes = controls.size();
		controls.forEach((control) -> CountingErrorHandler.install(control.getAppender(), this.statistics));
	}

	private void flush(Appender flushed) {
		if (!buffers(flushed)) {
			return;
		}
		try {
			if (flushed instanceof Flushable flushable) {
				flushable.flush();
			}
			else {
				((AbstractOutputStreamAppender<?>) flushed).getManager().flush();
			}
		}
		catch (IOException | RuntimeException | Error ex) {
			this.errors.failed(new UnflushedCounts(), ex);
		}
	}

}
