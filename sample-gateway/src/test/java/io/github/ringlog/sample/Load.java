package io.github.ringlog.sample;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.awaitility.Awaitility;

/**
 * Several clients of the gateway, each of which sends one request after the other.
 */
final class Load implements AutoCloseable {

	private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();

	private final List<Thread> clients = new ArrayList<>();

	private final GatewayProcess gateway;

	// Written by the test, read by the clients.
	private volatile boolean stopped;

	Load(GatewayProcess gateway, int clients) {
		this.gateway = gateway;
		for (int i = 0; i < clients; i++) {
			Thread client = new Thread(this::send, "client-" + i);
			client.start();
			this.clients.add(client);
		}
	}

	private void send() {
		while (!this.stopped) {
			long start = System.nanoTime();
			int status = 0;
			String id = "";
			try {
				HttpResponse<String> response = this.gateway.send("/demoapp/greeting", "X-Api-Key", "demo-key").join();
				status = response.statusCode();
				id = response.headers().firstValue("X-Trace-Id").orElse("");
			}
			catch (CompletionException ex) {
				this.stopped = true;
			}
			this.answers.add(new Answer(status, id, Duration.ofNanos(System.nanoTime() - start)));
		}
	}

	void awaitMore(int answers) {
		int now = this.answers.size();
		Awaitility.await()
			.atMost(GatewayProcess.PATIENCE)
			.until(() -> this.stopped || this.answers.size() >= now + answers);
	}

	List<Answer> answers() {
		return List.copyOf(this.answers);
	}

	@Override
	public void close() {
		this.stopped = true;
		Awaitility.await()
			.atMost(GatewayProcess.PATIENCE)
			.until(() -> this.clients.stream().noneMatch(Thread::isAlive));
	}

	/**
	 * An answer.
	 *
	 * @param status the status, 0 where the connection failed
	 * @param id the trace id
	 * @param time how long it took
	 */
	record Answer(int status, String id, Duration time) {

	}

}
