package io.github.ringlog.it.app.agent;

import io.github.ringlog.it.app.Report;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.apache.logging.log4j.MarkerManager;
import org.slf4j.LoggerFactory;
import org.slf4j.MarkerFactory;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * A server whose requests log in each shape there is. Prints its port.
 */
@SpringBootApplication(proxyBeanMethods = false)
@RestController
public class AgentApplication {

	/** How many events a request logs in one round. */
	public static final int SHAPES = 11;

	private static final Logger LOGGER = LogManager.getLogger("shapes.log4j");

	private static final org.slf4j.Logger SLF4J = LoggerFactory.getLogger("shapes.slf4j");

	public static void main(String[] args) {
		ConfigurableApplicationContext context = SpringApplication.run(AgentApplication.class, args);
		Report.print("port", context.getEnvironment().getRequiredProperty("local.server.port", Integer.class));
	}

	@GetMapping("/log")
	String log(@RequestParam String text, @RequestParam int rounds) {
		logShapes(text, rounds);
		return "logged";
	}

	static void logShapes(String text, int rounds) {
		RuntimeException thrown = new IllegalStateException("thrown");
		for (int i = 0; i < rounds; i++) {
			LOGGER.info(text);
			LOGGER.error(text + " failed", thrown);
			LOGGER.info("{} 1", text);
			LOGGER.warn("{} {}", text, 2);
			LOGGER.info("{} {} {}", text, 3, 3);
			LOGGER.atInfo().log("{} fluent", text);
			LOGGER.info(MarkerManager.getMarker("MARKER"), "{} marked", text);
			SLF4J.info(text);
			SLF4J.error("{} failed", text, thrown);
			SLF4J.warn(MarkerFactory.getMarker("MARKER"), "{} {} {} {}", text, 1, 2, 3);
			SLF4J.atInfo().addArgument(text).log("{} fluent");
		}
	}

}
