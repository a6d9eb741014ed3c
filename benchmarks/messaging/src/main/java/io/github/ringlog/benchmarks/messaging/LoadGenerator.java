package io.github.ringlog.benchmarks.messaging;

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
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * Sends so many requests or messages per second, however long answers take. A latency
 * begins when its request was due, so that it has in it what waits behind a slow answer.
 * It serves all servers one after the other, so that it is warm for all alike: each line
 * of standard input names a server, a rate and how many seconds; a JSON object answers.
 */
public final class LoadGenerator {

	// A listener only counts: a few threads do for all connections.
	private static final int THREADS = 2;

	private static final Duration TIMEOUT = Duration.ofSeconds(30);

	private static final int DIGITS = 3;

	private LoadGenerator() {
	}

	/**
	 * Run it.
	 * @param args the number of clients of a chat, and the servers: {@code http} or
	 * {@code ws}
	 * @throws Exception if a server cannot be reached
	 */
	public static void main(String[] args) throws Exception {
		BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
		ExecutorService executor = Executors.newFixedThreadPool(THREADS);
		HttpClient http = HttpClient.newBuilder()
			.version(HttpClient.Version.HTTP_1_1)
			.executor(executor)
			.connectTimeout(TIMEOUT)
			.build();
		List<Target> targets = new ArrayList<>();
		for (String server : List.of(args).subList(1, args.length)) {
			targets.add(target(http, URI.create(server), Integer.parseInt(args[0])));
		}
		System.out.println("{}");
		for (String line = in.readLine(); line != null; line = in.readLine()) {
			String[] turn = line.split(" ");
			System.out.println(load(targets.get(Integer.parseInt(turn[0])), Integer.parseInt(turn[1]),
					Double.parseDouble(turn[2])));
		}
		for (Target target : targets) {
			target.close();
		}
		// The client's threads need not end by themselves.
		System.exit(0);
	}

	static Target target(HttpClient http, URI server, int clients) throws IOException, InterruptedException {
		if (server.getScheme().equals("ws")) {
			return Chat.connect(http, server, clients);
		}
		HttpRequest request = HttpRequest.newBuilder(server).header("X-Api-Key", "demo-key").timeout(TIMEOUT).build();
		return (answer) -> http.sendAsync(request, BodyHandlers.discarding())
			.whenComplete((response, ex) -> answer.accept(ex == null && response.statusCode() == 200));
	}

	static String load(Target target, int rate, double seconds) throws InterruptedException {
		int count = (int) Math.ceil(rate * seconds);
		Histogram latencies = new ConcurrentHistogram(1, TIMEOUT.toNanos() * 4, DIGITS);
		CountDownLatch missing = new CountDownLatch(count);
		AtomicInteger failed = new AtomicInteger();
		long start = System.nanoTime();
		for (int i = 0; i < count; i++) {
			long due = start + TimeUnit.SECONDS.toNanos(i) / rate;
			while (System.nanoTime() < due) {
				LockSupport.parkNanos(due - System.nanoTime());
			}
			target.send((success) -> {
				latencies.recordValue(System.nanoTime() - due);
				failed.addAndGet(success ? 0 : 1);
				missing.countDown();
			});
		}
		long backlog = missing.getCount();
		missing.await(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
		return String.format(Locale.ROOT,
				"{\"requests\":%d,\"nanos\":%d,\"failed\":%d,\"backlog\":%d,\"p50\":%d,\"p99\":%d,\"p999\":%d,\"max\":%d}",
				count, System.nanoTime() - start, failed.get() + missing.getCount(), backlog,
				latencies.getValueAtPercentile(50), latencies.getValueAtPercentile(99),
				latencies.getValueAtPercentile(99.9), latencies.getMaxValue());
	}

}
