package io.github.ringlog.otlp;

import java.time.Duration;
import java.util.Collection;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

import io.github.ringlog.receipts.NumberedSink;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.context.Context;
import io.opentelemetry.instrumentation.log4j.appender.v2_17.OpenTelemetryAppender;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.logs.LogRecordProcessor;
import io.opentelemetry.sdk.logs.ReadWriteLogRecord;
import io.opentelemetry.sdk.logs.data.LogRecordData;
import io.opentelemetry.sdk.logs.export.LogRecordExporter;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.LogEvent;
import org.jspecify.annotations.Nullable;

/**
 * The export of the log records of an application: their target, and how many are on
 * their way. OpenTelemetry queues records for its exporter and drops them silently when
 * the queue is full. So records are counted when they enter the queue and when they were
 * exported, and {@link OtlpAppender} waits in front of a full one: its ring has a policy,
 * and counts. Any thread may call.
 */
public final class OtlpExport implements LogRecordProcessor {

	private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

	private static final long LONGEST_APPEND_NANOS = TimeUnit.SECONDS.toNanos(1);

	private static final long ROUND_NANOS = TimeUnit.SECONDS.toNanos(1);

	private static final AttributeKey<String> RUN = AttributeKey.stringKey(OtlpAppender.RUN);

	private final OtlpPipelines pipelines;

	private final AtomicLong emitted = new AtomicLong();

	private final AtomicLong exported = new AtomicLong();

	// What the exporter gave up and what the queue has dropped.
	private final AtomicLong failed = new AtomicLong();

	// Set with the queue; until then nobody counts what leaves it.
	private volatile @Nullable Queue queue;

	// Set before the first event comes.
	private volatile @Nullable OpenTelemetry target;

	// Made with the first event.
	private volatile @Nullable Appender appender;

	private final AtomicInteger appending = new AtomicInteger();

	private volatile boolean ended;

	OtlpExport(OtlpPipelines pipelines) {
		this.pipelines = pipelines;
	}

	/**
	 * Return whether there is an appender whose records somebody may take.
	 */
	boolean hasAppender() {
		return this.pipelines.haveAppender();
	}

	/**
	 * Take the records of the loggers from now on.
	 * @param openTelemetry who gets them
	 */
	void begin(OpenTelemetry openTelemetry) {
		this.target = openTelemetry;
		this.pipelines.begin(this);
	}

	/**
	 * End the export. Called before the application closes what gets the records.
	 */
	void end() {
		this.pipelines.end(this);
		this.ended = true;
		long start = System.nanoTime();
		while (this.appending.get() > 0 && System.nanoTime() - start < LONGEST_APPEND_NANOS) {
			LockSupport.parkNanos(this, PAUSE_NANOS);
		}
	}

	/**
	 * Hand an event to OpenTelemetry. Waits while its record would find the queue of the
	 * exporter full. If the exporter is stuck, this ends with {@link #end()}.
	 * @return whether the export has not ended
	 */
	boolean append(LogEvent event) {
		awaitRoom();
		this.appending.incrementAndGet();
		try {
			if (this.ended) {
				return false;
			}
			Appender current = this.appender;
			if (current == null) {
				// Two threads may both make one; the race is harmless.
				current = makeAppender();
				this.appender = current;
			}
			current.append(event);
			return true;
		}
		finally {
			this.appending.decrementAndGet();
		}
	}

	private Appender makeAppender() {
		Appender made = OpenTelemetryAppender.builder()
			.setName(OtlpAppender.NAME)
			.setCaptureContextDataAttributes("*")
			.setCaptureMapMessageAttributes(true)
			.setCaptureMarkerAttribute(true)
			.setOpenTelemetry(Objects.requireNonNull(this.target))
			.build();
		made.start();
		return made;
	}

	void awaitRoom() {
		Queue full = this.queue;
		while (full != null && !this.ended && queued() >= full.capacity) {
			LockSupport.parkNanos(this, PAUSE_NANOS);
		}
	}

	/**
	 * Return an exporter that counts.
	 * @param exporter does the work
	 * @param timeout how long an export may take
	 */
	LogRecordExporter count(LogRecordExporter exporter, Duration timeout) {
		return new CountingExporter(exporter, timeout);
	}

	/**
	 * Set the queue that stands before the exporter.
	 * @param processor has the queue
	 * @param capacity the records that the queue takes
	 */
	void setQueue(LogRecordProcessor processor, int capacity) {
		this.queue = new Queue(processor, capacity);
	}

