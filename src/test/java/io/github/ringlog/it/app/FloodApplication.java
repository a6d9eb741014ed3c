package io.github.ringlog.it.app;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;

/**
 * Many threads log many events, as {@code <thread> <number> <filler>}. Of the levels in
 * {@code flood.levels} in turn. A second round begins when a file holds a text; after the
 * last one, further ones do until {@code flood.seconds} have passed.
 */
public final class FloodApplication {

	private static final Logger logger = LoggerFactory.getLogger("flood");

	private FloodApplication() {
	}

	public static void main(String[] args) throws Exception {
		SpringApplication application = new SpringApplication(FloodApplication.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		ConfigurableApplicationContext context = application.run(args);
		Environment environment = context.getEnvironment();
		int threads = environment.getProperty("flood.threads", Integer.class, 50);
		int events = environment.getProperty("flood.events", Integer.class, 1_000_000);
		boolean virtual = environment.getProperty("flood.virtual", Boolean.class, false);
		Level[] levels = environment.getProperty("flood.levels", Level[].class, new Level[] { Level.INFO });
		int rounds = 1;
		flood(threads, events / threads, levels, virtual);
		int seconds = environment.getProperty("flood.seconds", Integer.class, 0);
		long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
		while (seconds > 0 && System.nanoTime() - end < 0) {
			flood(threads, events / threads, levels, virtual);
			rounds++;
		}
		Report.print("attempted", (long) rounds * threads * (events / threads));
		Report.stopAndPrint();
	}

	private static void flood(int threads, int eventsEach, Level[] levels, boolean virtual) throws Exception {
		CountDownLatch go = new CountDownLatch(1);
		List<Thread> all = new ArrayList<>();
		for (int i = 0; i < threads; i++) {
			int number = i;
			Runnable task = () -> log(go, number, eventsEach, levels);
			all.add(virtual ? startVirtual(task) : start(task));
		}
		go.countDown();
		for (Thread thread : all) {
			thread.join();
		}
	}

	private static void log(CountDownLatch go, int thread, int events, Level[] levels) {
		try {
			go.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
		for (int i = 0; i < events; i++) {
			logger.atLevel(levels[i % levels.length])
				.log("{} {} a request came, was routed and was answered", thread, i);
		}
	}

	private static Thread start(Runnable task) {
		Thread thread = new Thread(task);
		thread.start();
		return thread;
	}

	/**
	 * {@code Thread.startVirtualThread}, which the JDK that compiles this need not have.
	 */
	private static Thread startVirtual(Runnable task) throws ReflectiveOperationException {
		return (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
	}

}
