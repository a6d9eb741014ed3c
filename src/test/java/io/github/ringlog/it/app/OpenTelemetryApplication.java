package io.github.ringlog.it.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Scope;
import io.opentelemetry.instrumentation.log4j.appender.v2_17.OpenTelemetryAppender;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.logs.SdkLoggerProvider;
import io.opentelemetry.sdk.logs.data.LogRecordData;
import io.opentelemetry.sdk.logs.export.LogRecordExporter;
import io.opentelemetry.sdk.logs.export.SimpleLogRecordProcessor;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.apache.logging.log4j.ThreadContext;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.ConsoleAppender;
import org.apache.logging.log4j.core.appender.FileAppender;
import org.apache.logging.log4j.core.appender.RollingFileAppender;
import org.apache.logging.log4j.core.config.Configuration;
import org.awaitility.Awaitility;
import reactor.core.publisher.Hooks;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/**
 * An application with a tracer and two {@link OpenTelemetry} of its own. It finds the
 * appenders of its configuration, those of OpenTelemetry and others, and prints what they
 * got. It uses nothing of Ringlog.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class OpenTelemetryApplication {

	private static final Logger logger = LogManager.getLogger("otel");

	private static final Duration TIMEOUT = Duration.ofMinutes(1);

	// Before the appenders know where records go, and within a span.
	private static final int EVENTS = 4;

	public static void main(String[] args) {
		SpringApplication application = new SpringApplication(OpenTelemetryApplication.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		try (ConfigurableApplicationContext context = application.run(args)) {
			Report.print("propagation",
					String.valueOf(context.getEnvironment().getProperty("spring.reactor.context-propagation")));
			Report.print("automatic", String.valueOf(Hooks.isAutomaticContextPropagationEnabled()));
			logger.info("before the start of {}", "OpenTelemetry");
			OpenTelemetryAppender.install(context.getBean("first", OpenTelemetry.class));
			Span span = context.getBean(Tracer.class).spanBuilder("test").startSpan();
			ThreadContext.put("user", "alice");
			Scope scope = span.makeCurrent();
			try (scope) {
				logger.info("order {}", 4711);
				logger.warn("not paid", new IllegalStateException("thrown"));
				logger.error("text");
			}
			finally {
				ThreadContext.remove("user");
				span.end();
			}
			report(context.getBean("exporter", Records.class), span);
			rollOver();
		}
	}

	@Bean
	Records exporter() {
		return new Records();
	}

	@Bean
	OpenTelemetry first(Records exporter) {
		return OpenTelemetrySdk.builder()
			.setTracerProvider(SdkTracerProvider.builder().build())
			.setLoggerProvider(SdkLoggerProvider.builder()
				.addLogRecordProcessor(SimpleLogRecordProcessor.create(exporter))
				.build())
			.build();
	}

	@Bean
	OpenTelemetry second() {
		return OpenTelemetry.noop();
	}

	@Bean
	Tracer tracer(@Qualifier("first") OpenTelemetry openTelemetry) {
		return openTelemetry.getTracer("test");
	}

	private static void report(Records exporter, Span span) {
		int appenders = 2;
		Awaitility.await().atMost(TIMEOUT).until(() -> exporter.records.size() >= appenders * EVENTS);
		for (LogRecordData found : exporter.records) {
			List<String> attributes = new ArrayList<>();
			found.getAttributes().forEach((key, value) -> {
				if (!key.getKey().endsWith("stacktrace")) {
					attributes.add(key.getKey() + "=" + value);
				}
			});
			attributes.sort(null);
			String body = (found.getBodyValue() != null) ? found.getBodyValue().asString() : null;
			Report.print("record", found.getSeverity() + " " + found.getInstrumentationScopeInfo().getName() + " "
					+ body + " " + attributes + " " + found.getSpanContext().equals(span.getSpanContext()));
		}
	}

	/**
	 * Use appenders as what they are, and roll a file over.
	 */
	private static void rollOver() {
		Configuration configuration = LoggerContext.getContext(false).getConfiguration();
		ConsoleAppender console = configuration.getAppender("console");
		FileAppender file = configuration.getAppender("file");
		RollingFileAppender rolling = configuration.getAppender("rolling");
		RollingFileAppender isolated = configuration.getAppender("isolatedRolling");
		Report.print("target", String.valueOf(console.getTarget()));
		Report.print("file", Path.of(file.getFileName()).getFileName().toString());
		for (RollingFileAppender each : List.of(rolling, isolated)) {
			Path log = Path.of(each.getFileName());
			Awaitility.await().atMost(TIMEOUT).until(() -> lines(log) == EVENTS);
			each.getManager().rollover();
		}
		logger.info("after the rollover");
		new TreeMap<>(configuration.getAppenders())
			.forEach((name, appender) -> Report.print(name, appender.getClass().getName()));
	}

	private static int lines(Path log) {
		try {
			return Files.readAllLines(log).size();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * The records that came.
	 */
	private static final class Records implements LogRecordExporter {

		private final List<LogRecordData> records = new CopyOnWriteArrayList<>();

		@Override
		public CompletableResultCode export(Collection<LogRecordData> logs) {
			this.records.addAll(logs);
			return CompletableResultCode.ofSuccess();
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
