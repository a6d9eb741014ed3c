package io.github.ringlog.trace.servlet;

import java.io.IOException;

import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.TraceId;
import jakarta.servlet.ServletException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;

/**
 * Binds the id around everything that Tomcat does for a request on a thread: Tomcat logs
 * a servlet's exception after the filters have returned. Requests that Tomcat rejects
 * reach no filter, so their responses get the id here.
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
	@SuppressWarnings("try") // The scope is never referenced.
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
