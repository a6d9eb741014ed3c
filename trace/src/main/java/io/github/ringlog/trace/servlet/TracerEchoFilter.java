package io.github.ringlog.trace.servlet;

import java.io.IOException;

import io.micrometer.tracing.Span;
import io.micrometer.tracing.Tracer;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

/**
 * Echoes the id of Micrometer Tracing in the header of the response.
 *
 * @param tracer knows the current span
 * @param responseHeader the header that echoes the id
 */
record TracerEchoFilter(Tracer tracer, ResponseHeader responseHeader) implements Filter {

	private static final String ATTRIBUTE = TracerEchoFilter.class.getName();

	@Override
	public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
			throws IOException, ServletException {
		if (request instanceof HttpServletRequest httpRequest && response instanceof HttpServletResponse httpResponse) {
			this.responseHeader.echo(idOf(httpRequest), httpRequest, httpResponse);
		}
		chain.doFilter(request, response);
	}

	/**
	 * Return the id, kept in the request because error pages are not observed.
	 */
	private @Nullable String idOf(HttpServletRequest request) {
		if (request.getAttribute(ATTRIBUTE) instanceof String id) {
			return id;
		}
		Span span = this.tracer.currentSpan();
		if (span == null || span.context().traceId().isEmpty()) {
			return null;
		}
		String id = span.context().traceId();
		request.setAttribute(ATTRIBUTE, id);
		return id;
	}

}