	@Override
	public void onEmit(Context context, ReadWriteLogRecord logRecord) {
		Queue entered = this.queue;
		if (entered != null) {
			this.emitted.incrementAndGet();
			if (onTheirWay() > entered.capacity) {
				// Others emit records, too, and do not wait.
				entered.mayHaveDropped = true;
			}
		}
	}

	private long onTheirWay() {
		return this.emitted.get() - this.exported.get() - this.failed.get();
	}

	/**
	 * Return how many records wait for the exporter or are being exported.
	 * @return the number of records
	 */
	public long queued() {
		Queue current = this.queue;
		if (current != null) {
			current.findDropped();
		}
		return Math.max(0, onTheirWay());
	}

	/**
	 * Return how many records the collector has taken.
	 * @return the number of records since the start
	 */
	public long exported() {
		return this.exported.get();
	}

	/**
	 * Return how many records were lost: the collector refused them or could not be
	 * reached, or others than {@link OtlpAppender} emitted so many that they did not fit
	 * into the queue.
	 * @return the number of records since the start
	 */
	public long failed() {
		return this.failed.get();
	}

	/**
	 * The queue of OpenTelemetry, which does not report what it drops. After a flush it
	 * has none of the records that were emitted before; those of them that did not come
	 * to the exporter were dropped.
	 */
	private final class Queue {

		private final LogRecordProcessor processor;

		private final int capacity;

		private final AtomicBoolean busy = new AtomicBoolean();

		// Set by any thread that emits, reset by the one that is busy.
		private volatile boolean mayHaveDropped;

		// Null between two rounds. Like what follows, written by the thread that is busy.
		private volatile @Nullable CompletableResultCode first;

		private @Nullable CompletableResultCode second;

		private long emittedBefore;

		private volatile long lastRound = System.nanoTime() - ROUND_NANOS;

		Queue(LogRecordProcessor processor, int capacity) {
			this.processor = processor;
			this.capacity = capacity;
		}

		/**
		 * Do the next step, if there is one, without waiting: flush twice, because the
		 * first flush may be one that was under way before, and then count.
		 */
		void findDropped() {
			boolean due = this.first != null
					|| this.mayHaveDropped && System.nanoTime() - this.lastRound >= ROUND_NANOS;
			if (due && this.busy.compareAndSet(false, true)) {
				try {
					step();
				}
				finally {
					this.busy.set(false);
				}
			}
		}

		private void step() {
			CompletableResultCode flush = this.first;
			if (flush == null) {
				this.mayHaveDropped = false;
				this.emittedBefore = OtlpExport.this.emitted.get();
				this.first = this.processor.forceFlush();
			}
			else if (this.second == null) {
				CompletableResultCode next = flush.isDone() ? this.processor.forceFlush() : flush;
				this.second = (next != flush) ? next : null;
			}
			else if (this.second.isDone()) {
				long arrived = OtlpExport.this.exported.get() + OtlpExport.this.failed.get();
				OtlpExport.this.failed.addAndGet(Math.max(0, this.emittedBefore - arrived));
				// Later ones that have arrived make it too few: look again.
				this.mayHaveDropped |= OtlpExport.this.emitted.get() != this.emittedBefore;
				this.lastRound = System.nanoTime();
				this.second = null;
				this.first = null;
			}
		}

	}

	private final class CountingExporter implements LogRecordExporter {

		private final LogRecordExporter exporter;

		private final Duration timeout;

		CountingExporter(LogRecordExporter exporter, Duration timeout) {
			this.exporter = exporter;
			this.timeout = timeout;
		}

		/**
		 * Export, and count when it is done. The thread of the queue, which calls this,
		 * would wait for the result itself.
		 */
		@Override
		public CompletableResultCode export(Collection<LogRecordData> logs) {
			boolean success = false;
			try {
				success = this.exporter.export(logs).join(this.timeout.toNanos(), TimeUnit.NANOSECONDS).isSuccess();
			}
			finally {
				if (success) {
					OtlpExport.this.exported.addAndGet(logs.size());
				}
				else {
					fail(logs);
				}
			}
			return success ? CompletableResultCode.ofSuccess() : CompletableResultCode.ofFailure();
		}

		private void fail(Collection<LogRecordData> logs) {
			OtlpExport.this.failed.addAndGet(logs.size());
			NumberedSink numbers = OtlpExport.this.pipelines.sink();
			if (numbers != null) {
				numbers.fail((int) logs.stream().filter((log) -> log.getAttributes().get(RUN) != null).count());
			}
		}

		@Override
		public CompletableResultCode flush() {
			return this.exporter.flush();
		}

		@Override
		public CompletableResultCode shutdown() {
			return this.exporter.shutdown();
		}

		@Override
		public String toString() {
			return this.exporter.toString();
		}

	}

}
