package io.github.ringlog.it.app;

import java.util.Random;

import org.apache.logging.log4j.ThreadContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;

/**
 * Logs what an attacker may have sent: random texts that try to begin a line, in
 * messages, in keys and values of the MDC, in the names of loggers and threads and in
 * exceptions. Each attempt says {@value #FORGED}.
 */
public final class HostileApplication {

	public static final String FORGED = "FORGED";

	private static final String[] BEGINNINGS = { "1999-12-31T23:59:59.999Z  INFO 1 --- [main] shop : " + FORGED,
			"\tat " + FORGED + ".main(Shop.java:7)", "Caused by: " + FORGED, FORGED, "\tSuppressed: " + FORGED, "" };

	private static final String CONTROLS = "\n\r\u0000\u0007\b\t\u000B\f\u001B\u007F\u0085\u009B\u2028\u2029";

	private final Random random;

	private HostileApplication(long seed) {
		this.random = new Random(seed);
	}

	/**
	 * Run.
	 * @param args the seed, the number of events, and the arguments of the application
	 */
	public static void main(String[] args) throws InterruptedException {
		SpringApplication application = new SpringApplication(Nothing.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		application.run(args);
		HostileApplication hostile = new HostileApplication(Long.parseLong(args[0]));
		for (int i = 0; i < Integer.parseInt(args[1]); i++) {
			Thread thread = new Thread(hostile::log, hostile.text("thread"));
			thread.start();
			thread.join();
		}
	}

	private void log() {
		Logger logger = LoggerFactory.getLogger("com.acme." + text("Logger"));
		MDC.put("traceId", text("id"));
		MDC.put(text("key"), text("value"));
		ThreadContext.push(text("stack"));
		switch (this.random.nextInt(4)) {
			case 0 -> logger.info("Received {}", text("message"));
			case 1 -> logger.info(text("message"));
			case 2 -> logger.error("It failed", failure(3));
			default -> logger.atWarn().addKeyValue(text("key"), text("value")).log("Refused {}", text("message"));
		}
		MDC.clear();
		ThreadContext.clearStack();
	}

	private Exception failure(int depth) {
		Exception failure = new IllegalStateException(text("outer"), (depth > 0) ? failure(depth - 1) : null);
		if (this.random.nextBoolean()) {
			failure.addSuppressed(new IllegalArgumentException(text("suppressed")));
		}
		if (this.random.nextInt(4) == 0) {
			StackTraceElement[] frames = failure.getStackTrace();
			frames[0] = new StackTraceElement(text("com.acme.Shop"), text("sell"), text("Shop.java"), 7);
			failure.setStackTrace(frames);
		}
		return failure;
	}

	private String text(String beginning) {
		StringBuilder text = new StringBuilder(beginning);
		for (int i = this.random.nextInt(4); i > 0; i--) {
			for (int j = this.random.nextInt(3); j >= 0; j--) {
				text.append(CONTROLS.charAt(this.random.nextInt(CONTROLS.length())));
			}
			text.append(BEGINNINGS[this.random.nextInt(BEGINNINGS.length)]);
		}
		return text.toString();
	}

	/**
	 * A source without beans.
	 */
	static final class Nothing {

	}

}
