package io.github.ringlog.benchmarks.location;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Logback in a class loader of its own. Its jars are copied by the build, and are on no
 * class path: the other benchmarks have one logging implementation.
 */
final class IsolatedLogback implements LocationStack.Running {

	private static final String JARS = System.getProperty("ringlog.benchmark.logback", "benchmarks/target/logback");

	private final URLClassLoader loader;

	private final Runnable call;

	private final Object appender;

	private final Method remaining;

	private final Path directory;

	private IsolatedLogback(URLClassLoader loader, Path directory) throws ReflectiveOperationException {
		this.loader = loader;
		this.directory = directory;
		this.call = (Runnable) loader.loadClass(LogCall.class.getName()).getDeclaredConstructor().newInstance();
		Object context = loader.loadClass("org.slf4j.LoggerFactory").getMethod("getILoggerFactory").invoke(null);
		Object root = context.getClass().getMethod("getLogger", String.class).invoke(context, "ROOT");
		this.appender = root.getClass().getMethod("getAppender", String.class).invoke(root, "async");
		this.remaining = this.appender.getClass().getMethod("getNumberOfElementsInQueue");
	}

	static IsolatedLogback start(boolean location, Path directory) throws Exception {
		System.setProperty("ringlog.benchmark.directory", directory.toString());
		System.setProperty("ringlog.benchmark.location", Boolean.toString(location));
		System.setProperty("ringlog.benchmark.where", location ? "%C{1}.%M:%L" : "%c{1}");
		System.setProperty("logback.configurationFile", "benchmark-location-logback.xml");
		System.setProperty("slf4j.provider", "ch.qos.logback.classic.spi.LogbackServiceProvider");
		List<URL> urls = new ArrayList<>();
		try (Stream<Path> jars = Files.list(Path.of(JARS))) {
			for (Path jar : jars.toList()) {
				urls.add(jar.toUri().toURL());
			}
		}
		for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
			urls.add(new File(entry).toURI().toURL());
		}
		URLClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
		Thread.currentThread().setContextClassLoader(loader);
		return new IsolatedLogback(loader, directory);
	}

	@Override
	public Runnable call() {
		return this.call;
	}

	@Override
	public void awaitEmpty() {
		try {
			while ((int) this.remaining.invoke(this.appender) > 0) {
				LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(100));
			}
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public void stop() throws IOException {
		try {
			this.appender.getClass().getMethod("stop").invoke(this.appender);
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException(ex);
		}
		this.loader.close();
		LocationStack.Running.delete(this.directory);
	}

}
