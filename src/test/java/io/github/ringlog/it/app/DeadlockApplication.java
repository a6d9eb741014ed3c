package io.github.ringlog.it.app;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;

import org.awaitility.Awaitility;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;

/**
 * Logs more events than the ring has slots while it holds a lock that the writer needs:
 * an appender's if {@code deadlock.audits} says how often, else that of standard output,
 * on a virtual thread if {@code deadlock.virtual} says so. With {@code deadlock.chain} a
 * platform thread holds that lock, and waits for another one that the caller holds.
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
			boolean chain = environment.getProperty("deadlock.chain", Boolean.class, false);
			// What was logged at the start takes no slot any more.
			Awaitility.await().until(() -> Report.context().statistics().used().orElse(0) == 0);
			Object text = chain ? new Patient(talkative, virtual) : talkative;
			start(() -> System.out.printf("%s%n", text), virtual && !chain).join();
		}
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

	/**
	 * Waits for a lock while somebody asks for its text. Another thread logs under that.
	 */
	private record Patient(Talkative talkative, boolean virtual) {

		@Override
		public String toString() {
			ReentrantLock lock = new ReentrantLock();
			start(() -> {
				lock.lock();
				this.talkative.toString();
				lock.unlock();
			}, this.virtual);
			Awaitility.await().atMost(Duration.ofMinutes(1)).until(lock::isLocked);
			lock.lock();
			return "printed=text";
		}

	}

}
