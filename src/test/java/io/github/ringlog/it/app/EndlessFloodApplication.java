package io.github.ringlog.it.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

import io.github.ringlog.logger.RingLoggerContext;
import io.github.ringlog.ring.DropReason;
import io.github.ringlog.ring.LevelIndex;
import io.github.ringlog.ring.RingStatistics;
import org.awaitility.Awaitility;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;

/**
 * Logs as fast as it can until the JVM ends, also when logging has stopped: it is
 * terminated, or exits by itself if an argument is {@code exit}, or an
 * {@link ExitingAppender} does. A shutdown hook of its own stops the callers then, and
 * prints what was attempted and counted.
 */
public final class EndlessFloodApplication {

	private static final Logger logger = LoggerFactory.getLogger("flood");

	private static final int THREADS = 4;

	private static final int MANY = 20_000;

	private static final AtomicLong attempted = new AtomicLong();

	private static volatile boolean ended;

	private EndlessFloodApplication() {
	}

	public static void main(String[] args) throws InterruptedException {
		SpringApplication application = new SpringApplication(EndlessFloodApplication.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		application.run(args);
		RingLoggerContext context = Report.context();
		List<Thread> threads = new ArrayList<>();
		for (int i = 0; i < THREADS; i++) {
			threads.add(new Thread(EndlessFloodApplication::log));
		}
		Runtime.getRuntime().addShutdownHook(new Thread(() -> end(context, threads)));
		threads.forEach(Thread::start);
		await(() -> attempted.get() > MANY || context.statistics().used().orElse(0) == 128);
		Report.print("flooded", 1);
		ExitingAppender.LOGGED.countDown();
		if (Arrays.asList(args).contains("exit")) {
			System.exit(0);
		}
		new CountDownLatch(1).await();
	}

	private static void log() {
		while (!ended) {
			logger.info("event");
			attempted.incrementAndGet();
		}
	}

	private static void end(RingLoggerContext context, List<Thread> threads) {
		// A stop waits for an appender that is stuck.
		await(() -> context.isStopping() || context.isStopped());
		long before = attempted.get();
		await(() -> attempted.get() > before + MANY);
		ended = true;
		// One that ends the JVM from an appender does not come back.
		await(() -> threads.stream().noneMatch((thread) -> thread.isAlive() && thread != ExitingAppender.exiting));
		RingStatistics statistics = context.statistics();
		Report.print("attempted", attempted.get());
		Report.print(statistics);
		long lost = LevelIndex.LEVELS.stream()
			.mapToLong((level) -> statistics.dropped(level, DropReason.SHUTDOWN))
			.sum();
		// The last report may be about to come.
		await(() -> errors().contains("Ringlog: " + lost + " log events"));
	}

	private static String errors() {
		try {
			return Files.readString(Path.of("stderr.txt"));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static void await(Callable<Boolean> condition) {
		Awaitility.await().pollInterval(Duration.ofMillis(5)).atMost(Duration.ofSeconds(30)).until(condition);
	}

}
