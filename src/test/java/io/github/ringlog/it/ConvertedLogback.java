package io.github.ringlog.it;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

import javax.tools.ToolProvider;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.ConfigurationSource;
import org.apache.logging.log4j.core.config.xml.XmlConfiguration;
import org.apache.logging.log4j.status.StatusData;
import org.apache.logging.log4j.status.StatusListener;
import org.apache.logging.log4j.status.StatusLogger;
import org.slf4j.ILoggerFactory;
import org.slf4j.Logger;
import org.slf4j.MDC;
import org.slf4j.spi.MDCAdapter;

import org.springframework.boot.logging.log4j2.Log4J2LoggingSystem;
import org.springframework.core.Conventions;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A configuration of Logback, and what {@code tools/LogbackToLog4j.java} makes of it.
 * Both run in this process, each in a context of its own.
 *
 * @param logback the file for Logback
 * @param text the configuration for Log4j
 */
record ConvertedLogback(Path logback, String text) {

	private static final Class<?> TOOL = compile();

	private static final ClassLoader LOGBACK = logbacksLoader();

	private static final String CLASSIC = "ch.qos.logback.classic.";

	private static Class<?> compile() {
		try {
			Path directory = Files.createDirectories(Path.of("target", "converter"));
			int result = ToolProvider.getSystemJavaCompiler()
				.run(null, null, null, "-Xlint:all", "-Werror", "-classpath", directory.toString(), "-d",
						directory.toString(), DocPage.ROOT.resolve("tools/LogbackToLog4j.java").toString());
			assertThat(result).isZero();
			return new URLClassLoader(new URL[] { directory.toUri().toURL() }).loadClass("LogbackToLog4j");
		}
		catch (IOException | ReflectiveOperationException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static ClassLoader logbacksLoader() {
		try (Stream<Path> jars = Files.list(Path.of("target", "extra-jars"))) {
			List<Path> logback = jars.filter((jar) -> jar.getFileName().toString().startsWith("logback-")).toList();
			URL[] urls = new URL[logback.size()];
			for (int i = 0; i < urls.length; i++) {
				urls[i] = logback.get(i).toUri().toURL();
			}
			return new URLClassLoader(urls, Logger.class.getClassLoader());
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Convert a file.
	 * @param directory where it is written
	 * @param content what is between the tags of {@code configuration}
	 */
	static ConvertedLogback of(Path directory, String content) throws Exception {
		return of(directory, content, "");
	}

	static ConvertedLogback of(Path directory, String content, String attributes) throws Exception {
		Path file = Files.writeString(directory.resolve("logback-spring.xml"),
				"<configuration" + attributes + ">" + content + "</configuration>");
		return new ConvertedLogback(file, run(file.toString()).out());
	}

	/**
	 * Run the converter as its command does.
	 */
	static Run run(String... arguments) throws Exception {
		Method run = TOOL.getDeclaredMethod("run", String[].class, PrintStream.class, PrintStream.class);
		run.setAccessible(true);
		ByteArrayOutputStream out = new ByteArrayOutputStream();
		ByteArrayOutputStream err = new ByteArrayOutputStream();
		int status = (int) run.invoke(null, arguments, new PrintStream(out, true, StandardCharsets.UTF_8),
				new PrintStream(err, true, StandardCharsets.UTF_8));
		return new Run(status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
	}

	/**
	 * What the file says of what was not converted.
	 */
	List<String> notes() {
		return this.text.lines().filter((line) -> line.startsWith("<!-- ")).toList();
	}

	void inLog4j(Consumer<LoggerContext> action) {
		inLog4j(new MockEnvironment(), action);
	}

	/**
	 * Run Log4j, which must not complain.
	 */
	void inLog4j(MockEnvironment environment, Consumer<LoggerContext> action) {
		Complaints complaints = new Complaints();
		StatusLogger.getLogger().registerListener(complaints);
		LoggerContext context = new LoggerContext("converted");
		try {
			context.putObject(Conventions.getQualifiedAttributeName(Log4J2LoggingSystem.class, "environment"),
					environment);
			byte[] bytes = this.text.getBytes(StandardCharsets.UTF_8);
			context.start(new XmlConfiguration(context, new ConfigurationSource(new ByteArrayInputStream(bytes))));
			action.accept(context);
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
		finally {
			context.stop(1, TimeUnit.MINUTES);
			StatusLogger.getLogger().removeListener(complaints);
		}
		assertThat(complaints.all).as("%s", this.text).isEmpty();
	}

	void inLogback(Consumer<Logger> action) throws Exception {
		Class<?> type = LOGBACK.loadClass(CLASSIC + "LoggerContext");
		Object context = type.getConstructor().newInstance();
		MDCAdapter mdc = (MDCAdapter) LOGBACK.loadClass(CLASSIC + "util.LogbackMDCAdapter")
			.getConstructor()
			.newInstance();
		Map<String, String> values = MDC.getCopyOfContextMap();
		mdc.setContextMap((values != null) ? values : Map.of());
		type.getMethod("setName", String.class).invoke(context, "default");
		type.getMethod("setMDCAdapter", MDCAdapter.class).invoke(context, mdc);
		Object configurator = LOGBACK.loadClass(CLASSIC + "joran.JoranConfigurator").getConstructor().newInstance();
		configurator.getClass()
			.getMethod("setContext", LOGBACK.loadClass("ch.qos.logback.core.Context"))
			.invoke(configurator, context);
		try {
			configurator.getClass()
				.getMethod("doConfigure", String.class)
				.invoke(configurator, this.logback.toString());
			action.accept(((ILoggerFactory) context).getLogger("com.example.shop.OrderController"));
		}
		finally {
			type.getMethod("stop").invoke(context);
		}
	}

	/**
	 * What a run of the converter has printed, and its exit status.
	 */
	record Run(int status, String out, String err) {
	}

	/**
	 * Warnings and errors of Log4j's own.
	 */
	private static final class Complaints implements StatusListener {

		private final List<String> all = new CopyOnWriteArrayList<>();

		@Override
		public void log(StatusData data) {
			this.all.add(data.getFormattedStatus());
		}

		@Override
		public Level getStatusLevel() {
			return Level.WARN;
		}

		@Override
		public void close() {
		}

	}

}
