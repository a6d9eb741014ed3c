package io.github.ringlog.access;

import java.io.CharArrayWriter;

import io.github.ringlog.trace.CurrentTraceId;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.AbstractAccessLogValve;

/**
 * The access log of Tomcat.
 */
final class TomcatAccessLog extends AbstractAccessLogValve {

	private final AccessLogger logger;

	TomcatAccessLog(AccessLogger logger, String pattern) {
		this.logger = logger;
		setPattern(pattern);
		// Log the client's address instead of its proxy's.
		setRequestAttributesEnabled(true);
	}

	@Override
	public void log(Request request, Response response, long nanos) {
		this.logger.log(request.getAttribute(CurrentTraceId.KEY), response::getHeader,
				() -> super.log(request, response, nanos));
	}

	@Override
	protected void log(CharArrayWriter line) {
		this.logger.log(line.toString());
	}

}
