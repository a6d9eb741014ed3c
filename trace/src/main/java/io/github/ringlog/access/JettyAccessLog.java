package io.github.ringlog.access;

import io.github.ringlog.json.Exchange;
import io.github.ringlog.trace.CurrentTraceId;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.RequestLog;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;

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
		if (this.logger.isEnabled()) {
			HttpFields headers = request.getHeaders();
			this.logger
				.log(new Exchange(System.currentTimeMillis(), request.getMethod(), request.getHttpURI().getPathQuery(),
						request.getConnectionMetaData().getProtocol(), response.getStatus(),
						Response.getContentBytesWritten(response), System.nanoTime() - request.getBeginNanoTime(),
						Request.getRemoteAddr(request), headers.get("Referer"), headers.get("User-Agent"),
						this.logger.traceId(request.getAttribute(CurrentTraceId.KEY), response.getHeaders()::get)));
		}
	}

}
