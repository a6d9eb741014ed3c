package io.github.ringlog.it.app;

import java.util.concurrent.locks.LockSupport;

import io.github.ringlog.logger.RingLoggerContext;
import io.github.ringlog.ring.RingStatistics;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Scope;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.apache.logging.log4j.ThreadContext;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/**
 * Logs before the application context is there, within a span, and then a burst. Prints
 * what became of the events of the appender for OpenTelemetry.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class OtlpApplication {

	/** Events before there are beans. */
	public static final int EARLY = 1500;

	private static final Logger log = LogManager.getLogger("otlp.test");

	private static final long LOOK_NANOS = 1_000_000;

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
	CommandLineRunner runner(Environment environment, ObjectProvider<OpenTelemetry> openTelemetry,
			ObjectProvider<MeterRegistry> meters) {
		return (arguments) -> {
			openTelemetry.ifAvailable(OtlpApplication::logWithinSpan);
			int burst = environment.getProperty("burst", Integer.class, 0);
			for (int i = 0; i < burst; i++) {
				log.info("burst {}", i);
			}
			log.error("last");
			meters.ifAvailable((registry) -> report(registry, EARLY + burst));
			RingLoggerContext context = (RingLoggerContext) LogManager.getContext(false);
			Report.print("appenders", String.join(",", context.getConfiguration().getAppenders().keySet()));
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
	 * Wait until nothing is on its way, and report.
	 */
	private static void report(MeterRegistry registry, int atLeast) {
		RingStatistics ring = ((RingLoggerContext) LogManager.getContext(false)).isolatedStatistics().get("otlp");
		if (ring == null) {
			return;
		}
		while (ring.written() + ring.dropped() < atLeast || ring.used().orElse(0) > 0
				|| registry.get("ringlog.otlp.queued").gauge().value() > 0) {
			LockSupport.parkNanos(LOOK_NANOS);
		}
		Report.print("written", ring.written());
		Report.print("dropped", ring.dropped());
		Report.print("exported", (long) registry.get("ringlog.otlp.exported").functionCounter().count());
		Report.print("failed", (long) registry.get("ringlog.otlp.failed").functionCounter().count());
	}

}
