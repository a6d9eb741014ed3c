package io.github.ringlog.it.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.github.ringlog.logger.RingLoggerContext;
import io.github.ringlog.ring.LevelIndex;
import io.github.ringlog.ring.RingStatistics;
import org.awaitility.Awaitility;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;

/**
 * Two threads log in rounds, as {@code <thread> <number> <filler>}. A round begins when
 * there is a file {@code go-<round>} with the number of events, and the application ends
 * when that is 0. All that it tells goes to files, for nothing else may work.
 */
public final class RoundsApplication {

	private static final Logger logger = LoggerFactory.getLogger("rounds");

	private static final int THREADS = 2;

	private static final String FILLER = "x".repeat(80);

	private static final int[] next = new int[THREADS];

	private RoundsApplication() {
	}

	public static void main(String[] args) throws Exception {
		SpringApplication application = new SpringApplication(RoundsApplication.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		application.run(args);
		RingLoggerContext context = Report.context();
		RingStatistics statistics = context.statistics();
		startWatch(context);
		for (int round = 0;; round++) {
			int events = awaitNumber(Path.of("go-" + round));
			if (events == 0) {
				break;
			}
			log(events / THREADS);
			write("logged-" + round, context);
			Awaitility.await()
				.atMost(Duration.ofMinutes(2))
				.pollInterval(Duration.ofMillis(5))
				.until(() -> statistics.written() == statistics.published());
			write("done-" + round, context);
		}
		context.stop();
		write("end", context);
	}

	private static void log(int eventsEach) throws InterruptedException {
		List<Thread> threads = new ArrayList<>();
		for (int i = 0; i < THREADS; i++) {
			int thread = i;
			threads.add(new Thread(() -> log(thread, eventsEach)));
		}
		threads.forEach(Thread::start);
		for (Thread thread : threads) {
			thread.join();
		}
	}

	private static void log(int thread, int events) {
		for (int i = 0; i < events; i++) {
			logger.info("{} {} {}", thread, next[thread]++, FILLER);
		}
	}

	private static int awaitNumber(Path file) throws IOException {
		Awaitility.await()
			.atMost(Duration.ofMinutes(2))
			.pollInterval(Duration.ofMillis(5))
			.until(() -> Files.exists(file));
		return Integer.parseInt(Files.readString(file));
	}

	private static void startWatch(RingLoggerContext context) {
		Thread watch = new Thread(() -> {
			while (true) {
				write("state", context);
				LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
			}
		});
		watch.setDaemon(true);
		watch.start();
	}

	private static String describe(String prefix, RingStatistics statistics) {
		return "%1$spublished=%2$d\n%1$swritten=%3$d\n%1$sdropped=%4$d\n%1$serrors=%5$d\n%1$sused=%6$d\n%1$scapacity=%7$d\n%1$sfailed=%8$d\n"
			.formatted(prefix, statistics.published(), statistics.written() + statistics.synchronous(),
					statistics.dropped(), statistics.writerErrors(), statistics.used().orElse(0),
					statistics.capacity().orElse(0), LevelIndex.LEVELS.stream().mapToLong(statistics::failed).sum());
	}

	private static void write(String name, RingLoggerContext context) {
		try {
			Path draft = Path.of(name + ".draft");
			StringBuilder text = new StringBuilder(describe("", context.statistics()));
			context.isolatedStatistics()
				.forEach((appender, isolated) -> text.append(describe(appender + ".", isolated)));
			Files.writeString(draft, text);
			Files.move(draft, Path.of(name), StandardCopyOption.ATOMIC_MOVE);
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
