package io.github.ringlog.it.app;

import java.util.ArrayList;
import java.util.List;

import org.apache.logging.log4j.ThreadContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;

/**
 * Some threads log, each event with a context of its own that changes right afterwards.
 * The message says what the context was.
 */
public final class MdcApplication {

	private static final int THREADS = 4;

	private static final int EVENTS = 150;

	private static final Logger logger = LoggerFactory.getLogger("flood");

	private MdcApplication() {
	}

	public static void main(String[] args) throws Exception {
		SpringApplication application = new SpringApplication(MdcApplication.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		application.run(args);
		List<Thread> threads = new ArrayList<>();
		for (int i = 0; i < THREADS; i++) {
			int number = i;
			Thread thread = new Thread(() -> log(number));
			thread.start();
			threads.add(thread);
		}
		for (Thread thread : threads) {
			thread.join();
		}
		Report.print("writtenWhenLogged", Report.context().statistics().written());
		Report.print("attempted", THREADS * EVENTS);
		Report.stopAndPrint();
	}

	private static void log(int thread) {
		for (int i = 0; i < EVENTS; i++) {
			String value = thread + "-" + i;
			Thread.currentThread().setName("name-" + value);
			if (i % 3 == 0) {
				logger.info("mdc= ndc=[] thread=name-{}", value);
			}
			else {
				MDC.put("id", value);
				ThreadContext.push(value);
				logger.info("mdc={} ndc=[{}] thread=name-{}", value, value, value);
			}
			MDC.put("id", "changed");
			ThreadContext.push("changed");
			Thread.currentThread().setName("changed");
			MDC.clear();
			ThreadContext.clearStack();
		}
	}

}
