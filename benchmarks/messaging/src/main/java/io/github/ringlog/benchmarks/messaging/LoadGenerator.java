package io.github.ringlog.benchmarks.messaging;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import org.HdrHistogram.Histogram;

/**
 * Connects clients to the chat server, sends messages with so many on their way at a
 * time, and disconnects. It prints a line for {@code results.csv}.
 */
public final class LoadGenerator {

	// A listener only counts and sends: a few threads do for all connections.
	private static final int THREADS = 2;

	// Fewer than what waits to be accepted by the server.
	private static final int CONNECTING = 50;

	private static final Duration TIMEOUT = Duration.ofMinutes(5);

	private final URI server;

	private final HttpClient http;

	private LoadGenerator(URI server, ExecutorService executor) {
		this.server = server;
		this.http = HttpClient.newBuilder().executor(executor).connectTimeout(TIMEOUT).build();
	}

	/**
	 * Run it.
	 * @param args the port and the process id of the server, the number of clients, of
	 * messages of the warm-up, of messages that are measured, and of those on their way
	 * @throws Exception if the server cannot be reached
	 */
	public static void main(String[] args) throws Exception {
		System.out.println(measure(args));
	}

	static String measure(String... args) throws Exception {
		ExecutorService executor = Executors.newFixedThreadPool(THREADS);
		try {
			ProcessHandle process = ProcessHandle.of(Long.parseLong(args[1])).orElseThrow();
			return new LoadGenerator(URI.create("http://127.0.0.1:" + args[0]), executor).run(process,
					Integer.parseInt(args[2]), Integer.parseInt(args[3]), Integer.parseInt(args[4]),
					Integer.parseInt(args[5]));
		}
		finally {
			executor.shutdown();
		}
	}

	private String run(ProcessHandle process, int users, int warmUp, int messages, int window) throws Exception {
		List<ChatClient> clients = connect(users);
		Conversation first = new Conversation(clients, 0, warmUp);
		first.run(window, TIMEOUT);
		if (first.failed() > 0) {
			throw new IllegalStateException(first.failed() + " messages of the warm-up have failed");
		}
		long cpuBefore = cpuMillis(process);
		Conversation measured = new Conversation(clients, warmUp, messages);
		long nanos = measured.run(window, TIMEOUT);
		long cpuAfter = cpuMillis(process);
		disconnect(clients);
		Histogram latencies = measured.latencies();
		return String.format(Locale.ROOT, "%d,%.3f,%d,%.3f,%.3f,%.3f,%.3f,%d,%d,%d", messages, nanos / 1e9,
				measured.failed(), millis(latencies, 50), millis(latencies, 99), millis(latencies, 99.9),
				millis(latencies, 100), cpuBefore, cpuAfter, warmUp + messages);
	}

	private List<ChatClient> connect(int users) throws IOException, InterruptedException {
		List<ChatClient> clients = new ArrayList<>();
		List<CompletableFuture<?>> connecting = new ArrayList<>();
		for (int i = 0; i < users; i++) {
			// With an even number of users, two talk to each other.
			ChatClient client = new ChatClient(String.valueOf(i ^ 1));
			clients.add(client);
			URI uri = URI.create("ws" + this.server.toString().substring("http".length()) + "/chat?user=" + i);
			connecting.add(client.connect(this.http, uri));
			if (connecting.size() == CONNECTING || i == users - 1) {
				connecting.forEach(CompletableFuture::join);
				connecting.clear();
			}
		}
		awaitSessions(users);
		return clients;
	}

	private void disconnect(List<ChatClient> clients) throws IOException, InterruptedException {
		clients.stream().map(ChatClient::close).toList().forEach(CompletableFuture::join);
		awaitSessions(0);
	}

	/**
	 * Wait until the server has done its part of connecting or disconnecting, and logged
	 * it.
	 */
	private void awaitSessions(int count) throws IOException, InterruptedException {
		HttpRequest sessions = HttpRequest.newBuilder(this.server.resolve("/sessions")).timeout(TIMEOUT).build();
		long end = System.nanoTime() + TIMEOUT.toNanos();
		while (!String.valueOf(count).equals(this.http.send(sessions, BodyHandlers.ofString()).body())) {
			if (System.nanoTime() - end > 0) {
				throw new IllegalStateException("The server does not have " + count + " sessions");
			}
			TimeUnit.MILLISECONDS.sleep(50);
		}
	}

	private static long cpuMillis(ProcessHandle process) {
		return process.info().totalCpuDuration().orElseThrow().toMillis();
	}

	private static double millis(Histogram latencies, double percentile) {
		return latencies.getValueAtPercentile(percentile) / 1e6;
	}

}
