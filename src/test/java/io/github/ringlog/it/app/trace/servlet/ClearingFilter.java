package io.github.ringlog.it.app.trace.servlet;

import java.io.IOException;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import org.slf4j.MDC;

import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/**
 * Clears the MDC after a request, as many applications do, if the request asks for it.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
class ClearingFilter implements Filter {

	@Override
	public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
			throws IOException, ServletException {
		try {
			chain.doFilter(request, response);
		}
		finally {
			if (request.getParameter("clear") != null) {
				MDC.clear();
			}
		}
	}

}
