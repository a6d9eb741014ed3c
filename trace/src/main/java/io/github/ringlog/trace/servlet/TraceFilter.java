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
 * Puts the id of each request into the MDC and into the response header, for all
 * dispatches of the request.
 */
public final class TraceFilter implements Filter {

	/**
	 * The order of Ringlog's registration: before all other filters, so that it restores
	 * the id after a filter that clears the MDC. A
	 * {@code FilterRegistrationBean<TraceFilter>} of the application may set another.
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

	@SuppressWarnings("try") // The scope is never referenced.
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
