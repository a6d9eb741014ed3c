package io.github.ringlog.benchmarks.cost;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;

/**
 * Measures the time from a log call of an idle application until its line is read from
 * the pipe that is its standard output, with the batching and the stock console appender.
 * Runs itself as that application.
 */
public final class ConsoleLatency {

	private static final Logger logger = LoggerFactory.getLogger("latency");

	private static final int SAMPLES = 100;

	private ConsoleLatency() {
	}

	/**
	 * Run.
	 * @param args none; Spring's arguments for the application
	 * @throws IOException if a JVM can't be started
	 */
	public static void main(String[] args) throws IOException {
		if (args.length > 0) {
			log(args);
			return;
		}
		for (String appender : new String[] { "batched", "stock" }) {
			long[] nanos = measure(appender);
			Arrays.sort(nanos);
			System.out.printf("%s: median %.2f ms, worst %.2f ms of %d%n", appender, nanos[SAMPLES / 2] / 1e6,
					nanos[SAMPLES - 1] / 1e6, SAMPLES);
		}
	}

	private static long[] measure(String appender) throws IOException {
		Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
				System.getProperty("java.class.path"), ConsoleLatency.class.getName(), "--spring.main.banner-mode=off",
				"--logging.config=classpath:latency-" + appender + ".xml")
			.redirectError(ProcessBuilder.Redirect.INHERIT)
			.start();
		long[] nanos = new long[SAMPLES];
		try (BufferedReader lines = new BufferedReader(
				new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
			for (int i = 0; i < SAMPLES; i++) {
				String line = lines.readLine();
				long now = System.nanoTime();
				nanos[i] = now - Long.parseLong(String.valueOf(line));
			}
		}
		finally {
			process.destroy();
		}
		return nanos;
	}

	private static void log(String[] args) {
		SpringApplication application = new SpringApplication(ConsoleLatency.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		application.run(args);
		for (int i = 0; i < SAMPLES; i++) {
			// Long enough for the writer to park deeply.
			long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(300 + 7L * i);
			while (end - System.nanoTime() > 0) {
				LockSupport.parkNanos(end - System.nanoTime());
			}
			logger.info("{}", System.nanoTime());
		}
		// The end of the application must not be what flushes its last line.
		LockSupport.parkNanos(TimeUnit.MINUTES.toNanos(1));
	}

}
