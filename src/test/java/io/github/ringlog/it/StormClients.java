package io.github.ringlog.it;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import io.github.ringlog.kit.WebChild;

/**
 * Clients that send one request after another, and know how long each took.
 */
final class StormClients {

	static final int CLIENTS = 50;

	// Each client logs a large event every so many requests, not all of them at once.
	private static final int LARGE = 10;

	private final WebChild server;

	// How long the requests took that were answered with 200.
	private final Collection<Duration> answered = new ConcurrentLinkedQueue<>();

	// When each client sent its last request. The client writes, the test reads.
	private final AtomicLongArray sent = new AtomicLongArray(
			LongStream.generate(System::nanoTime).limit(CLIENTS).toArray());

	private final List<Thread> threads;

	private StormClients(WebChild server, int firstId, int requestsEach) {
		this.server = server;
		this.threads = IntStream.range(0, CLIENTS)
			.mapToObj((client) -> new Thread(() -> send(client, firstId + client * requestsEach, requestsEach),
					"client-" + client))
			.toList();
	}

	/**
	 * Start the clients.
	 * @param firstId the least of the ids of the requests; each has one of its own
	 */
	static StormClients start(WebChild server, int firstId, int requestsEach) {
		StormClients clients = new StormClients(server, firstId, requestsEach);
		clients.threads.forEach((thread) -> {
			thread.setDaemon(true);
			thread.start();
		});
		return clients;
	}

	private void send(int client, int firstId, int requests) {
		for (int i = 0; i < requests; i++) {
			int id = firstId + i;
			boolean large = (client + i) % LARGE == 0;
			long start = System.nanoTime();
			this.sent.set(client, start);
			try {
				if (this.server.exchange("/storm?id=" + id + "&large=" + large).statusCode() == 200) {
					this.answered.add(Duration.ofNanos(System.nanoTime() - start));
				}
			}
			catch (CompletionException ex) {
				// Not answered, and not counted as such.
			}
		}
	}

	boolean haveEnded() {
		return this.threads.stream().noneMatch(Thread::isAlive);
	}

	/**
	 * Return whether each client has been waiting for an answer for that long.
	 */
	boolean haveWaited(Duration least) {
		long now = System.nanoTime();
		return IntStream.range(0, CLIENTS).allMatch((client) -> now - this.sent.get(client) >= least.toNanos());
	}

	int answered() {
		return this.answered.size();
	}

	long answeredWithin(Duration most) {
		return this.answered.stream().filter((time) -> time.compareTo(most) <= 0).count();
	}

	Duration slowest() {
		return this.answered.stream().max(Duration::compareTo).orElse(Duration.ZERO);
	}

}
