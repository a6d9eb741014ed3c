package io.github.ringlog.delivery;

import java.io.IOException;

import io.github.ringlog.location.AppenderNeeds;
import io.github.ringlog.location.AppenderPart;
import io.github.ringlog.receipts.LineNumber;
import io.github.ringlog.receipts.NumberedSink;
import io.github.ringlog.receipts.ReceiptForm;
import io.github.ringlog.receipts.Receipts;
import io.github.ringlog.report.BackgroundThread;
import io.github.ringlog.ring.WriteBatch;
import io.github.ringlog.ring.WriterThread;
import org.apache.logging.log4j.Level;
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
 * failed, each for its own sink. Some of their bytes may have been written, so the next
 * event begins a new line.
 */
final class StreamSink extends Sink implements WriteBatch.Sink {

	private static final long STUCK_MILLIS = 250;

	private final OutputStreamManager manager;

	private final @Nullable RollingFileManager rolling;

	private final ManagedStream stream;

	// Set for good when the sink is closed, which may be within a batch: nothing is held
	// from then on.
	private volatile boolean flushesEach;

	private final @Nullable Receipts receipts;

	// Null if lines are not numbered.
	private final @Nullable ReceiptForm form;

	// Set before the first event; null if lines are not numbered.
	private volatile @Nullable NumberedSink numbers;

	// A layout runs foreign code, so it does not run under a lock.
	private final Encoders encoders;

	// The writer that has come last. Two may come by turns: both are right.
	private @Nullable WriterEncoder last;

	// What follows is guarded by the monitor of the manager, as is the manager's buffer.

	// Given to the manager since the last flush.
	private final HeldEvents held = new HeldEvents();

	// Whether a batch is going to flush this sink.
	private boolean batched;

	// What was lost and is not reported yet, and why; null if nothing has failed.
	private final HeldEvents lost = new HeldEvents();

	private @Nullable Throwable cause;

	// Set by a thread that ends the application while the writer is stuck in the stream:
	// it has counted what is held.
	private volatile boolean abandoned;

	/**
	 * Create a sink.
	 * @param encoders those of the layout
	 * @param flushesEach whether each event is flushed, even in a batch
	 */
	StreamSink(AbstractOutputStreamAppender<?> appender, AppenderNeeds needs, SinkErrors errors, Encoders encoders,
			boolean flushesEach, @Nullable Receipts receipts) {
		super(appender, needs, errors);
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
		this.errors.checkStarted();
		try {
			NumberedSink numbered = this.numbers;
			if (numbered != null) {
				numbered.append(event);
			}
			else {
				write(event);
			}
		}
		catch (Throwable ex) {
			this.errors.failed(event, ex);
		}
	}

	private void write(LogEvent event) {
		WriteBatch batch = WriterThread.currentBatch();
		EventEncoder own = (batch != null) ? encoder(batch) : null;
		Throwable failure;
		if (batch != null && own != null && own.begin()) {
			try {
				if (this.numbers != null) {
					// The line has a number of its own.
					own.encode(event);
				}
				else {
					own.encode(event, batch);
				}
				failure = write(event, own, batch);
			}
			finally {
				own.end();
			}
		}
		else {
			EventEncoder taken = this.encoders.take();
			try {
				taken.encode(event);
				failure = write(event, taken, batch);
			}
			finally {
				taken.end();
				this.encoders.giveBack(taken);
			}
		}
		if (this.cause != null) {
			reportLost();
		}
		if (failure != null) {
			throw (failure instanceof RuntimeException known) ? known : new AppenderLoggingException(failure);
		}
	}

	private EventEncoder encoder(WriteBatch batch) {
		WriterEncoder known = this.last;
		if (known == null || known.batch != batch) {
			known = new WriterEncoder(batch, this.encoders.of(batch));
			this.last = known;
		}
		return known.encoder;
	}

	private @Nullable Throwable write(LogEvent event, EventEncoder encoded, @Nullable WriteBatch batch) {
		if (this.form != null && !LineNumber.isReceipt()) {
			this.form.breakIn(encoded.bytes(), encoded.length());
		}
		synchronized (this.manager) {
			return put(event, encoded, batch);
		}
	}

