package io.github.ringlog.it.app;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;

import org.apache.logging.log4j.util.Constants;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Deploys itself as a servlet container deploys a WAR: in a class loader of its own,
 * without a shutdown hook. It logs, is undeployed, and logs once more.
 */
public final class ContainerApplication {

	private static final int EVENTS = 10_000;

	private ContainerApplication() {
	}

	public static void main(String[] args) throws Exception {
		URL[] classPath = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
			.map(ContainerApplication::url)
			.toArray(URL[]::new);
		try (URLClassLoader loader = new URLClassLoader("webapp", classPath, ClassLoader.getPlatformClassLoader())) {
			Thread.currentThread().setContextClassLoader(loader);
			loader.loadClass(Deployed.class.getName()).getMethod("run", String[].class).invoke(null, (Object) args);
		}
	}

	private static URL url(String entry) {
		try {
			return Path.of(entry).toUri().toURL();
		}
		catch (MalformedURLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * The part that runs in the class loader of the web application.
	 */
	public static final class Deployed {

		private static final Logger logger = LoggerFactory.getLogger("flood");

		private Deployed() {
		}

		public static void run(String[] args) {
			SpringApplication application = new SpringApplication(Deployed.class);
			application.setWebApplicationType(WebApplicationType.NONE);
			application.setRegisterShutdownHook(false);
			ConfigurableApplicationContext context = application.run(args);
			Report.print("webApp", Constants.IS_WEB_APP ? 1 : 0);
			Report.print("threadLocals", Constants.ENABLE_THREADLOCALS ? 1 : 0);
			for (int i = 0; i < EVENTS; i++) {
				logger.info("{} {} of a web application", 0, i);
			}
			Report.print("deployedWriterThreads", writerThreads());
			context.close();
			logger.info("{} {} after it was undeployed", 0, EVENTS);
			Report.print("events", EVENTS + 1);
			Report.print("undeployedWriterThreads", writerThreads());
			Report.print(Report.context().statistics());
		}

		private static long writerThreads() {
			return Thread.getAllStackTraces()
				.keySet()
				.stream()
				.filter((thread) -> thread.getName().equals("ringlog-writer"))
				.count();
		}

	}

}
