package io.github.ringlog.trace.servlet;

import java.io.IOException;

import io.github.ringlog.trace.CurrentTraceId;
import jakarta.servlet.ServletException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;

/**
 * Binds the id around all that Tomcat does for a request on a thread. When a servlet has
 * thrown, Tomcat says so after the filters are done.
 */
final class TomcatTraceValve extends ValveBase {

	private final ServletTraces traces;

	TomcatTraceValve(ServletTraces traces) {
		super(true);
		this.traces = traces;
	}

	@Override
	public void invoke(Request request, Response response) throws IOException, ServletException {
		CurrentTraceId.Scope scope = this.traces.open(request);
		try {
			getNext().invoke(request, response);
		}
		finally {
			if (scope != null) {
				scope.close();
			}
		}
	}

}
