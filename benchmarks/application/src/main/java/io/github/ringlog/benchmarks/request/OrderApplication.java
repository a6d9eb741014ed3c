package io.github.ringlog.benchmarks.request;

import java.lang.management.ManagementFactory;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * A web application that does nothing but log.
 */
@SpringBootApplication
public class OrderApplication {

	private static final Logger logger = LoggerFactory.getLogger(OrderApplication.class);

	public static void main(String[] args) {
		SpringApplication.run(OrderApplication.class, args);
	}

	/**
	 * Logs eight lines for an order, or none.
	 */
	@RestController
	static class Orders {

		@GetMapping("/orders/{id}")
		String order(@PathVariable String id, @RequestParam boolean log) {
			if (log) {
				log(id, id.length());
			}
			return id;
		}

		private void log(String id, int items) {
			logger.info("Received order {} from customer {}", id, "customer@example.org");
			logger.info("Validated order {}: {} items, {} cents", id, items, 129_900L);
			logger.info("Customer of order {} has credit until {}", id, "2027-01-31");
			logger.info("Reserved {} items of order {} in warehouse {}", items, id, "north");
			logger.info("Payment of order {} was authorized by {}", id, "card");
			logger.info("Shipment of order {} is planned for tomorrow", id);
			logger.info("Sent the confirmation of order {} to {}", id, "customer@example.org");
			logger.info("Accepted order {} with status {}", id, 201);
		}

	}

	/**
	 * Shows what the application takes when it is idle.
	 */
	@RestController
	static class Footprint {

		@GetMapping("/footprint")
		String footprint() {
			int classes = ManagementFactory.getClassLoadingMXBean().getLoadedClassCount();
			// What the first collections leave to finalizers and cleaners goes with the
			// last.
			for (int i = 0; i < 3; i++) {
				System.gc();
			}
			long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
			return "{\"classes\":%d,\"heap\":%d}".formatted(classes, heap);
		}

	}

}
