package io.github.ringlog.trace.servlet;

import java.io.IOException;

import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.TraceId;
import io.github.ringlog.trace.TraceIds;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.core.Ordered;
import org.springframework.web.util.WebUtils;

/**
 * Gives each request its id, in the MDC and in the header of the response, for all
 * dispatches of the request.
 */
public final class TraceFilter implements Filter {

	/**
	 * The order in which Ringlog registers it: before all others, so that a filter that
	 * clears the MDC takes the id from nobody. A
	 * {@code FilterRegistrationBean<TraceFilter>} of the user's may have another.
	 */
	public static final int ORDER = Ordered.HIGHEST_PRECEDENCE;

	private final ServletTraces traces;

	private final ResponseHeader responseHeader;

	/**
	 * Create a filter.
	 * @param ids finds the id of a request
	 * @param current binds it to a thread
	 * @param responseHeader the name of the header that echoes it; empty for none
	 */
	public TraceFilter(TraceIds ids, CurrentTraceId current, String responseHeader) {
		this.traces = new ServletTraces(ids, current);
		this.responseHeader = new ResponseHeader(responseHeader);
	}

	@Override
	public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
			throws IOException, ServletException {
		if (request instanceof HttpServletRequest httpRequest && response instanceof HttpServletResponse httpResponse) {
			filter(httpRequest, httpResponse, chain);
		}
		else {
			chain.doFilter(request, response);
		}
	}

	@SuppressWarnings("try") // A scope need not be looked at.
	private void filter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws IOException, ServletException {
		TraceId id = this.traces.idOf(request);
		this.responseHeader.echo(id.value(), request, response);
		try (CurrentTraceId.Scope scope = this.traces.current().open(id)) {
			chain.doFilter(withListeners(request, id), response);
		}
	}

	private HttpServletRequest withListeners(HttpServletRequest request, TraceId id) {
		DispatcherType type = request.getDispatcherType();
		boolean first = type == DispatcherType.REQUEST;
		if (!first
				&& (type != DispatcherType.ASYNC || WebUtils.getNativeRequest(request, TraceRequest.class) != null)) {
			return request;
		}
		return request.isAsyncSupported() ? new TraceRequest(request, id, this.traces.current()) : request;
	}

}
