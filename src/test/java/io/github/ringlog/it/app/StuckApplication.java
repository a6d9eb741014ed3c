package io.github.ringlog.it.app;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import io.github.ringlog.ring.OverflowPolicy;
import io.github.ringlog.ring.RingSettings;
import org.apache.logging.log4j.Level;
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
 * event on each of {@code stuck.threads} threads, as {@code waited <time of the call>}.
 * Says so once they all wait, and waits itself to be ended. Logs a last event when Spring
 * closes it.
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
		Duration maxBlock = environment.getProperty("stuck.max-block", Duration.class);
		if (maxBlock != null) {
			Report.context().switchOverflow(new RingSettings.Overflow(OverflowPolicy.DROP, maxBlock, Level.INFO));
		}
		for (int i = 0; i < environment.getRequiredProperty("stuck.fill", Integer.class); i++) {
			logger.info("event {}", i);
		}
		log(environment.getRequiredProperty("stuck.threads", Integer.class));
		new CountDownLatch(1).await();
	}

	private static void log(int threads) throws InterruptedException {
		AtomicInteger returned = new AtomicInteger();
		AtomicLong longest = new AtomicLong();
		List<Thread> all = new ArrayList<>();
		for (int i = 0; i < threads; i++) {
			Thread thread = new Thread(() -> {
				long start = System.nanoTime();
				logger.error("waited {}", System.currentTimeMillis());
				longest.accumulateAndGet(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start), Math::max);
				returned.incrementAndGet();
			});
			thread.setDaemon(true);
			thread.start();
			all.add(thread);
		}
		Awaitility.await()
			.atMost(Duration.ofMinutes(1))
			.until(() -> returned.get() == threads || all.stream().allMatch(StuckApplication::isWaiting));
		Report.print("waiting", threads);
		for (Thread thread : all) {
			thread.join();
		}
		Report.print("longest", longest.get());
		Report.print(Report.context().statistics());
		Report.print("returned", returned.get());
	}

	private static boolean isWaiting(Thread thread) {
		return thread.getState() == Thread.State.WAITING || thread.getState() == Thread.State.TIMED_WAITING;
	}

}
