package io.github.ringlog.delivery;

import java.io.IOException;

import io.github.ringlog.concurrent.BackgroundThread;
import io.github.ringlog.location.AppenderPart;
import io.github.ringlog.receipts.LineNumber;
import io.github.ringlog.receipts.NumberedSink;
import io.github.ringlog.receipts.ReceiptForm;
import io.github.ringlog.receipts.Receipts;
import io.github.ringlog.ring.WriterThread;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.AbstractOutputStreamAppender;
import org.apache.logging.log4j.core.appender.AppenderLoggingException;
import org.apache.logging.log4j.core.appender.OutputStreamManager;
import org.apache.logging.log4j.core.appender.rolling.RollingFileManager;
import org.jspecify.annotations.Nullable;

/**
 * Writes what Log4j's own appender for a stream or a file would write, into the manager
 * of that appender. The writer of a ring encodes the events itself and flushes at the end
 * of a batch; another thread flushes with each event. The bytes are those of the layout.
 * <p>
 * If a flush fails, the events that were given to the manager since the last one count as
 * failed for the sink that flushes. Some of their bytes may have been written, so the
 * next event begins a new line.
 */
final class StreamSink extends Sink implements WriterThread.Holder {

	private static final long STUCK_MILLIS = 250;

	private final OutputStreamManager manager;

	private final @Nullable RollingFileManager rolling;

	private final ManagedStream stream;

	// Set for good when the sink is closed, which may be within a batch. Nothing is held
	// back from then on.
	private volatile boolean flushesEach;

	private final @Nullable Receipts receipts;

	// Null if lines are not numbered.
	private final @Nullable ReceiptForm form;

	// Set before the first event; null if lines are not numbered.
	private volatile @Nullable NumberedSink numbers;

	// A layout runs foreign code, so it does not run under a lock.
	private final Encoders encoders;

	// Whether a batch is going to flush this sink. Guarded by the monitor of the manager,
	// as is the stream.
	private boolean batched;

	/**
	 * Create a sink.
	 * @param encoders those of the layout
	 * @param flushesEach whether each event is flushed, even in a batch
	 */
	StreamSink(AbstractOutputStreamAppender<?> appender, SinkErrors errors, Encoders encoders, boolean flushesEach,
			@Nullable Receipts receipts) {
		super(appender, errors);
		this.manager = appender.getManager();
		this.rolling = (this.manager instanceof RollingFileManager file) ? file : null;
		this.stream = ManagedStream.of(appender);
		this.encoders = encoders;
		this.flushesEach = flushesEach;
		this.receipts = receipts;
		this.form = (receipts != null) ? new ReceiptForm(ManagedStream.charset(appender)) : null;
	}

	static boolean writes(Appender appender) {
		return AppenderPart.isStream(appender.getClass());
	}

	@Override
	void open() {
		if (this.receipts != null) {
			NumberedSink numbered = this.receipts.open(this.appender, this::write);
			if (this.rolling != null) {
				numbered.listenTo(this.rolling);
			}
			this.numbers = numbered;
		}
	}

	@Override
	void append(LogEvent event) {
		try {
			NumberedSink numbered = this.numbers;
			if (numbered != null) {
				numbered.append(event);
			}
			else {
				write(event);
			}
		}
		catch (AppenderLoggingException ex) {
			this.errors.reported(
					"Unable to write to stream " + this.manager.getName() + " for appender " + this.appender.getName(),
					event, ex);
			this.errors.failed(event, ex);
		}
		catch (Throwable ex) {
			this.errors.failed(event, ex);
		}
	}

	private void write(LogEvent event) {
		Throwable failure;
		ManagedStream.Loss loss;
		EventEncoder encoder = this.encoders.take();
		try {
			encode(event, encoder);
			if (this.form != null && !LineNumber.isReceipt()) {
				this.form.breakIn(encoder.bytes(), encoder.length());
			}
			synchronized (this.manager) {
				failure = put(event, encoder, WriterThread.current());
				loss = this.stream.takeLoss();
			}
		}
		finally {
			encoder.end();
			this.encoders.giveBack(encoder);
		}
		report(loss);
		if (failure != null) {
			throw (failure instanceof RuntimeException known) ? known : new AppenderLoggingException(failure);
		}
	}

