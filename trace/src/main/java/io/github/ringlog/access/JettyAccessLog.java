package io.github.ringlog.access;

import io.github.ringlog.trace.CurrentTraceId;
import org.eclipse.jetty.server.CustomRequestLog;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.RequestLog;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;

/**
 * The access log of Jetty.
 */
final class JettyAccessLog extends CustomRequestLog {

	private final AccessLogger logger;

	JettyAccessLog(AccessLogger logger, String format) {
		super((RequestLog.Writer) logger::log, format);
		this.logger = logger;
	}

	/**
	 * Add this log to a server, next to an existing one.
	 */
	void addTo(Server server) {
		RequestLog other = server.getRequestLog();
		if (other == null) {
			server.setRequestLog(this);
			return;
		}
		server.setRequestLog(new RequestLog.Collection(other, this));
		// The collection does not start its logs.
		server.addBean(other, true);
		server.addBean(this, true);
	}

	@Override
	public void log(Request request, Response response) {
		this.logger.log(request.getAttribute(CurrentTraceId.KEY), response.getHeaders()::get,
				() -> super.log(request, response));
	}

}
