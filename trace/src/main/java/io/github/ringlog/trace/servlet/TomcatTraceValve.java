package io.github.ringlog.trace.servlet;

import java.io.IOException;

import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.TraceId;
import jakarta.servlet.ServletException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;

/**
 * Binds the id around all that Tomcat does for a request on a thread. When a servlet has
 * thrown an exception, Tomcat logs it after the filters have returned. Requests that
 * Tomcat refuses itself reach no filter: their answers get the id here.
 */
final class TomcatTraceValve extends ValveBase {

	private final ServletTraces traces;

	private final ResponseHeader responseHeader;

	TomcatTraceValve(ServletTraces traces, ResponseHeader responseHeader) {
		super(true);
		this.traces = traces;
		this.responseHeader = responseHeader;
	}

	@Override
	@SuppressWarnings("try") // A scope need not be looked at.
	public void invoke(Request request, Response response) throws IOException, ServletException {
		TraceId id = this.traces.idOf(request);
		if (response.isError()) {
			this.responseHeader.echo(id.value(), request, response);
		}
		try (CurrentTraceId.Scope scope = this.traces.current().open(id)) {
			getNext().invoke(request, response);
		}
	}

}