	private void encode(LogEvent event, EventEncoder encoder) {
		try {
			encoder.encode(event);
		}
		catch (Throwable ex) {
			// In Log4j an event that can't be formatted begins a new file, too.
			synchronized (this.manager) {
				rollOver(event);
			}
			throw ex;
		}
	}

	/**
	 * Give an event to the manager, and flush unless a batch does it.
	 * @return the failure that kept the event from being written
	 */
	private @Nullable Throwable put(LogEvent event, EventEncoder encoded, @Nullable WriterThread writer) {
		rollOver(event);
		try {
			this.stream.put(event.getLevel(), encoded);
		}
		catch (Throwable ex) {
			return ex;
		}
		// If the event is larger than the buffer, a part of it is written already, and no
		// other thread must write before the rest.
		boolean held = encoded.length() <= this.manager.getByteBuffer().capacity();
		if (writer != null && held && !this.flushesEach && !event.isEndOfBatch()) {
			if (!this.batched) {
				this.batched = true;
				writer.flushLater(this);
			}
			return null;
		}
		Throwable failure = flushStream();
		// A layout may print nothing; then nothing of this event is lost.
		boolean isLost = failure != null && encoded.length() > 0 && this.stream.takeLost(event.getLevel());
		return isLost ? failure : null;
	}

	private @Nullable Throwable flushStream() {
		Throwable failure = this.stream.flush();
		if (failure == null && this.numbers != null) {
			this.numbers.flushed();
		}
		return failure;
	}

	void endTornLine() {
		synchronized (this.manager) {
			this.stream.endTornLine();
		}
	}

	/**
	 * Roll the file over if its policy says so, as the manager would. Events that are
	 * held back go to the old file first, because rollover strategies examine the
	 * existing files. If a rollover fails, later events are still written.
	 */
	private void rollOver(LogEvent event) {
		if (this.rolling == null) {
			return;
		}
		try {
			if (this.rolling.getTriggeringPolicy().isTriggeringEvent(event)) {
				this.stream.flush();
				long size = this.rolling.getFileSize();
				this.rolling.rollover();
				if (this.rolling.getFileSize() < size) {
					this.stream.beginFile();
				}
			}
		}
		catch (Throwable ex) {
			this.stream.fail(ex);
		}
	}

	/**
	 * Report a loss. Not under the monitor, because the handler may be the user's.
	 */
	private void report(ManagedStream.@Nullable Loss loss) {
		if (loss == null) {
			return;
		}
		NumberedSink numbered = this.numbers;
		if (numbered != null && loss.events().total() > 0) {
			numbered.fail(loss.events().total());
		}
		this.errors.failed(loss.events(), loss.cause());
	}

	@Override
	public void flush() {
		ManagedStream.Loss loss;
		synchronized (this.manager) {
			this.batched = false;
			if (!this.stream.isFlushed()) {
				flushStream();
			}
			else if (this.numbers != null) {
				this.numbers.flushed();
			}
			loss = this.stream.takeLoss();
		}
		report(loss);
	}

	/**
	 * Close the sink. Events that the manager still holds are written before its appender
	 * is stopped, or count as failed if a thread is stuck in the stream.
	 */
	@Override
	boolean close(boolean usable) {
		this.flushesEach = true;
		boolean taken = BackgroundThread.run(this::flush, "ringlog-flush-" + this.appender.getName(), STUCK_MILLIS)
				|| usable;
		if (!taken) {
			abandon();
		}
		this.errors.reportOutage();
		NumberedSink numbered = this.numbers;
		if (numbered != null && taken) {
			numbered.close();
		}
		else if (numbered != null) {
			numbered.abandon();
		}
		return taken;
	}

	/**
	 * Count the unflushed events as failed. The outcome of the stuck write is unknown.
	 */
	private void abandon() {
		UnflushedCounts events = this.stream.abandon();
		if (events.total() > 0) {
			IOException stuck = new IOException("The stream is stuck");
			// The stack trace says nothing, and Log4j would print it.
			stuck.setStackTrace(new StackTraceElement[0]);
			this.errors.failed(events, stuck);
		}
	}

}