	/**
	 * Give an event to the manager, and flush unless a batch does it.
	 * @return the failure that kept the event from being written
	 */
	private @Nullable Throwable put(LogEvent event, EventEncoder encoded, @Nullable WriteBatch batch) {
		rollOver(event);
		try {
			this.stream.put(this, event.getLevel(), encoded);
		}
		catch (Throwable ex) {
			return ex;
		}
		if (batch != null && !this.flushesEach && !event.isEndOfBatch()) {
			if (!this.batched) {
				this.batched = true;
				batch.add(this);
			}
			return null;
		}
		// A layout may print nothing, so that nothing of this event is held.
		boolean isHeld = this.held.total() > 0 && encoded.length() > 0;
		Throwable failure = this.stream.flush();
		if (failure == null || !isHeld || this.abandoned) {
			return null;
		}
		// The caller reports this one.
		this.lost.remove(event.getLevel());
		if (this.lost.total() == 0) {
			this.cause = null;
		}
		return failure;
	}

	void endTornLine() {
		synchronized (this.manager) {
			this.stream.endTornLine();
		}
	}

	/**
	 * Roll the file over if its policy wants that, as the manager would. What is held
	 * goes to the file before: strategies look at the files that there are. A rollover
	 * that fails costs no event that comes after it.
	 */
	private void rollOver(LogEvent event) {
		if (this.rolling == null) {
			return;
		}
		try {
			if (this.rolling.getTriggeringPolicy().isTriggeringEvent(event)) {
				this.stream.flush();
				this.rolling.rollover();
			}
		}
		catch (Throwable ex) {
			this.cause = ex;
		}
	}

	/**
	 * Hold an event that the manager has.
	 * @return whether it is the first one since the last flush
	 */
	boolean hold(Level level) {
		this.held.add(level);
		return this.held.total() == 1;
	}

	/**
	 * Release what is held.
	 * @param failure why it is lost, or {@code null} if it is written
	 */
	void release(@Nullable Throwable failure) {
		if (failure != null) {
			this.cause = failure;
			if (!this.abandoned) {
				this.lost.addAll(this.held);
			}
		}
		else if (this.numbers != null) {
			this.numbers.flushed();
		}
		this.held.clear();
	}

	/**
	 * Report what is lost. Not under the monitor: the handler may be the user's.
	 */
	private void reportLost() {
		HeldEvents events = new HeldEvents();
		Throwable failure;
		synchronized (this.manager) {
			failure = this.cause;
			this.cause = null;
			events.addAll(this.lost);
			this.lost.clear();
		}
		if (failure == null) {
			return;
		}
		NumberedSink numbered = this.numbers;
		if (numbered != null && events.total() > 0) {
			numbered.fail(events.total());
		}
		this.errors.failed(events, failure);
	}

	@Override
	public void flush() {
		synchronized (this.manager) {
			this.batched = false;
			if (this.held.total() > 0) {
				this.stream.flush();
			}
		}
		if (this.cause != null) {
			reportLost();
		}
	}

	/**
	 * Close. What the manager still holds is written before its appender is stopped, or
	 * counts as failed if a thread is stuck in the stream.
	 */
	@Override
	boolean close(boolean usable) {
		this.flushesEach = true;
		boolean taken = flushes() || usable;
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

	private boolean flushes() {
		Thread flushing = new BackgroundThread(this::flush, "ringlog-flush-" + this.appender.getName());
		flushing.start();
		try {
			flushing.join(STUCK_MILLIS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		return !flushing.isAlive();
	}

	/**
	 * Count what is held. The stuck thread has the monitor and changes nothing meanwhile;
	 * the outcome of its write is unknown.
	 */
	private void abandon() {
		HeldEvents events = new HeldEvents();
		events.addAll(this.held);
		this.abandoned = true;
		if (events.total() > 0) {
			IOException stuck = new IOException("The stream is stuck");
			// Where it was found says nothing, and Log4j would print it.
			stuck.setStackTrace(new StackTraceElement[0]);
			this.errors.failed(events, stuck);
		}
	}

	/**
	 * The encoder of a writer.
	 */
	private record WriterEncoder(WriteBatch batch, EventEncoder encoder) {

	}

}
