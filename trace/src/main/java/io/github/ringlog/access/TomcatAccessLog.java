package io.github.ringlog.access;

import java.io.IOException;

import io.github.ringlog.json.Exchange;
import io.github.ringlog.trace.CurrentTraceId;
import jakarta.servlet.ServletException;
import org.apache.catalina.AccessLog;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.jspecify.annotations.Nullable;

/**
 * Logs each response of Tomcat, including its own answers to bad requests. Tomcat calls
 * it because it is a valve in the pipeline.
 */
final class TomcatAccessLog extends ValveBase implements AccessLog {

	private final AccessLogger logger;

	TomcatAccessLog(AccessLogger logger) {
		super(true);
		this.logger = logger;
	}

	@Override
	public void invoke(Request request, Response response) throws IOException, ServletException {
		getNext().invoke(request, response);
	}

	@Override
	public void log(Request request, Response response, long nanos) {
		if (this.logger.isEnabled()) {
			this.logger.log(new Exchange(System.currentTimeMillis(), request.getMethod(), uri(request),
					request.getProtocol(), response.getStatus(), response.getBytesWritten(false), nanos,
					remoteHost(request), request.getHeader("Referer"), request.getHeader("User-Agent"),
					this.logger.traceId(request.getAttribute(CurrentTraceId.KEY), response::getHeader)));
		}
	}

	@Override
	public void setRequestAttributesEnabled(boolean enabled) {
	}

	/**
	 * Let Tomcat's valve for forwarded requests keep the address of the client.
	 */
	@Override
	public boolean getRequestAttributesEnabled() {
		return true;
	}

	private static @Nullable String uri(Request request) {
		String uri = request.getRequestURI();
		String query = request.getQueryString();
		return (query != null) ? uri + "?" + query : uri;
	}

	private static @Nullable String remoteHost(Request request) {
		Object forwarded = request.getAttribute(REMOTE_ADDR_ATTRIBUTE);
		return (forwarded != null) ? forwarded.toString() : request.getRemoteAddr();
	}

}
