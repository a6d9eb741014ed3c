package io.github.ringlog.it.app;

import io.github.ringlog.logger.RingLoggerContext;
import io.github.ringlog.ring.RingStatistics;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Scope;
import io.opentelemetry.instrumentation.log4j.appender.v2_17.OpenTelemetryAppender;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.apache.logging.log4j.ThreadContext;
import org.awaitility.Awaitility;

import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;

/**
 * Logs before OpenTelemetry's appender is connected, within a span, and after that.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class OtlpApplication {

	/** Events before there are beans. */
	public static final int EARLY = 500;

	/** Events at the end. */
	public static final int LATE = 1000;

	private static final Logger log = LogManager.getLogger("otlp.test");

	public static void main(String[] arguments) {
		SpringApplication application = new SpringApplication(OtlpApplication.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		application.addInitializers((context) -> {
			for (int i = 0; i < EARLY; i++) {
				log.info("early {}", i);
			}
		});
		application.run(arguments);
	}

	@Bean
	Export export(OpenTelemetry openTelemetry) {
		return new Export(openTelemetry);
	}

	@Bean
	CommandLineRunner runner(OpenTelemetry openTelemetry) {
		return (arguments) -> {
			logWithinSpan(openTelemetry);
			for (int i = 0; i < LATE; i++) {
				log.info("late {}", i);
			}
			// OpenTelemetry ends with the application context, before the ring.
			RingStatistics ring = ((RingLoggerContext) LogManager.getContext(false)).isolatedStatistics().get("otlp");
			Awaitility.await().until(() -> ring.written() > EARLY + LATE && ring.used().orElse(0) == 0);
			Report.print("isolated", ring.written());
		};
	}

	private static void logWithinSpan(OpenTelemetry openTelemetry) {
		Span span = openTelemetry.getTracer("test").spanBuilder("test").startSpan();
		ThreadContext.put("tenant", "acme");
		Scope scope = span.makeCurrent();
		try (scope) {
			log.warn("within a span");
		}
		finally {
			ThreadContext.remove("tenant");
			span.end();
		}
		Report.print("trace", span.getSpanContext().getTraceId());
		Report.print("span", span.getSpanContext().getSpanId());
	}

	/**
	 * Connects the appender.
	 */
	static class Export {

		Export(OpenTelemetry openTelemetry) {
			OpenTelemetryAppender.install(openTelemetry);
		}

	}

}
