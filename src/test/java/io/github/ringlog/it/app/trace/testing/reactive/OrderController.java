package io.github.ringlog.it.app.trace.testing.reactive;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import reactor.core.publisher.Mono;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class OrderController {

	private static final Logger logger = LoggerFactory.getLogger(OrderController.class);

	@GetMapping("/order")
	Mono<String> order() {
		return Mono.fromSupplier(() -> {
			String id = MDC.get("traceId");
			logger.info("Order accepted for {}", id);
			return "accepted " + id;
		});
	}

}
