package io.github.ringlog.receipts;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

import io.github.ringlog.concurrent.BackgroundThread;
import io.github.ringlog.crashlog.CrashLog;
import io.github.ringlog.crashlog.CrashLogReader;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.rolling.RollingFileManager;
import org.apache.logging.log4j.core.appender.rolling.RolloverListener;
import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.apache.logging.log4j.message.SimpleMessage;
import org.jspecify.annotations.Nullable;

/**
 * Numbers the lines of a sink, from 1 on and without gaps, and writes receipts. Counts
 * each line that took a number and was not written. Safe for use by several threads.
 */
public final class NumberedSink implements RolloverListener {

	private static final long FINAL_MILLIS = 2000;

	private final Receipts receipts;

	private final Appender owner;

	private final Consumer<LogEvent> target;

	private final String run = RunName.next();

	// Usually uncontended: there is one writer.
	private final AtomicLong last = new AtomicLong();

	private final LongAdder failed = new LongAdder();

	// Returns the failures counted elsewhere; null if this sink counts them.
	private final @Nullable LongSupplier failures;

	// Whether a receipt is due with the next line: after a rollover, and after the end.
	// Written and read by any thread.
	private volatile boolean due;

	private volatile boolean closed;

	// Set before the first line; null if the sink has no file that rolls over.
	private volatile @Nullable RollingFileManager file;

	// The thread that writes the timer's last receipt. Used by the timer only.
	private volatile @Nullable Thread receiptThread;

	// The time of the last receipt, or of the sink's start.
	private volatile long toldNanos = System.nanoTime();

	// Where a crash log records how far this sink is. Written under the lock of the
	// receipts, read by flushing threads.
	private volatile @Nullable Place place;

	// The number of lines that have ended: they are written, in a buffer or failed.
	private final AtomicLong ended = new AtomicLong();

	// All lines up to this number have ended. Written by any writer, read by flushing
	// threads.
	private volatile long held;

	// The counts before the first line.
	private final Totals before;

	// Guarded by this. The counts that the receipts so far have reported.
	private Totals reported;

	NumberedSink(Receipts receipts, Appender owner, Consumer<LogEvent> target, @Nullable LongSupplier failures) {
		this.receipts = receipts;
		this.owner = owner;
		this.target = target;
		this.failures = failures;
		this.before = new Totals(0, failedSoFar(), receipts.counts().dropped(owner.getName()));
		this.reported = this.before;
	}

	/**
	 * Number an event and write it.
	 * @param event the event
	 */
	public void append(LogEvent event) {
		try {
			write(event, false);
		}
		finally {
			if (this.due) {
				this.due = this.closed;
				writeReceipt();
			}
		}
	}

	private void write(LogEvent event, boolean receipt) {
		LineNumber.write(this, event, this.target, receipt);
	}

	/**
	 * Record the end of a numbered line. While a line with a lower number has not ended,
	 * this line does not count as held.
	 */
	void end(boolean written, boolean receipt) {
		if (!written && (receipt || this.failures == null)) {
			this.failed.increment();
		}
		long count = this.ended.incrementAndGet();
		if (count == this.last.get()) {
			this.held = count;
		}
	}

	/**
	 * Count numbered lines that are lost without an exception.
	 * @param lines the number of lines
	 */
	public void fail(int lines) {
		this.failed.add(lines);
	}

	@Nullable Place place() {
		return this.place;
	}

	/**
	 * Record the run in a crash log from now on, and end it in the former one.
	 * @param place the place there, or {@code null} for no crash log
	 */
	void moveTo(@Nullable Place place) {
		Place former = this.place;
		if (place != null) {
			place.log().name(place.index(), this.run, name());
		}
		this.place = place;
		if (former != null) {
			former.log().forget(former.index());
		}
	}

	/** Record that all buffered lines are flushed. */
	public void flushed() {
		Place current = this.place;
		if (current != null) {
			current.log().flushed(current.index(), this.held);
		}
	}

	/**
	 * Write the last receipt of a run whose process was killed.
	 * @param killed the run
	 * @param recovered how many events of the process were recovered
	 */
	void close(CrashLogReader.Run killed, int recovered) {
		writeReceipt(ReceiptForm.BEGIN + killed.run() + " sink=" + encodedName() + " first=1 last=" + killed.last()
				+ " all.written=" + killed.last() + " all.failed=0 recovered=" + recovered + " final=true");
	}

	String name() {
		return this.owner.getName();
	}

	private String encodedName() {
		return URLEncoder.encode(name(), StandardCharsets.UTF_8);
	}

	@Override
	public void rolloverTriggered(String fileName) {
	}

