package io.github.ringlog.benchmarks.messaging;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Messages to the chat server, sent by all clients in turn. A message is answered when
 * the server acknowledges it, which is after its delivery.
 */
final class Chat implements Target {

	private static final String TEXT = "Shall we meet at the station at half past seven, or is that too early for you? "
			+ "I could bring the tickets.";

	// Fewer than what waits to be accepted by the server.
	private static final int CONNECTING = 50;

	private static final int ATTEMPTS = 600;

	private final HttpClient http;

	private final URI server;

	private final List<ChatClient> clients = new ArrayList<>();

	private final Map<Long, Consumer<Boolean>> waiting = new ConcurrentHashMap<>();

	private final AtomicLong next = new AtomicLong();

	private Chat(HttpClient http, URI server) {
		this.http = http;
		this.server = server;
	}

	static Chat connect(HttpClient http, URI server, int users) throws IOException, InterruptedException {
		Chat chat = new Chat(http, server);
		List<CompletableFuture<?>> connecting = new ArrayList<>();
		for (int i = 0; i < users; i++) {
			// With an even number of users, two talk to each other.
			ChatClient client = new ChatClient(String.valueOf(i ^ 1), chat::acknowledged);
			chat.clients.add(client);
			connecting.add(client.connect(http, URI.create(server + "?user=" + i)));
			if (connecting.size() == CONNECTING || i == users - 1) {
				connecting.forEach(CompletableFuture::join);
				connecting.clear();
			}
		}
		chat.awaitSessions(users);
		return chat;
	}

	@Override
	public void send(Consumer<Boolean> answer) {
		long id = this.next.getAndIncrement();
		this.waiting.put(id, answer);
		this.clients.get((int) (id % this.clients.size())).send(id, TEXT);
	}

	private void acknowledged(long id) {
		Consumer<Boolean> answer = this.waiting.remove(id);
		if (answer != null) {
			answer.accept(true);
		}
	}

	@Override
	public void close() throws IOException, InterruptedException {
		this.clients.stream().map(ChatClient::close).toList().forEach(CompletableFuture::join);
		awaitSessions(0);
	}

	/**
	 * Wait until the server has done its part of connecting or disconnecting, and logged
	 * it.
	 */
	private void awaitSessions(int count) throws IOException, InterruptedException {
		URI sessions = URI.create("http" + this.server.toString().substring("ws".length())).resolve("/sessions");
		HttpRequest request = HttpRequest.newBuilder(sessions).build();
		for (int i = 0; i < ATTEMPTS; i++) {
			if (String.valueOf(count).equals(this.http.send(request, BodyHandlers.ofString()).body())) {
				return;
			}
			TimeUnit.MILLISECONDS.sleep(50);
		}
		throw new IllegalStateException("The server does not have " + count + " sessions");
	}

}
