package io.github.ringlog.benchmarks.messaging;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.awaitility.Awaitility;

/**
 * The chat server in a JVM of its own, with a class path like that of run.sh.
 */
class ServerProcess implements AutoCloseable {

	private static final Pattern TRACED = Pattern.compile("\\[[0-9a-f]{32}]");

	private final Path console;

	private final Path file;

	private final int port;

	private final Process process;

	ServerProcess(Path directory, boolean logback, String... options) throws IOException {
		this.console = directory.resolve("console.txt");
		this.file = directory.resolve("server.log");
		this.port = freePort();
		List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin/java").toString(),
				"-XX:TieredStopAtLevel=1", "-Xmx128m"));
		command.addAll(List.of(options));
		command.addAll(List.of("-cp", classPath(logback), ChatServer.class.getName(), "--server.port=" + this.port,
				"--logging.file.name=" + this.file));
		this.process = new ProcessBuilder(command).redirectErrorStream(true)
			.redirectOutput(this.console.toFile())
			.start();
	}

	private static String classPath(boolean logback) throws IOException {
		List<String> entries = new ArrayList<>(
				Arrays.asList(System.getProperty("java.class.path").split(File.pathSeparator)));
		if (logback) {
			entries.removeIf((entry) -> entry.contains("log4j-slf4j2-impl") || entry.contains("log4j-jul"));
			try (Stream<Path> jars = Files.list(Path.of("target/logback"))) {
				jars.forEach((jar) -> entries.add(jar.toString()));
			}
		}
		return String.join(File.pathSeparator, entries);
	}

	String pid() {
		return String.valueOf(this.process.pid());
	}

	/**
	 * Return the port, once the server listens on it.
	 */
	String port() {
		Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> listens() || !this.process.isAlive());
		return String.valueOf(this.port);
	}

	private boolean listens() {
		try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), this.port)) {
			return socket.isConnected();
		}
		catch (IOException ex) {
			return false;
		}
	}

	private static int freePort() throws IOException {
		try (ServerSocket socket = new ServerSocket(0)) {
			return socket.getLocalPort();
		}
	}

	/**
	 * Stop as run.sh does, and return the lines of each sink that have a trace id.
	 */
	List<List<String>> stop() throws IOException, InterruptedException {
		this.process.destroy();
		this.process.waitFor(30, TimeUnit.SECONDS);
		return List.of(traced(this.console), traced(this.file));
	}

	private static List<String> traced(Path sink) throws IOException {
		try (Stream<String> lines = Files.lines(sink)) {
			return lines.filter((line) -> TRACED.matcher(line).find()).toList();
		}
	}

	@Override
	public void close() {
		this.process.destroyForcibly();
	}

}
