package io.github.ringlog.benchmarks;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The encoder of logstash-logback-encoder with an event of Logback, in a class loader of
 * their own. Their jars are copied by the build, and are on no class path.
 */
final class LogstashEncoder {

	private static final String JARS = System.getProperty("ringlog.benchmark.peers", "benchmarks/target/peers");

	private static final MethodType ENCODE = MethodType.methodType(byte[].class, Object.class);

	private final MethodHandle encode;

	private final Object event;

	LogstashEncoder(String logger, String thread, String text, Map<String, String> context)
			throws ReflectiveOperationException, IOException {
		URLClassLoader loader = new URLClassLoader(urls("logback", "logstash"), LogstashEncoder.class.getClassLoader());
		Class<?> contextType = loader.loadClass("ch.qos.logback.core.Context");
		Object loggerContext = loader.loadClass("ch.qos.logback.classic.LoggerContext")
			.getDeclaredConstructor()
			.newInstance();
		Class<?> eventType = loader.loadClass("ch.qos.logback.classic.spi.LoggingEvent");
		Class<?> levelType = loader.loadClass("ch.qos.logback.classic.Level");
		this.event = eventType.getDeclaredConstructor().newInstance();
		set("setLoggerName", String.class, logger);
		set("setThreadName", String.class, thread);
		set("setLevel", levelType, levelType.getField("INFO").get(null));
		set("setMessage", String.class, text);
		set("setMDCPropertyMap", Map.class, context);
		set("setTimeStamp", long.class, System.currentTimeMillis());
		Object encoder = loader.loadClass("net.logstash.logback.encoder.LogstashEncoder")
			.getDeclaredConstructor()
			.newInstance();
		encoder.getClass().getMethod("setContext", contextType).invoke(encoder, loggerContext);
		encoder.getClass().getMethod("start").invoke(encoder);
		Class<?> encoderType = loader.loadClass("ch.qos.logback.core.encoder.Encoder");
		this.encode = MethodHandles.publicLookup()
			.findVirtual(encoderType, "encode", MethodType.methodType(byte[].class, Object.class))
			.bindTo(encoder)
			.asType(ENCODE);
	}

	private void set(String method, Class<?> type, Object value) throws ReflectiveOperationException {
		this.event.getClass().getMethod(method, type).invoke(this.event, value);
	}

	private static URL[] urls(String... directories) throws IOException {
		List<URL> urls = new ArrayList<>();
		for (String directory : directories) {
			try (Stream<Path> jars = Files.list(Path.of(JARS, directory))) {
				for (Path jar : jars.toList()) {
					urls.add(jar.toUri().toURL());
				}
			}
		}
		return urls.toArray(URL[]::new);
	}

	byte[] encode() throws Throwable {
		return (byte[]) this.encode.invokeExact(this.event);
	}

}
