package io.github.ringlog.it.app;

import java.nio.file.Path;

import io.github.ringlog.lint.Findings;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.apache.logging.log4j.core.LoggerContext;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Starts, replaces the configuration twice and prints how many findings there are each
 * time.
 */
@EnableAutoConfiguration
public class LintApplication {

	public static void main(String[] args) {
		SpringApplication application = new SpringApplication(LintApplication.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		ConfigurableApplicationContext context = application.run(args);
		print(context, "start");
		reconfigure(context, "plain");
		reconfigure(context, "located");
		context.close();
	}

	private static void reconfigure(ConfigurableApplicationContext context, String name) {
		LoggerContext.getContext(false).setConfigLocation(Path.of(name + ".xml").toUri());
		print(context, name);
	}

	private static void print(ConfigurableApplicationContext context, String name) {
		Report.print("findings." + name, context.getBean(Findings.class).locations());
		Gauge gauge = context.getBean(MeterRegistry.class).find("ringlog.location.findings").gauge();
		Report.print("gauge." + name, (gauge != null) ? (long) gauge.value() : -1);
	}

}
