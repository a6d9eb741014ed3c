package io.github.ringlog.benchmarks.location;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The call that is measured. With Logback it is loaded once more, by a loader of its own.
 */
public final class LogCall implements Runnable {

	private final Logger logger = LoggerFactory.getLogger("com.example.shop.Checkout");

	private final String order = "4711-0815";

	private final String customer = "customer@example.org";

	@Override
	public void run() {
		this.logger.info("Order {} was accepted for {}", this.order, this.customer);
	}

}
