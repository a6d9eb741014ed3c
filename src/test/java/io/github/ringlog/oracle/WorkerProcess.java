package io.github.ringlog.oracle;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.RunningJvm;

/**
 * A JVM that runs cases. It is started anew if it hangs.
 */
final class WorkerProcess implements AutoCloseable {

	private static final int LIMIT_MILLIS = 60_000;

	// Log4j keeps managers whose appenders were stopped in another order than usual.
	private static final int LIFE = 400;

	private static final int SMALLEST_NUMBER = 3000;

	// Classes with a fault, to see whether the oracle finds it.
	private static final String PLANTED = System.getProperty("ringlog.oracle.planted");

	private final Path directory;

	private final boolean ringlog;

	private RunningJvm running;

	private Socket socket;

	private ObjectOutputStream requests;

	private ObjectInputStream answers;

	private int started;

	private int runs;

	private Path place;

	// How the JVM is to end, and what it had printed before the case.
	private Case.End end = Case.End.STOP;

	private int printed;

	WorkerProcess(Path directory, boolean ringlog) {
		this.directory = directory;
		this.ringlog = ringlog;
	}

	private void start() throws IOException {
		startOnce();
		// Numbers of processes go round. A small one may be any number in a text.
		while (this.running.pid() < SMALLEST_NUMBER) {
			close();
			takeNumbers();
			startOnce();
		}
	}

	private static void takeNumbers() {
		// A thread has one, too.
		for (int i = 0; i < SMALLEST_NUMBER; i++) {
			new Thread(() -> {
			}).start();
		}
	}

	private void startOnce() throws IOException {
		this.started++;
		Path home = this.directory.resolve("jvm" + this.started);
		ChildJvm child = ChildJvm.of(home, Worker.class)
			.withAllOf("log4j-formats")
			.systemProperty("log4j2.clock", TestClock.class.getName())
			.systemProperty("log4j2.isWebapp", "false")
			.systemProperty("user.timezone", "UTC")
			.systemProperty("file.encoding", "UTF-8");
		if (this.ringlog && PLANTED != null) {
			child.withFirst(Path.of(PLANTED));
		}
		if (!this.ringlog) {
			child.without("ringlog-.*")
				.systemProperty("log4j2.logEventFactory", PlainSide.CountingFactory.class.getName());
		}
		try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			server.setSoTimeout(LIMIT_MILLIS);
			this.running = child
				.argument(server.getLocalPort(), (this.ringlog ? RingSide.class : PlainSide.class).getName())
				.start();
			this.socket = server.accept();
			this.socket.setSoTimeout(LIMIT_MILLIS);
			this.requests = new ObjectOutputStream(new BufferedOutputStream(this.socket.getOutputStream()));
			this.requests.flush();
			this.answers = new ObjectInputStream(new BufferedInputStream(this.socket.getInputStream()));
		}
		catch (SocketTimeoutException ex) {
			throw new IllegalStateException("No worker: " + this.running.describe(), ex);
		}
	}

	/** Begin to run a case. */
	void request(Case test, long time) throws IOException {
		if (this.running == null) {
			start();
		}
		this.runs++;
		this.end = test.end();
		this.printed = this.running.output().length();
		this.place = this.directory.resolve(Integer.toString(this.runs));
		this.requests.writeObject(new Worker.Request(test, this.place.toString(), time));
		this.requests.reset();
		this.requests.flush();
	}

	/** Return what came out of the case that was begun, by its place. */
	@SuppressWarnings("unchecked")
	Map<String, String> answer() throws IOException {
		try {
			Map<String, String> outcome = new TreeMap<>((Map<String, String>) this.answers.readObject());
			if (this.end != Case.End.STOP) {
				awaitEnd(outcome);
				return outcome;
			}
			outcome.put("process", Long.toString(this.running.pid()));
			outcome.put("directory", this.place.toString());
			return outcome;
		}
		catch (SocketTimeoutException ex) {
			String threads = this.running.threads();
			close();
			return new TreeMap<>(Map.of("hangs", "for " + LIMIT_MILLIS + " ms" + threads));
		}
		catch (IOException | ClassNotFoundException ex) {
			String text = this.running.describe();
			close();
			return new TreeMap<>(Map.of("ends", text));
		}
		finally {
			if (this.runs % LIFE == 0) {
				close();
			}
			delete(this.place);
		}
	}

	private void awaitEnd(Map<String, String> outcome) throws IOException {
		if (this.end == Case.End.TERMINATED) {
			this.running.terminate();
		}
		outcome.clear();
		outcome.put("process", Long.toString(this.running.pid()));
		outcome.put("directory", this.place.toString());
		try {
			this.running.awaitEnd(Duration.ofMillis(LIMIT_MILLIS));
			outcome.put("exit code", Integer.toString(this.running.exitCode()));
		}
		catch (AssertionError ex) {
			outcome.put("hangs", "at its end");
		}
		outcome.put("console", this.running.output().substring(this.printed));
		CaseRun.readFiles(this.place, outcome);
		close();
	}

	private static void delete(Path place) throws IOException {
		if (Files.exists(place)) {
			try (var files = Files.walk(place)) {
				files.sorted(java.util.Comparator.reverseOrder()).forEach((file) -> file.toFile().delete());
			}
		}
	}

	@Override
	public void close() throws IOException {
		if (this.running != null) {
			this.socket.close();
			this.running.close();
			this.running = null;
		}
	}

}
