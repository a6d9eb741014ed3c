package io.github.ringlog.it.app;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.github.ringlog.ring.RingStatistics;
import org.awaitility.Awaitility;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;

/**
 * Logs large errors from 50 threads while the appender is stuck, tells what the heap
 * holds then, and once the appender goes on, how long it takes to catch up.
 */
public final class StormApplication {

	private static final Logger logger = LoggerFactory.getLogger("storm");

	private static final int THREADS = 50;

	private static final int EVENTS = 10;

	private static final int FRAMES = 200;

	private static final String MEGABYTE = "x".repeat(1024 * 1024);

	private StormApplication() {
	}

	public static void main(String[] args) throws InterruptedException {
		SpringApplication application = new SpringApplication(StormApplication.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		application.run(args);
		RingStatistics statistics = Report.context().statistics();
		long before = usedMegabytes();
		List<Thread> threads = new ArrayList<>();
		for (int i = 0; i < THREADS; i++) {
			Thread thread = new Thread(() -> log(FRAMES));
			thread.start();
			threads.add(thread);
		}
		for (Thread thread : threads) {
			thread.join();
		}
		Report.print("attempted", THREADS * EVENTS);
		Report.print("heapMegabytes", usedMegabytes() - before);
		Report.print("used", statistics.used().orElseThrow());
		Report.print("stormed", 1);
		long written = statistics.written();
		Awaitility.await()
			.atMost(1, TimeUnit.MINUTES)
			.pollInterval(5, TimeUnit.MILLISECONDS)
			.until(() -> statistics.written() > written);
		long start = System.nanoTime();
		Awaitility.await()
			.atMost(1, TimeUnit.MINUTES)
			.pollInterval(5, TimeUnit.MILLISECONDS)
			.until(() -> statistics.writerLag().toMillis() < 100);
		Report.print("recoveryMillis", TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
		Report.context().stop();
		Report.print("dropped", statistics.dropped());
	}

	private static void log(int frames) {
		if (frames > 0) {
			log(frames - 1);
			return;
		}
		for (int i = 0; i < EVENTS; i++) {
			// Made for each event, as an application does.
			logger.error(new StringBuilder(MEGABYTE).append(i).toString(), new IllegalStateException("storm"));
		}
	}

	private static long usedMegabytes() {
		System.gc();
		return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / (1024 * 1024);
	}

}
