package io.github.ringlog.access;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

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
		this.logger.log(new TomcatExchange(request, response, nanos));
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

	private record TomcatExchange(Request request, Response response, long nanos) implements Exchange {

		@Override
		public @Nullable String method() {
			return this.request.getMethod();
		}

		@Override
		public @Nullable String uri() {
			String uri = this.request.getRequestURI();
			String query = this.request.getQueryString();
			return (query != null) ? uri + "?" + query : uri;
		}

		@Override
		public @Nullable String protocol() {
			return this.request.getProtocol();
		}

		@Override
		public int status() {
			return this.response.getStatus();
		}

		@Override
		public long bytes() {
			return this.response.getBytesWritten(false);
		}

		@Override
		public long milliseconds() {
			return TimeUnit.NANOSECONDS.toMillis(this.nanos);
		}

		@Override
		public @Nullable String remoteHost() {
			Object forwarded = this.request.getAttribute(REMOTE_ADDR_ATTRIBUTE);
			return (forwarded != null) ? forwarded.toString() : this.request.getRemoteAddr();
		}

		@Override
		public @Nullable String header(String name) {
			return this.request.getHeader(name);
		}

		@Override
		public @Nullable String traceId() {
			Object id = this.request.getAttribute(CurrentTraceId.KEY);
			return (id != null) ? id.toString() : null;
		}

		@Override
		public @Nullable String responseHeader(String name) {
			return this.response.getHeader(name);
		}

	}

}
