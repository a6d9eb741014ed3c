package io.github.ringlog.it.app;

import java.util.ArrayList;
import java.util.List;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;

/**
 * Two threads log and two print to standard output, all lines of the same form:
 * {@code <thread> <number> <filler>}.
 */
public final class MixedOutputApplication {

	private static final Logger logger = LoggerFactory.getLogger("mixed");

	private static final int LINES = 20_000;

	private MixedOutputApplication() {
	}

	public static void main(String[] args) throws InterruptedException {
		SpringApplication application = new SpringApplication(MixedOutputApplication.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		application.run(args);
		List<Thread> threads = new ArrayList<>();
		for (int i = 0; i < 4; i++) {
			int number = i;
			threads.add(new Thread(() -> write(number)));
		}
		threads.forEach(Thread::start);
		for (Thread thread : threads) {
			thread.join();
		}
		Report.context().stop();
	}

	private static void write(int thread) {
		for (int i = 0; i < LINES; i++) {
			String line = thread + " " + i + " " + "x".repeat(i % 200) + "!";
			if (thread < 2) {
				logger.info(line);
			}
			else {
				System.out.println(line);
			}
		}
	}

}
