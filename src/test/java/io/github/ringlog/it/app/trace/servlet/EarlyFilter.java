package io.github.ringlog.it.app.trace.servlet;

import java.io.IOException;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/**
 * Logs where Spring Security has its filters.
 */
@Component
@Order(-100)
class EarlyFilter implements Filter {

	private static final Logger logger = LoggerFactory.getLogger("early");

	@Override
	public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
			throws IOException, ServletException {
		logger.debug("on the way in");
		chain.doFilter(request, response);
	}

}
