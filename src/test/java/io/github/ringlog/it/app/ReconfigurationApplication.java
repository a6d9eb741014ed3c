package io.github.ringlog.it.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

import io.github.ringlog.logger.RingLoggerContext;
import io.github.ringlog.ring.RingStatistics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;

/**
 * Some threads log, as {@code <thread> <number>}, while the configuration is replaced
 * time and again: the text {@code @GENERATION@} of {@code template.xml} is a number that
 * counts up.
 */
public final class ReconfigurationApplication {

	private static final int THREADS = 8;

	private static final int BURST = 50;

	private static final Logger logger = LoggerFactory.getLogger("flood");

	private static final AtomicBoolean stopped = new AtomicBoolean();

	private ReconfigurationApplication() {
	}

	public static void main(String[] args) throws Exception {
		SpringApplication application = new SpringApplication(ReconfigurationApplication.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		int generations = application.run(args).getEnvironment().getRequiredProperty("generations", Integer.class);
		Path configuration = Path.of("classes/log4j2.xml");
		RingLoggerContext context = Report.context();
		List<Flood> floods = new ArrayList<>();
		for (int i = 0; i < THREADS; i++) {
			floods.add(new Flood(i));
		}
		Sampler sampler = new Sampler(context.statistics());
		sampler.start();
		floods.forEach(Thread::start);
		for (int generation = 1; generation <= generations; generation++) {
			replace(configuration, generation);
			context.reconfigure();
			awaitGeneration(context, generation);
		}
		stopped.set(true);
		for (Flood flood : floods) {
			flood.join();
			Report.print("attempted." + flood.number, flood.count);
		}
		sampler.join();
		Report.print("falls", sampler.falls);
		Report.print("samples", sampler.samples);
		Report.print("writerThreadsSeen", sampler.writers.size());
		Report.stopAndPrint();
	}

	private static void replace(Path configuration, int generation) throws IOException {
		String template = Files.readString(Path.of("template.xml"));
		Path next = Files.writeString(Path.of("next.xml"), template.replace("@GENERATION@", String.valueOf(generation))
			.replace("@FILE@", "flood-" + generation % 3));
		Files.move(next, configuration, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
	}

	private static void awaitGeneration(RingLoggerContext context, int generation) {
		long start = System.nanoTime();
		while (!context.getConfiguration().getName().equals("generation-" + generation)) {
			if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(60)) {
				throw new IllegalStateException(context.getConfiguration().getName() + " is not " + generation);
			}
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
		}
	}

	private static final class Flood extends Thread {

		private final int number;

		private int count;

		Flood(int number) {
			this.number = number;
		}

		@Override
		public void run() {
			while (!stopped.get()) {
				for (int i = 0; i < BURST; i++) {
					logger.info("{} {}", this.number, this.count);
					this.count++;
				}
				LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
			}
		}

	}

	/**
	 * Reads the counters and the writers all the while.
	 */
	private static final class Sampler extends Thread {

		private final RingStatistics statistics;

		private final List<Thread> writers = new ArrayList<>();

		private int falls;

		private int samples;

		Sampler(RingStatistics statistics) {
			this.statistics = statistics;
		}

		@Override
		public void run() {
			long[] previous = read();
			while (!stopped.get()) {
				long[] current = read();
				for (int i = 0; i < current.length; i++) {
					this.falls += (current[i] < previous[i]) ? 1 : 0;
				}
				previous = current;
				if (this.samples % 10 == 0) {
					findWriters();
				}
				this.samples++;
				LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(500));
			}
		}

		private long[] read() {
			return new long[] { this.statistics.published(), this.statistics.written(), this.statistics.dropped(),
					this.statistics.synchronous(), this.statistics.blocked(), this.statistics.writerErrors() };
		}

		private void findWriters() {
			Thread[] threads = new Thread[Thread.activeCount() + 10];
			int count = enumerate(threads);
			for (int i = 0; i < count; i++) {
				if (threads[i].getName().equals("ringlog-writer") && !this.writers.contains(threads[i])) {
					this.writers.add(threads[i]);
				}
			}
		}

	}

}
