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
	 * Log the line of a request if the logger is enabled.
	 * @param traceId the id kept with the request, or {@code null}
	 * @param responseHeaders returns a response header by name; it has the id of another
	 * tracer
	 * @param line formats the line and passes it to {@link #log(String)}
	 */
	@SuppressWarnings("try") // The scope is never referenced.
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
	 * Log a line. Control characters that the server leaves unescaped can't end the line
	 * early.
	 */
	void log(String line) {
		logger.info(ControlCharacters.escape(line));
	}

}
