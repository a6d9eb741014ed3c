package io.github.ringlog.otlp;

import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import io.github.ringlog.logger.RingLoggerContext;
import io.github.ringlog.receipts.NumberedSink;
import io.github.ringlog.receipts.Receipts;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.logs.Logger;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.logs.SdkLoggerProvider;
import io.opentelemetry.sdk.logs.data.LogRecordData;
import io.opentelemetry.sdk.logs.export.BatchLogRecordProcessor;
import io.opentelemetry.sdk.logs.export.LogRecordExporter;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.NullAppender;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Counts of the records on their way to a collector, beside others who emit records.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OtlpExportTests {

	private static final int QUEUE = 64;

	private final OtlpPipelines pipelines = OtlpPipelines
		.of((RingLoggerContext) LogManager.getContext(new URLClassLoader(new URL[0], null), false));

	private final OtlpExport export = new OtlpExport(this.pipelines);

	private final CountDownLatch gate = new CountDownLatch(1);

	private SdkLoggerProvider provider;

	@AfterEach
	void close() {
		this.gate.countDown();
		this.provider.close();
	}

	@Test
	void whatTheQueueDropsIsCountedAndHoldsUpNobody() {
		Logger logger = logger(new Exporter(() -> {
			awaitGate();
			return CompletableResultCode.ofSuccess();
		}), Duration.ofSeconds(20));
		emit(logger, 20 * QUEUE);
		assertThat(this.export.queued()).isGreaterThan(QUEUE);
		this.gate.countDown();
		this.export.awaitRoom();
		Awaitility.await().until(() -> this.export.queued() == 0);
		assertThat(this.export.exported()).isBetween((long) QUEUE, 3L * QUEUE);
		assertThat(this.export.exported() + this.export.failed()).isEqualTo(20 * QUEUE);
		emit(logger, QUEUE);
		Awaitility.await().until(() -> this.export.exported() + this.export.failed() == 21 * QUEUE);
	}

	@Test
	void anExporterThatNeverAnswersHoldsUpNobody() {
		Logger logger = logger(new Exporter(CompletableResultCode::new), Duration.ofMillis(50));
		emit(logger, QUEUE);
		this.export.awaitRoom();
		Awaitility.await().until(() -> this.export.failed() == QUEUE);
		assertThat(this.export.queued()).isZero();
	}

	@Test
	void recordsForAQueueThatDoesNotCountAreNotCounted() {
		this.provider = SdkLoggerProvider.builder().addLogRecordProcessor(this.export).build();
		emit(this.provider.get("test"), 10);
		assertThat(this.export.queued()).isZero();
	}

	@Test
	void receiptsTellOnlyOfTheRecordsOfTheAppender() {
		LoggerContext context = new LoggerContext("receipts");
		Receipts.install(context, new Receipts.Counts() {

			@Override
			public Map<String, Long> dropped(String appender) {
				return Map.of();
			}

			@Override
			public long failed(String appender) {
				return 0;
			}

		});
		NumberedSink sink = Receipts.of(context).open(NullAppender.createAppender("otlp"), (event) -> {
		});
		this.pipelines.setSink(sink);
		Logger logger = logger(new Exporter(() -> {
			awaitGate();
			return CompletableResultCode.ofFailure();
		}), Duration.ofSeconds(20));
		emit(logger, 3);
		logger.logRecordBuilder().setAttribute(AttributeKey.stringKey("run"), "abc").emit();
		this.gate.countDown();
		this.provider.forceFlush().join(60, TimeUnit.SECONDS);
		assertThat(this.export.failed()).isEqualTo(4);
		assertThat(sink).extracting("failed").hasToString("1");
	}

	private Logger logger(LogRecordExporter exporter, Duration timeout) {
		BatchLogRecordProcessor processor = BatchLogRecordProcessor.builder(this.export.count(exporter, timeout))
			.setMaxQueueSize(QUEUE)
			.setMaxExportBatchSize(QUEUE)
			.setScheduleDelay(Duration.ofMillis(50))
			.setExporterTimeout(timeout)
			.build();
		this.export.setQueue(processor, QUEUE);
		this.provider = SdkLoggerProvider.builder()
			.addLogRecordProcessor(this.export)
			.addLogRecordProcessor(processor)
			.build();
		return this.provider.get("test");
	}

	private static void emit(Logger logger, int records) {
		for (int i = 0; i < records; i++) {
			logger.logRecordBuilder().setBody("record " + i).emit();
		}
	}

	private void awaitGate() {
		try {
			this.gate.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private record Exporter(Supplier<CompletableResultCode> answer) implements LogRecordExporter {

		@Override
		public CompletableResultCode export(Collection<LogRecordData> logs) {
			return this.answer.get();
		}

		@Override
		public CompletableResultCode flush() {
			return CompletableResultCode.ofSuccess();
		}

		@Override
		public CompletableResultCode shutdown() {
			return CompletableResultCode.ofSuccess();
		}

	}

}
