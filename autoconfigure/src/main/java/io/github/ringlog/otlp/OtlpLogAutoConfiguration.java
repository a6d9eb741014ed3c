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
import org.apache.logging.log4j.Logger;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
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

	private static final Logger logger = LogManager.getLogger(OtlpLogAutoConfiguration.class);

	/**
	 * Sees each record before it enters the queue. A child context has that of its
	 * parent.
	 */
	@Bean
	@Lazy
	@Order(Ordered.HIGHEST_PRECEDENCE)
	@ConditionalOnMissingBean
	@Nullable OtlpExport ringLogOtlpExport(ApplicationContext application) {
		RingLoggerContext context = OnRingLoggerContext.find(application.getClassLoader());
		return (context != null) ? new OtlpExport(OtlpPipelines.of(context)) : null;
	}

	/**
	 * The queue and its thread, as Spring Boot makes them. Lazy: only a provider of
	 * loggers needs it.
	 */
	@Bean
	@Lazy
	@ConditionalOnClass(name = SPRING_BOOT)
	@ConditionalOnMissingBean
	@Nullable BatchLogRecordProcessor ringLogBatchLogRecordProcessor(ObjectProvider<LogRecordExporter> exporters,
			@Nullable OtlpExport export, Environment environment) {
		if (export == null) {
			return null;
		}
		int queueSize = environment.getProperty(EXPORT + "max-queue-size", Integer.class, 2048);
		Duration timeout = environment.getProperty(EXPORT + "timeout", Duration.class, Duration.ofSeconds(30));
		LogRecordExporter exporter = LogRecordExporter.composite(exporters.orderedStream().toList());
		BatchLogRecordProcessor processor = BatchLogRecordProcessor.builder(export.count(exporter, timeout))
			.setMaxQueueSize(queueSize)
			.setMaxExportBatchSize(environment.getProperty(EXPORT + "max-batch-size", Integer.class, 512))
			.setScheduleDelay(environment.getProperty(EXPORT + "schedule-delay", Duration.class, Duration.ofSeconds(1)))
			.setExporterTimeout(timeout)
			.build();
		export.setQueue(processor, queueSize);
		return processor;
	}

	/**
	 * Depends on the target, so that it is destroyed before the target. Nobody asks for
	 * it.
	 */
	@Bean
	@Lazy(false)
	@ConditionalOnMissingBean
	@Nullable Target ringLogOtlpTarget(@Nullable OtlpExport export, ObjectProvider<OpenTelemetry> openTelemetry,
			ObjectProvider<SdkLoggerProvider> loggers, ObjectProvider<LogRecordExporter> exporters) {
		if (export == null) {
			return null;
		}
		boolean isUsed = loggers.stream().findAny().isEmpty() || exporters.stream().findAny().isPresent();
		OpenTelemetry target = openTelemetry.getIfUnique();
		if (isUsed && target != null) {
			export.begin(target);
		}
		else if (isUsed && export.hasAppender() && openTelemetry.stream().findAny().isPresent()) {
			logger.warn("Logs are not exported: there is more than one bean of the type OpenTelemetry. "
					+ "Mark the one that gets the logs with @Primary");
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
