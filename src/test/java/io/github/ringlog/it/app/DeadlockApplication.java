package io.github.ringlog.it.app;

import java.util.stream.IntStream;

import org.awaitility.Awaitility;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;

/**
 * Logs more events than the ring has slots while it holds the lock of standard output,
 * which the writer needs, on a virtual thread if {@code deadlock.virtual} says so.
 */
public final class DeadlockApplication {

	private static final Logger logger = LoggerFactory.getLogger("deadlock");

	private DeadlockApplication() {
	}

	public static void main(String[] args) throws Exception {
		SpringApplication application = new SpringApplication(DeadlockApplication.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		ConfigurableApplicationContext context = application.run(args);
		Environment environment = context.getEnvironment();
		Talkative text = new Talkative(environment.getRequiredProperty("deadlock.events", Integer.class));
		boolean virtual = environment.getProperty("deadlock.virtual", Boolean.class, false);
		// What was logged at the start takes no slot any more.
		Awaitility.await().until(() -> Report.context().statistics().used().orElse(0) == 0);
		start(() -> System.out.printf("%s%n", text), virtual).join();
		Report.stopAndPrint();
	}

	/**
	 * {@code Thread.startVirtualThread}, which the JDK that compiles this need not have.
	 */
	private static Thread start(Runnable task, boolean virtual) {
		if (virtual) {
			try {
				return (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
			}
			catch (ReflectiveOperationException ex) {
				throw new IllegalStateException(ex);
			}
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
