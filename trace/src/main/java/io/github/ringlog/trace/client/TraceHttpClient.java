package io.github.ringlog.trace.client;

import java.io.IOException;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.HeaderSetter;
import io.github.ringlog.trace.TraceId;
import io.github.ringlog.trace.TraceIds;

/**
 * Sends the id of the calling thread on with the JDK's client. Ringlog wraps beans of the
 * type {@link HttpClient} automatically.
 */
public final class TraceHttpClient extends HttpClient implements AutoCloseable {

	private static final HeaderSetter<Outgoing> SETTER = new OutgoingSetter();

	private final HttpClient client;

	private final TraceIds ids;

	private final CurrentTraceId current;

	/**
	 * Create around a client.
	 * @param client the client that sends
	 * @param ids injects the id
	 * @param current tells the id of a thread
	 */
	public TraceHttpClient(HttpClient client, TraceIds ids, CurrentTraceId current) {
		this.client = client;
		this.ids = ids;
		this.current = current;
	}

	@Override
	public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
			throws IOException, InterruptedException {
		return this.client.send(withId(request), handler);
	}

	@Override
	public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, BodyHandler<T> handler) {
		return this.client.sendAsync(withId(request), handler);
	}

	@Override
	public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, BodyHandler<T> handler,
			PushPromiseHandler<T> pushPromiseHandler) {
		return this.client.sendAsync(withId(request), handler, pushPromiseHandler);
	}

	private HttpRequest withId(HttpRequest request) {
		TraceId id = this.current.find();
		if (id == null) {
			return request;
		}
		HttpRequest.Builder builder = HttpRequest.newBuilder(request, (name, value) -> true);
		this.ids.inject(id, new Outgoing(request, builder), SETTER);
		return builder.build();
	}

	/**
	 * Return a builder of connections. Their handshake carries no id.
	 */
	@Override
	public WebSocket.Builder newWebSocketBuilder() {
		return this.client.newWebSocketBuilder();
	}

	@Override
	public Optional<CookieHandler> cookieHandler() {
		return this.client.cookieHandler();
	}

	@Override
	public Optional<Duration> connectTimeout() {
		return this.client.connectTimeout();
	}

	@Override
	public Redirect followRedirects() {
		return this.client.followRedirects();
	}

	@Override
	public Optional<ProxySelector> proxy() {
		return this.client.proxy();
	}

	@Override
	public SSLContext sslContext() {
		return this.client.sslContext();
	}

	@Override
	public SSLParameters sslParameters() {
		return this.client.sslParameters();
	}

	@Override
	public Optional<Authenticator> authenticator() {
		return this.client.authenticator();
	}

	@Override
	public Version version() {
		return this.client.version();
	}

	@Override
	public Optional<Executor> executor() {
		return this.client.executor();
	}

	/**
	 * Close the client, if it can be closed: since JDK 21.
	 */
	@Override
	public void close() {
		if (this.client instanceof AutoCloseable closeable) {
			try {
				closeable.close();
			}
			catch (RuntimeException ex) {
				throw ex;
			}
			catch (Exception ex) {
				throw new IllegalStateException(ex);
			}
		}
	}

	private record Outgoing(HttpRequest request, HttpRequest.Builder builder) {
	}

	private static final class OutgoingSetter implements HeaderSetter<Outgoing> {

		@Override
		public boolean isSet(Outgoing outgoing, String name) {
			return outgoing.request().headers().firstValue(name).isPresent();
		}

		@Override
		public void set(Outgoing outgoing, String name, String value) {
			outgoing.builder().setHeader(name, value);
		}

	}

}
