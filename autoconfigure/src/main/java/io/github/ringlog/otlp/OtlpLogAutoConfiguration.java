package io.github.ringlog.otlp;

import java.time.Duration;

import io.github.ringlog.environment.OnRingLoggerContext;
import io.github.ringlog.logger.RingLoggerContext;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.instrumentation.log4j.appender.v2_17.OpenTelemetryAppender;
import io.opentelemetry.sdk.logs.SdkLoggerProvider;
import io.opentelemetry.sdk.logs.export.BatchLogRecordProcessor;
import io.opentelemetry.sdk.logs.export.LogRecordExporter;
import org.apache.logging.log4j.LogManager;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;

/**
 * Auto-configuration for the export of log records: the appender gets the target that
 * Spring Boot or the application makes.
 */
@AutoConfiguration(beforeName = OtlpLogAutoConfiguration.SPRING_BOOT)
@ConditionalOnClass({ OpenTelemetryAppender.class, SdkLoggerProvider.class })
@Conditional(OnRingLoggerContext.class)
public final class OtlpLogAutoConfiguration {

	static final String SPRING_BOOT = "org.springframework.boot.opentelemetry.autoconfigure.logging.OpenTelemetryLoggingAutoConfiguration";

	private static final String EXPORT = "management.opentelemetry.logging.export.";

	/**
	 * Sees each record that enters the queue.
	 */
	@Bean
	@Lazy
	OtlpExport ringLogOtlpExport(ApplicationContext application) {
		return OtlpExport.of((RingLoggerContext) LogManager.getContext(application.getClassLoader(), false));
	}

	/**
	 * The queue and its thread, as Spring Boot makes them. Lazy: only a provider of
	 * loggers needs it.
	 */
	@Bean
	@Lazy
	@ConditionalOnClass(name = SPRING_BOOT)
	@ConditionalOnMissingBean
	BatchLogRecordProcessor ringLogBatchLogRecordProcessor(ObjectProvider<LogRecordExporter> exporters,
			OtlpExport export, Environment environment) {
		int queueSize = environment.getProperty(EXPORT + "max-queue-size", Integer.class, 2048);
		LogRecordExporter exporter = LogRecordExporter.composite(exporters.orderedStream().toList());
		return BatchLogRecordProcessor.builder(export.count(exporter, queueSize))
			.setMaxQueueSize(queueSize)
			.setMaxExportBatchSize(environment.getProperty(EXPORT + "max-batch-size", Integer.class, 512))
			.setScheduleDelay(environment.getProperty(EXPORT + "schedule-delay", Duration.class, Duration.ofSeconds(1)))
			.setExporterTimeout(environment.getProperty(EXPORT + "timeout", Duration.class, Duration.ofSeconds(30)))
			.build();
	}

	/**
	 * Depends on the target, so that it is destroyed before that is.
	 */
	@Bean
	Target ringLogOtlpTarget(OtlpExport export, ObjectProvider<OpenTelemetry> openTelemetry,
			ObjectProvider<SdkLoggerProvider> loggers, ObjectProvider<LogRecordExporter> exporters) {
		OpenTelemetry target = openTelemetry.getIfAvailable();
		boolean isUsed = loggers.getIfAvailable() == null || exporters.stream().findAny().isPresent();
		if (target != null && isUsed) {
			export.begin(target);
		}
		return new Target(export);
	}

	/**
	 * Ends the export with the application context.
	 *
	 * @param export the export
	 */
	record Target(OtlpExport export) implements DisposableBean {

		@Override
		public void destroy() {
			this.export.end();
		}

	}

}
