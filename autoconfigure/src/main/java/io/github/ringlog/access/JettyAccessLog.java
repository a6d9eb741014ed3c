package io.github.ringlog.access;

import java.util.concurrent.TimeUnit;

import io.github.ringlog.trace.CurrentTraceId;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.RequestLog;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.jspecify.annotations.Nullable;

/**
 * Logs each response of Jetty, its own answers to bad requests included.
 */
final class JettyAccessLog implements RequestLog {

	private final AccessLogger logger;

	JettyAccessLog(AccessLogger logger) {
		this.logger = logger;
	}

	/**
	 * Add it to a server, beside the one that is there.
	 */
	void addTo(Server server) {
		RequestLog other = server.getRequestLog();
		if (other == null) {
			server.setRequestLog(this);
			return;
		}
		server.setRequestLog(new RequestLog.Collection(other, this));
		// The collection starts no log, but a log that writes files must be started.
		server.addBean(other, true);
	}

	@Override
	public void log(Request request, Response response) {
		this.logger.log(new JettyExchange(request, response));
	}

	private record JettyExchange(Request request, Response response) implements Exchange {

		@Override
		public @Nullable String method() {
			return this.request.getMethod();
		}

		@Override
		public @Nullable String uri() {
			return this.request.getHttpURI().getPathQuery();
		}

		@Override
		public String protocol() {
			return this.request.getConnectionMetaData().getProtocol();
		}

		@Override
		public int status() {
			return this.response.getStatus();
		}

		@Override
		public long bytes() {
			return Response.getContentBytesWritten(this.response);
		}

		@Override
		public long milliseconds() {
			return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - this.request.getBeginNanoTime());
		}

		@Override
		public @Nullable String remoteHost() {
			return Request.getRemoteAddr(this.request);
		}

		@Override
		public @Nullable String header(String name) {
			return this.request.getHeaders().get(name);
		}

		@Override
		public @Nullable String traceId() {
			Object id = this.request.getAttribute(CurrentTraceId.KEY);
			return (id != null) ? id.toString() : null;
		}

		@Override
		public @Nullable String responseHeader(String name) {
			return this.response.getHeaders().get(name);
		}

	}

}
