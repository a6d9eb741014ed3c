package io.github.ringlog.sample.chat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongConsumer;

import org.jspecify.annotations.Nullable;

/**
 * A user with a connection.
 */
class ChatClient implements WebSocket.Listener {

	private final String peer;

	private final StringBuilder received = new StringBuilder();

	private final CompletableFuture<Void> closed = new CompletableFuture<>();

	// The end of the last transmission. Guarded by this client: the acknowledgement, and
	// whoever sends next, may be faster than whoever sends and has yet to store this.
	private CompletableFuture<WebSocket> sent = new CompletableFuture<>();

	private final LongConsumer acknowledged;

	ChatClient(String peer, LongConsumer acknowledged) {
		this.peer = peer;
		this.acknowledged = acknowledged;
	}

	synchronized CompletableFuture<WebSocket> connect(HttpClient http, URI uri) {
		this.sent = http.newWebSocketBuilder().buildAsync(uri, this);
		return this.sent;
	}

	/**
	 * Send a message, after the one before, whose acknowledgement may be faster than the
	 * report that it was sent.
	 */
	synchronized void send(long id, String text) {
		String payload = new ChatMessage(this.peer, id, text).payload();
		this.sent = this.sent.thenCompose((socket) -> socket.sendText(payload, true))
			.whenComplete((socket, ex) -> fail(ex));
	}

	synchronized CompletableFuture<Void> close() {
		this.sent.thenCompose((socket) -> socket.sendClose(WebSocket.NORMAL_CLOSURE, ""))
			.whenComplete((socket, ex) -> fail(ex));
		return this.closed;
	}

	@Override
	public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
		this.received.append(data);
		if (last) {
			ChatMessage message = ChatMessage.parse(this.received.toString());
			this.received.setLength(0);
			if (message.isAck()) {
				this.acknowledged.accept(message.id());
			}
		}
		socket.request(1);
		return null;
	}

	@Override
	public @Nullable CompletionStage<?> onClose(WebSocket socket, int status, String reason) {
		this.closed.complete(null);
		return null;
	}

	@Override
	public void onError(WebSocket socket, Throwable error) {
		fail(error);
	}

	private void fail(@Nullable Throwable error) {
		if (error != null) {
			System.err.println("A client has failed: " + error);
			this.closed.complete(null);
		}
	}

}
