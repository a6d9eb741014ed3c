package io.github.ringlog.it.app;

import java.util.stream.IntStream;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;

/**
 * Logs more events than the ring has slots while it holds a lock that the writer needs:
 * an appender's if {@code deadlock.audits} says how often, else that of standard output,
 * on a virtual thread if {@code deadlock.virtual} says so.
 */
public final class DeadlockApplication {

	private static final Logger logger = LoggerFactory.getLogger("deadlock");

	private static final Logger audit = LoggerFactory.getLogger("audit");

	private DeadlockApplication() {
	}

	public static void main(String[] args) throws Exception {
		SpringApplication application = new SpringApplication(DeadlockApplication.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		ConfigurableApplicationContext context = application.run(args);
		Environment environment = context.getEnvironment();
		int audits = environment.getProperty("deadlock.audits", Integer.class, 0);
		if (audits > 0) {
			IntStream.range(0, audits).forEach((i) -> audit.info("audit {}", i));
		}
		else {
			Talkative talkative = new Talkative(environment.getRequiredProperty("deadlock.events", Integer.class));
			boolean virtual = environment.getProperty("deadlock.virtual", Boolean.class, false);
			start(() -> System.out.printf("%s%n", talkative), virtual).join();
		}
		Report.stopAndPrint();
	}

	/**
	 * {@code Thread.startVirtualThread}, which the JDK that compiles this need not have.
	 */
	private static Thread start(Runnable task, boolean virtual) throws ReflectiveOperationException {
		if (virtual) {
			return (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
		}
		Thread thread = new Thread(task);
		thread.start();
		return thread;
	}

	/**
	 * Logs while somebody asks for its text.
	 */
	private record Talkative(int events) {

		@Override
		public String toString() {
			IntStream.range(0, this.events).forEach((i) -> logger.info("event {}", i));
			return "printed=text";
		}

	}

}
