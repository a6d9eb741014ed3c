package io.github.ringlog.it.app;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

import io.github.ringlog.ring.DropReason;
import io.github.ringlog.ring.RingStatistics;
import io.github.ringlog.settings.OverflowPolicy;
import io.github.ringlog.settings.RingSettings;
import org.apache.logging.log4j.Level;
import org.awaitility.Awaitility;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.core.env.Environment;

/**
 * Fills the ring of {@code unrun.fill} slots, whose appender is stuck. Then
 * {@code unrun.callers} virtual threads log, and two more take both carriers, so that the
 * first can't run: they wait in static initializers, for the ring if
 * {@code unrun.carriers} is {@code log}. Says so, and logs on a platform thread at
 * {@code unrun.level} until an event is not dropped at once.
 */
public final class UnrunCallerApplication {

	private static final Logger logger = LoggerFactory.getLogger("stuck");

	private static final CountDownLatch released = new CountDownLatch(1);

	private static boolean carriersLog;

	private UnrunCallerApplication() {
	}

	public static void main(String[] args) throws Exception {
		SpringApplication application = new SpringApplication(UnrunCallerApplication.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		Environment environment = application.run(args).getEnvironment();
		carriersLog = environment.getRequiredProperty("unrun.carriers").equals("log");
		for (int i = 0; i < environment.getRequiredProperty("unrun.fill", Integer.class); i++) {
			logger.info("event {}", i);
		}
		List<Thread> threads = new ArrayList<>();
		for (int i = 0; i < environment.getProperty("unrun.callers", Integer.class, 1); i++) {
			threads.add(start(() -> logger.error("first")));
		}
		threads.add(start(OneCarrier::take));
		threads.add(start(OtherCarrier::take));
		Report.print("waiting", threads.size());
		Duration maxBlock = environment.getProperty("unrun.max-block", Duration.class);
		if (maxBlock != null) {
			Report.context().switchOverflow(new RingSettings.Overflow(OverflowPolicy.DROP, maxBlock, Level.INFO));
		}
		Level level = environment.getProperty("unrun.level", Level.class, Level.ERROR);
		Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> log(level));
		released.countDown();
		for (Thread thread : threads) {
			thread.join();
		}
		Report.stopAndPrint();
	}

	/**
	 * {@code Thread.startVirtualThread}, which the JDK that compiles this need not have.
	 */
	private static Thread start(Runnable task) throws ReflectiveOperationException {
		Thread thread = (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
		Awaitility.await()
			.pollDelay(Duration.ZERO)
			.pollInterval(Duration.ofMillis(1))
			.atMost(Duration.ofMinutes(1))
			.until(thread::getState, (state) -> state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING);
		return thread;
	}

	/**
	 * Log an event.
	 * @return whether it was not dropped because the ring is full
	 */
	private static boolean log(Level level) {
		RingStatistics statistics = Report.context().statistics();
		long dropped = statistics.dropped(level, DropReason.FULL);
		logger.atLevel(org.slf4j.event.Level.valueOf(level.name())).log("platform");
		return statistics.dropped(level, DropReason.FULL) == dropped;
	}

	private static void takeCarrier() {
		if (carriersLog) {
			logger.error("pinned");
			return;
		}
		try {
			released.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/**
	 * Pins a virtual thread to its carrier while it is initialized.
	 */
	private static final class OneCarrier {

		static {
			takeCarrier();
		}

		private static void take() {
		}

	}

	/**
	 * Does the same for another.
	 */
	private static final class OtherCarrier {

		static {
			takeCarrier();
		}

		private static void take() {
		}

	}

}
