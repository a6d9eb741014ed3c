package io.github.ringlog.benchmarks.request;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Sends so many requests per second, however long answers take. A latency begins when its
 * request was due, so that it has in it what waits behind a slow answer. One for all
 * servers, so that it is warm for all alike. A line of standard input is a rate for each
 * server, how many seconds, and the addresses, which are asked in turn; a JSON object a
 * line answers, for each address.
 */
public final class LoadGenerator {

	// A listener only counts: a few threads do for all connections.
	private static final int THREADS = 2;

	private static final Duration TIMEOUT = Duration.ofSeconds(30);

	private LoadGenerator() {
	}

	/**
	 * Run it.
	 * @param args none
	 * @throws IOException if standard input cannot be read
	 * @throws InterruptedException if it is interrupted
	 */
	public static void main(String[] args) throws IOException, InterruptedException {
		BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
		HttpClient http = HttpClient.newBuilder()
			.version(HttpClient.Version.HTTP_1_1)
			.executor(Executors.newFixedThreadPool(THREADS))
			.connectTimeout(TIMEOUT)
			.build();
		for (String line = in.readLine(); line != null; line = in.readLine()) {
			List<String> turn = List.of(line.split(" "));
			List<Server> servers = new ArrayList<>();
			turn.subList(2, turn.size()).forEach((address) -> servers.add(new Server(address)));
			load(http, servers, Integer.parseInt(turn.get(0)), Double.parseDouble(turn.get(1)));
			servers.forEach((server) -> System.out.println(server.json()));
		}
		// The client's threads need not end by themselves.
		System.exit(0);
	}

	static void load(HttpClient http, List<Server> servers, int rate, double seconds) throws InterruptedException {
		int all = (int) Math.ceil(rate * seconds) * servers.size();
		CountDownLatch missing = new CountDownLatch(all);
		long start = System.nanoTime();
		for (int i = 0; i < all; i++) {
			Server server = servers.get(i % servers.size());
			long due = start + TimeUnit.SECONDS.toNanos(i) / (rate * servers.size());
			while (System.nanoTime() < due) {
				LockSupport.parkNanos(due - System.nanoTime());
			}
			http.sendAsync(server.request, BodyHandlers.discarding()).whenComplete((response, ex) -> {
				server.answered(System.nanoTime() - due, ex == null && response.statusCode() == 200);
				missing.countDown();
			});
		}
		missing.await(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
	}

	/**
	 * A server, and its answers.
	 */
	static final class Server {

		// Latencies are counted in steps of two percent.
		private static final double STEP = Math.log(1.02);

		private static final int STEPS = (int) (Math.log(Long.MAX_VALUE) / STEP) + 1;

		private final HttpRequest request;

		private final AtomicInteger failed = new AtomicInteger();

		private final AtomicIntegerArray latencies = new AtomicIntegerArray(STEPS);

		Server(String address) {
			this.request = HttpRequest.newBuilder(URI.create(address)).timeout(TIMEOUT).build();
		}

		private void answered(long nanos, boolean success) {
			this.latencies.incrementAndGet((int) (Math.log(Math.max(1, nanos)) / STEP));
			this.failed.addAndGet(success ? 0 : 1);
		}

		String json() {
			return IntStream.range(0, STEPS)
				.filter((step) -> this.latencies.get(step) > 0)
				.mapToObj((step) -> "\"" + step + "\":" + this.latencies.get(step))
				.collect(Collectors.joining(",", "{\"failed\":" + this.failed + ",\"latencies\":{", "}}"));
		}

	}

}
