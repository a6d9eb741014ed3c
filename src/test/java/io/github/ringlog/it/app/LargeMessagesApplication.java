package io.github.ringlog.it.app;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;

/**
 * Many threads log large messages, far more than the heap holds at a time. Prints how
 * many calls have returned in time, and how often the garbage collector ran.
 */
public final class LargeMessagesApplication {

	private static final int THREADS = 100;

	private static final int CALLS = 10;

	private static final Logger logger = LogManager.getLogger("large");

	private LargeMessagesApplication() {
	}

	public static void main(String[] args) throws InterruptedException {
		SpringApplication application = new SpringApplication(LargeMessagesApplication.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		application.run(args);
		String body = "x".repeat(1_000_000);
		CountDownLatch calls = new CountDownLatch(THREADS * CALLS);
		for (int i = 0; i < THREADS; i++) {
			int number = i;
			Thread thread = new Thread(() -> {
				for (int call = 0; call < CALLS; call++) {
					logger.info("{} {} {}", number, call, body);
					calls.countDown();
				}
			});
			thread.setDaemon(true);
			thread.start();
		}
		calls.await(1, TimeUnit.MINUTES);
		Report.print("returned", THREADS * CALLS - calls.getCount());
		Report.print("collections",
				ManagementFactory.getGarbageCollectorMXBeans()
					.stream()
					.mapToLong(GarbageCollectorMXBean::getCollectionCount)
					.sum());
	}

}
