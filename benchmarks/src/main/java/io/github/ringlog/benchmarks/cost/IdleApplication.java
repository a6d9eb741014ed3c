package io.github.ringlog.benchmarks.cost;

import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import com.sun.management.OperatingSystemMXBean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Starts, logs as many events as {@code idle.events} says, and does nothing for as many
 * seconds as {@code idle.seconds} says. Prints what that took: {@code ready}, the
 * milliseconds from the start of the JVM; {@code heap}, the bytes in use after a garbage
 * collection; {@code cpu}, the microseconds of CPU time while idle.
 */
public final class IdleApplication {

	private static final Logger logger = LoggerFactory.getLogger(IdleApplication.class);

	private IdleApplication() {
	}

	/**
	 * Run.
	 * @param args Spring's arguments
	 */
	public static void main(String[] args) {
		SpringApplication application = new SpringApplication(IdleApplication.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		ConfigurableApplicationContext context = application.run(args);
		print("ready", ManagementFactory.getRuntimeMXBean().getUptime());
		int events = context.getEnvironment().getProperty("idle.events", Integer.class, 0);
		for (int i = 0; i < events; i++) {
			logger.info("Request {} of {} was answered with status 200 in some milliseconds", i, events);
		}
		print("heap", usedHeap());
		int seconds = context.getEnvironment().getProperty("idle.seconds", Integer.class, 0);
		print("cpu", cpuMicrosWhileIdle(seconds));
		System.exit(SpringApplication.exit(context));
	}

	private static long usedHeap() {
		for (int i = 0; i < 3; i++) {
			System.gc();
		}
		return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
	}

	private static long cpuMicrosWhileIdle(int seconds) {
		OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
		long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
		long before = system.getProcessCpuTime();
		while (end - System.nanoTime() > 0) {
			LockSupport.parkNanos(end - System.nanoTime());
		}
		return TimeUnit.NANOSECONDS.toMicros(system.getProcessCpuTime() - before);
	}

	private static void print(String name, long value) {
		System.out.println(name + "=" + value);
	}

}
