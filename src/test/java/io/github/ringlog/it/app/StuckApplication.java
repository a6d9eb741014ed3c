package io.github.ringlog.it.app;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

import org.awaitility.Awaitility;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;

/**
 * Fills the ring of {@code stuck.fill} slots, whose appender is stuck, and then logs one
 * event on each of {@code stuck.threads} threads. Says so once they all wait, and waits
 * itself to be ended. Logs a last event when Spring closes it, and one in each of
 * {@code stuck.hooks} shutdown hooks.
 */
public class StuckApplication implements DisposableBean {

	private static final Logger logger = LoggerFactory.getLogger("stuck");

	@Override
	public void destroy() {
		logger.info("closed");
	}

	public static void main(String[] args) throws InterruptedException {
		SpringApplication application = new SpringApplication(StuckApplication.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		ConfigurableApplicationContext context = application.run(args);
		Environment environment = context.getEnvironment();
		for (int i = 0; i < environment.getRequiredProperty("stuck.fill", Integer.class); i++) {
			logger.info("event {}", i);
		}
		for (int i = 0; i < environment.getProperty("stuck.hooks", Integer.class, 0); i++) {
			Runtime.getRuntime().addShutdownHook(new Thread(() -> logger.info("ended")));
		}
		log(environment.getRequiredProperty("stuck.threads", Integer.class));
		new CountDownLatch(1).await();
	}

	private static void log(int threads) {
		List<Thread> all = new ArrayList<>();
		for (int i = 0; i < threads; i++) {
			Thread thread = new Thread(() -> logger.error("waited"));
			thread.setDaemon(true);
			thread.start();
			all.add(thread);
		}
		Awaitility.await()
			.atMost(Duration.ofMinutes(1))
			.until(() -> all.stream().allMatch(StuckApplication::isWaiting));
		Report.print("waiting", threads);
	}

	private static boolean isWaiting(Thread thread) {
		return switch (thread.getState()) {
			// For the ring, or in the appender or for its lock.
			case WAITING, TIMED_WAITING, BLOCKED -> true;
			default -> false;
		};
	}

}
