package io.github.ringlog.otlp;

import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

import io.github.ringlog.logger.RingLoggerContext;
import io.github.ringlog.receipts.NumberedSink;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.logs.LogRecordProcessor;
import io.opentelemetry.sdk.logs.ReadWriteLogRecord;
import io.opentelemetry.sdk.logs.data.LogRecordData;
import io.opentelemetry.sdk.logs.export.LogRecordExporter;
import org.jspecify.annotations.Nullable;

/**
 * The export of log records: who gets them, and how many are on their way. OpenTelemetry
 * queues records for its exporter and drops them silently when the queue is full. So
 * records are counted when they enter the queue and when they were exported, and
 * {@link OtlpAppender} waits in front of a full one: its ring has a policy, and counts.
 * Any thread may call.
 */
public final class OtlpExport implements LogRecordProcessor {

	private static final String KEY = OtlpExport.class.getName();

	private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

	private final RingLoggerContext context;

	private final CompletableFuture<@Nullable OpenTelemetry> target = new CompletableFuture<>();

	private final LongAdder queued = new LongAdder();

	private final LongAdder exported = new LongAdder();

	private final LongAdder failed = new LongAdder();

	// Set with the exporter; until then nobody drops.
	private volatile int capacity = Integer.MAX_VALUE;

	// Of the appender in force, if it numbers its lines.
	private volatile @Nullable NumberedSink sink;

	private OtlpExport(RingLoggerContext context) {
		this.context = context;
	}

	/**
	 * Add the appender to the configurations to come, unless that was done.
	 */
	static void prepare(RingLoggerContext context) {
		OtlpExport export = new OtlpExport(context);
		if (context.putObjectIfAbsent(KEY, export) == null) {
			context.addIsolated(OtlpAppender.NAME, (configuration) -> OtlpAppender.create(export, configuration));
		}
	}

	/**
	 * Return the export of a context, or one without an appender.
	 */
	static OtlpExport of(RingLoggerContext context) {
		return (context.getObject(KEY) instanceof OtlpExport export) ? export : new OtlpExport(context);
	}

	/**
	 * Remove the appender of a context if nobody has told who gets its records.
	 */
	static void endUnused(RingLoggerContext context) {
		OtlpExport export = of(context);
		if (export.target.complete(null)) {
			export.end();
		}
	}

	/**
	 * Tell who gets the records. Only the first call counts.
	 * @param openTelemetry who gets them
	 */
	void begin(OpenTelemetry openTelemetry) {
		this.target.complete(openTelemetry);
	}

	/**
	 * Remove the appender, which gets what was logged before. Called before the
	 * application closes what gets the records: nobody takes later ones.
	 */
	void end() {
		this.target.complete(null);
		this.context.removeIsolated(OtlpAppender.NAME);
		this.context.removeObject(KEY);
		this.capacity = Integer.MAX_VALUE;
	}

	/**
	 * Wait until it is known who gets the records: as long as the application starts.
	 * @return who gets them, or {@code null} for nobody
	 */
	@Nullable OpenTelemetry target() {
		return this.target.join();
	}

	/**
	 * Wait while a record would find the queue of the exporter full. If the exporter is
	 * stuck, this ends with {@link #end()}.
	 */
	void awaitRoom() {
		while (queued() >= this.capacity) {
			LockSupport.parkNanos(this, PAUSE_NANOS);
		}
	}

	void setSink(@Nullable NumberedSink newSink) {
		this.sink = newSink;
	}

	/**
	 * Return an exporter that counts.
	 * @param exporter does the work
	 * @param queueSize the records that the queue takes which stands before it
	 */
	LogRecordExporter count(LogRecordExporter exporter, int queueSize) {
		this.capacity = queueSize;
		return new CountingExporter(exporter);
	}

	@Override
	public void onEmit(Context context, ReadWriteLogRecord logRecord) {
		this.queued.increment();
	}

	/**
	 * Return how many records wait for the exporter or are being exported.
	 * @return the number of records
	 */
	public long queued() {
		return Math.max(0, this.queued.sum() - this.exported.sum() - this.failed.sum());
	}

	/**
	 * Return how many records the collector has taken.
	 * @return the number of records since the start
	 */
	public long exported() {
		return this.exported.sum();
	}

	/**
	 * Return how many records the exporter gave up: the collector refused them, or could
	 * not be reached.
	 * @return the number of records since the start
	 */
	public long failed() {
		return this.failed.sum();
	}

	private final class CountingExporter implements LogRecordExporter {

		private final LogRecordExporter exporter;

		CountingExporter(LogRecordExporter exporter) {
			this.exporter = exporter;
		}

		@Override
		public CompletableResultCode export(Collection<LogRecordData> logs) {
			int count = logs.size();
			try {
				CompletableResultCode result = this.exporter.export(logs);
				return result.whenComplete(() -> count(count, result.isSuccess()));
			}
			catch (Throwable ex) {
				count(count, false);
				throw ex;
			}
		}

		private void count(int records, boolean success) {
			if (success) {
				OtlpExport.this.exported.add(records);
				return;
			}
			OtlpExport.this.failed.add(records);
			NumberedSink numbers = OtlpExport.this.sink;
			if (numbers != null) {
				numbers.fail(records);
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
