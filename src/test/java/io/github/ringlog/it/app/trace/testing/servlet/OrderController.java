package io.github.ringlog.it.app.trace.testing.servlet;

import java.util.concurrent.Callable;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class OrderController {

	private static final Logger logger = LoggerFactory.getLogger(OrderController.class);

	@GetMapping("/order")
	String order() {
		String id = MDC.get("traceId");
		logger.info("Order accepted for {}", id);
		return "accepted " + id;
	}

	@GetMapping("/later")
	Callable<String> later() {
		return () -> "later " + MDC.get("traceId");
	}

}
