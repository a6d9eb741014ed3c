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

import io.github.ringlog.crashlog.CrashLog;
import io.github.ringlog.crashlog.CrashLogReader;
import io.github.ringlog.report.BackgroundThread;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.rolling.RollingFileManager;
import org.apache.logging.log4j.core.appender.rolling.RolloverListener;
import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.apache.logging.log4j.message.SimpleMessage;
import org.jspecify.annotations.Nullable;

/**
 * A sink that numbers its lines, from 1 on and without gaps, and writes receipts. A line
 * that has taken a number and is not written is counted. Any thread may call.
 */
public final class NumberedSink implements RolloverListener {

	private static final long FINAL_MILLIS = 2000;

	private final Receipts receipts;

	private final Appender owner;

	private final Consumer<LogEvent> target;

	private final String run = RunName.next();

	// Uncontended as a rule: the writer is alone.
	private final AtomicLong last = new AtomicLong();

	private final LongAdder failed = new LongAdder();

	// What others count of the events that the sink fails on; null if it does so itself.
	private final @Nullable LongSupplier failures;

	// Set by any thread when a receipt is due with the next line: after a rollover, and
	// after the end.
	private volatile boolean due;

	private volatile boolean closed;

	// Set before the first line; null if the sink is no file that is rolled over.
	private volatile @Nullable RollingFileManager file;

	// The thread that writes a receipt of the timer.
	private volatile @Nullable Thread receiptThread;

	// When the last receipt was written, or the sink began.
	private volatile long toldNanos = System.nanoTime();

	// Where the crash log has this sink, or -1. Guarded by the receipts. Those who flush
	// read it.
	volatile int place = -1;

	// How many numbers belong to lines that are written, in a buffer or failed.
	private final AtomicLong ended = new AtomicLong();

	// Each line up to this number has ended. Those who flush read it.
	private volatile long held;

	// What there was before the first line.
	private final Totals before;

	// Guarded by this. What the receipts so far are about.
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
	 * Note that a line with a number has ended. Another one may still be on its way to
	 * the buffer with a lower number: then this one is not known to be held.
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
	 * Count lines that have a number and are lost without an exception to their callers.
	 * @param lines how many
	 */
	public void fail(int lines) {
		this.failed.add(lines);
	}

	/** Note that all lines that were in a buffer are flushed. */
	public void flushed() {
		CrashLog log = this.receipts.crashLog;
		int current = this.place;
		if (log != null && current >= 0) {
			log.flushed(current, this.held);
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
	 * Nobody waits for a sink that is stuck.
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
	 * Close without a receipt, because the sink takes nothing any more.
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
	 * Return how old the last receipt is; 0 as long as there is no line to report.
	 */
	long ageNanos() {
		return (this.last.get() > 0) ? System.nanoTime() - this.toldNanos : 0;
	}

	/**
	 * Take the next number.
	 */
	long next() {
		return this.last.incrementAndGet();
	}

	/**
	 * Write a receipt on a thread of its own, because the sink may be stuck. Not while
	 * the one before is being written.
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
	 * Write a receipt. It is a line as any other one, but no event of a caller: those who
	 * count events do not count it, and no filter keeps it out. A sink that has no
	 * numbered line at all gets no receipt.
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
			// It is counted. The next receipt reports it.
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