	@Override
	public void rolloverComplete(String fileName) {
		this.due = true;
	}

	/**
	 * Write a receipt after each rollover of a file.
	 * @param file the file
	 */
	public void listenTo(RollingFileManager file) {
		this.file = file;
		file.addRolloverListener(this);
	}

	/**
	 * Write the final receipt. If a line comes after it, another final receipt follows.
	 * Waits for a sink for at most two seconds.
	 */
	public void close() {
		boolean first = !this.closed;
		abandon();
		if (first && this.last.get() > 0) {
			Thread writing = startReceipt();
			try {
				writing.join(FINAL_MILLIS);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}
	}

	/**
	 * Close without a receipt: the sink accepts no more events.
	 */
	public void abandon() {
		this.closed = true;
		this.due = true;
		RollingFileManager rolling = this.file;
		if (rolling != null) {
			rolling.removeRolloverListener(this);
		}
		this.receipts.remove(this);
	}

	String run() {
		return this.run;
	}

	/**
	 * Return the age of the last receipt; 0 as long as there is no line.
	 */
	long ageNanos() {
		return (this.last.get() > 0) ? System.nanoTime() - this.toldNanos : 0;
	}

	long next() {
		return this.last.incrementAndGet();
	}

	/**
	 * Write a receipt on a separate thread, because the sink may be stuck. Do nothing
	 * while the previous receipt is being written.
	 */
	void writeReceiptInBackground() {
		Thread former = this.receiptThread;
		if (former == null || !former.isAlive()) {
			this.receiptThread = startReceipt();
		}
	}

	private Thread startReceipt() {
		Thread thread = new BackgroundThread(this::writeReceipt, "ringlog-receipt-" + this.owner.getName());
		thread.start();
		return thread;
	}

	/**
	 * Write a receipt. It is a line like any other, but no event: it is not counted, and
	 * no filter denies it. A sink without numbered lines gets no receipt.
	 */
	private void writeReceipt() {
		if (this.last.get() > 0) {
			writeReceipt(describe());
		}
	}

	private void writeReceipt(String text) {
		try {
			write(Log4jLogEvent.newBuilder()
				.setLoggerName(Receipts.LOGGER)
				.setLevel(Level.INFO)
				.setMessage(new SimpleMessage(text))
				.setThreadName(Thread.currentThread().getName())
				.setTimeMillis(System.currentTimeMillis())
				.setEndOfBatch(true)
				.build(), true);
			this.toldNanos = System.nanoTime();
		}
		catch (Throwable ex) {
			// The failure is counted. The next receipt reports it.
		}
	}

	private synchronized String describe() {
		Totals now = new Totals(this.last.get(), failedSoFar(), this.receipts.counts().dropped(this.owner.getName()));
		Totals since = now.since(this.reported);
		Totals all = now.since(this.before);
		StringBuilder text = new StringBuilder(ReceiptForm.BEGIN).append(this.run)
			.append(" sink=")
			.append(encodedName())
			.append(" first=")
			.append(this.reported.last + 1)
			.append(" last=")
			.append(now.last);
		since.describe("", text);
		all.describe("all.", text);
		text.append(" final=").append(this.closed);
		this.reported = now;
		return text.toString();
	}

	private long failedSoFar() {
		return this.failed.sum() + ((this.failures != null) ? this.failures.getAsLong() : 0);
	}

	/**
	 * A place in a crash log.
	 *
	 * @param log the crash log
	 * @param index the number of the place
	 */
	record Place(CrashLog log, int index) {
	}

	/**
	 * Counts at one moment, or the difference of two.
	 */
	private record Totals(long last, long failed, Map<String, Long> dropped) {

		Totals since(Totals earlier) {
			Map<String, Long> difference = new TreeMap<>();
			this.dropped.forEach((what, count) -> {
				long more = count - Objects.requireNonNullElse(earlier.dropped.get(what), 0L);
				if (more != 0) {
					difference.put(what, more);
				}
			});
			return new Totals(this.last - earlier.last, this.failed - earlier.failed, difference);
		}

		void describe(String prefix, StringBuilder text) {
			long drops = this.dropped.values().stream().mapToLong(Long::longValue).sum();
			append(prefix + "attempted", this.last + drops, text);
			append(prefix + "written", this.last - this.failed, text);
			append(prefix + "dropped", drops, text);
			append(prefix + "failed", this.failed, text);
			this.dropped.forEach((what, count) -> append(prefix + "dropped." + what, count, text));
		}

		private static void append(String name, long value, StringBuilder text) {
			text.append(' ').append(name).append('=').append(value);
		}

	}

}
