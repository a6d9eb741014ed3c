package io.github.ringlog.demoapp;

import java.io.IOException;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Logs two lines for each request.
 */
@Component
class DemoLogFilter extends OncePerRequestFilter {

	private static final Logger log = LoggerFactory.getLogger(DemoLogFilter.class);

	@Override
	protected boolean shouldNotFilter(HttpServletRequest request) {
		return request.getRequestURI().startsWith("/actuator/");
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain filterChain)
			throws ServletException, IOException {
		// Raw, that is percent-encoded: no line break of a client's gets into a log line.
		String path = request.getRequestURI();
		int port = request.getLocalPort();
		log.info("Backend {} received {} {}", port, request.getMethod(), path);
		filterChain.doFilter(request, response);
		log.info("Backend {} answers {} {} with status {}", port, request.getMethod(), path, response.getStatus());
	}

}
