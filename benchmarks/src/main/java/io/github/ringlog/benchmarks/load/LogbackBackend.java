package io.github.ringlog.benchmarks.load;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;

import org.slf4j.LoggerFactory;

/**
 * Logback. It must not be on the class path of this module, so its few methods are called
 * by reflection.
 */
final class LogbackBackend implements Backend {

	private final Object context = LoggerFactory.getILoggerFactory();

	private final OutputStream file;

	LogbackBackend() throws ReflectiveOperationException {
		Object logger = this.context.getClass()
			.getMethod("getLogger", String.class)
			.invoke(this.context, LogCalls.PARENT);
		Object appender = appender(logger, System.getProperty("peers.appender"));
		if (hasAppenders(appender)) {
			appender = appender(appender, "out");
		}
		this.file = (OutputStream) appender.getClass().getMethod("getOutputStream").invoke(appender);
	}

	private static boolean hasAppenders(Object appender) {
		return Arrays.stream(appender.getClass().getMethods())
			.anyMatch((method) -> method.getName().equals("getAppender"));
	}

	private static Object appender(Object parent, String name) throws ReflectiveOperationException {
		return parent.getClass().getMethod("getAppender", String.class).invoke(parent, name);
	}

	@Override
	public void flush() {
		try {
			this.file.flush();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void stop() {
		try {
			this.context.getClass().getMethod("stop").invoke(this.context);
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
