package io.github.ringlog.access;

import java.util.function.UnaryOperator;

import io.github.ringlog.environment.RinglogProperties;
import io.github.ringlog.pattern.ControlCharacters;
import org.apache.logging.log4j.CloseableThreadContext;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Logs the lines of a server's access log, with the trace id of the request in the MDC.
 */
final class AccessLogger {

	private static final Logger logger = LogManager.getLogger("ringlog.access");

	private final String mdcKey;

	private final String responseHeader;

	AccessLogger(RinglogProperties.Trace properties) {
		this.mdcKey = properties.mdcKey();
		this.responseHeader = properties.responseHeader();
	}

	/**
	 * Have a server log the line of a request, unless nobody wants lines.
	 * @param traceId what is kept with the request, if anything
	 * @param responseHeaders the headers of the response by their names, where the id of
	 * a tracer is
	 * @param line comes to {@link #log(String)}
	 */
	@SuppressWarnings("try") // A scope need not be looked at.
	void log(@Nullable Object traceId, UnaryOperator<@Nullable String> responseHeaders, Runnable line) {
		if (!logger.isInfoEnabled()) {
			return;
		}
		Object id = (traceId != null || this.responseHeader.isEmpty()) ? traceId
				: responseHeaders.apply(this.responseHeader);
		if (id == null) {
			line.run();
			return;
		}
		try (CloseableThreadContext.Instance scope = CloseableThreadContext.put(this.mdcKey, id.toString())) {
			line.run();
		}
	}

	/**
	 * Log a line. What a server does not escape of a request ends it no earlier.
	 */
	void log(String line) {
		logger.info(ControlCharacters.escape(line));
	}

}
