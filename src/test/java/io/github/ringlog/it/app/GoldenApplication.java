package io.github.ringlog.it.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

import io.github.ringlog.logger.RingLoggerContext;
import io.github.ringlog.ring.RingStatistics;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.DefaultConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.slf4j.MarkerFactory;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.ansi.AnsiOutput;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Starts a Spring application for each file in a directory, which has its arguments, a
 * line each. Between two of them nothing of the first one is left. Each logs the same.
 */
public final class GoldenApplication {

	public static final String MARK = "@@@ ";

	private GoldenApplication() {
	}

	/**
	 * Run.
	 * @param args the directory
	 */
	public static void main(String[] args) throws Exception {
		Properties before = (Properties) System.getProperties().clone();
		for (Path file : files(Path.of(args[0]))) {
			System.setProperties((Properties) before.clone());
			AnsiOutput.setEnabled(AnsiOutput.Enabled.DETECT);
			System.out.println(MARK + file.getFileName());
			run(Files.readAllLines(file));
			LoggerContext.getContext(false).reconfigure(new DefaultConfiguration());
		}
		System.out.println(MARK + "end");
	}

	private static List<Path> files(Path directory) throws IOException {
		try (Stream<Path> files = Files.list(directory)) {
			return files.sorted().toList();
		}
	}

	private static void run(List<String> arguments) throws InterruptedException {
		SpringApplication application = new SpringApplication(GoldenApplication.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		application.setLogStartupInfo(false);
		try (ConfigurableApplicationContext context = application.run(arguments.toArray(String[]::new))) {
			log(context.getEnvironment().getProperty("golden.lines", Integer.class, 3));
			awaitWritten();
		}
		awaitWritten();
	}

	private static void log(int lines) throws InterruptedException {
		Logger logger = LoggerFactory.getLogger(GoldenApplication.class);
		for (int i = 0; i < lines; i++) {
			logger.info("Line {} of {}", i, lines);
		}
		logLevels();
		logOfLoggers();
		logContext();
		logThrowables(logger);
		logger.info("Several\nlines,\ta tab, \"quotes\", a \\ and {}", "äöü €, 日本語, 😀");
		logger.info("");
		logger.info("long {}", "0123456789".repeat(500));
		logger.atInfo().addKeyValue("orders", 3).addKeyValue("shop", "eu").log("With key and value");
		logger.info(MarkerFactory.getMarker("AUDIT"), "With a marker");
		Thread thread = new Thread(() -> logger.warn("From a thread"), "a-thread-with-a-name-of-forty-characters");
		thread.start();
		thread.join();
	}

	private static void logLevels() {
		org.apache.logging.log4j.Logger logger = LogManager.getLogger("golden.levels");
		logger.trace("trace");
		logger.debug("debug");
		logger.info("info");
		logger.warn("warn");
		logger.error("error");
		logger.fatal("fatal");
	}

	private static void logOfLoggers() {
		List<String> names = List.of("x", "com.acme.a.rather.deep.hierarchy.of.packages.with.a.RatherLongClassName",
				"org.apache.catalina.startup.DigesterFactory", "org.apache.catalina.util.LifecycleBase",
				"org.apache.coyote.http11.Http11NioProtocol", "org.apache.sshd.common.util.SecurityUtils",
				"org.apache.tomcat.util.net.NioSelectorPool", "org.eclipse.jetty.util.component.AbstractLifeCycle",
				"org.hibernate.validator.internal.util.Version", "org.springframework.boot.actuate.endpoint.jmx");
		for (String name : names) {
			Logger logger = LoggerFactory.getLogger(name);
			logger.debug("debug of {}", name);
			logger.info("info of {}", name);
			logger.warn("warning of {}", name);
			logger.error("error of {}", name);
		}
	}

	private static void logContext() {
		Logger logger = LoggerFactory.getLogger("golden.context");
		MDC.put("traceId", "0af7651916cd43dd8448eb211c80319c");
		MDC.put("spanId", "b7ad6b7169203331");
		logger.info("With a context");
		MDC.put("user.name", "a \"b\"");
		logger.info("With more of it");
		MDC.clear();
		logger.info("Without");
	}

	private static void logThrowables(Logger logger) {
		IllegalStateException failure = new IllegalStateException("The outer one\nhas two lines",
				new IOException("The cause", new NullPointerException()));
		failure.addSuppressed(new IllegalArgumentException("Suppressed"));
		logger.error("It failed", failure);
		logger.error("It failed for {}", "a reason", new IllegalStateException());
	}

	/**
	 * Wait until nothing is in the ring.
	 */
	private static void awaitWritten() {
		if (LogManager.getContext(false).getClass().getName().startsWith("io.github.ringlog.")) {
			Ring.awaitWritten();
		}
	}

	/**
	 * Refers to what is not there without Ringlog.
	 */
	private static final class Ring {

		private static void awaitWritten() {
			RingStatistics statistics = ((RingLoggerContext) LogManager.getContext(false)).statistics();
			while (statistics.written() < statistics.published()) {
				Thread.onSpinWait();
			}
		}

	}

}
