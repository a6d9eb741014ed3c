package io.github.ringlog.it.app;

import java.util.LinkedHashMap;
import java.util.Map;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;

/**
 * Logs objects in place of texts.
 */
public final class ObjectMessageApplication {

	private static final Logger logger = LogManager.getLogger("object");

	private ObjectMessageApplication() {
	}

	public static void main(String[] args) {
		SpringApplication application = new SpringApplication(ObjectMessageApplication.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		application.run(args);
		Map<String, Object> order = new LinkedHashMap<>();
		order.put("user", "alice");
		order.put("amount", 42);
		logger.info(order);
		logger.info(new Order("bob", 43));
	}

	private record Order(String user, int amount) {
	}

}
