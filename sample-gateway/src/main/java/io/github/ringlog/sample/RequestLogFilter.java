package io.github.ringlog.sample;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Logs each request when it comes and when it is answered. Unordered, it runs after the
 * filters that prepare the logging context.
 */
@Component
class RequestLogFilter extends OncePerRequestFilter {

	private static final Logger log = LoggerFactory.getLogger(RequestLogFilter.class);

	// The live page (for which "/" is forwarded) and what it asks would fill the log that
	// it shows.
	@Override
	protected boolean shouldNotFilter(HttpServletRequest request) {
		String path = request.getRequestURI();
		return "/".equals(path) || "/index.html".equals(path) || path.startsWith("/live/")
				|| path.startsWith("/actuator/");
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain filterChain)
			throws ServletException, IOException {
		// Raw, that is percent-encoded: no line break of a client's gets into a log line.
		// The query stays out, because it may hold secrets.
		String path = request.getRequestURI();
		String method = request.getMethod();
		log.info("Received {} {}", method, path);
		long start = System.nanoTime();
		boolean answered = false;
		try {
			filterChain.doFilter(request, response);
			answered = true;
		}
		finally {
			long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
			if (answered) {
				log.info("Answered {} {} with status {} in {} ms", method, path, response.getStatus(), millis);
			}
			else {
				log.info("Failed to answer {} {} after {} ms", method, path, millis);
			}
		}
	}

}
