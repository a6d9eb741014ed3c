package io.github.ringlog.access;

import io.github.ringlog.environment.AccessLogFormat;
import io.github.ringlog.environment.RingLogProperties;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.apache.logging.log4j.ThreadContext;
import org.jspecify.annotations.Nullable;

/**
 * Logs a line for each exchange, with its trace id in the MDC.
 */
final class AccessLogger {

	/**
	 * The name of the logger.
	 */
	static final String NAME = "ringlog.access";

	private static final Logger logger = LogManager.getLogger(NAME);

	private final boolean json;

	private final String mdcKey;

	private final String responseHeader;

	AccessLogger(RingLogProperties properties) {
		this.json = properties.accessLog().format() == AccessLogFormat.JSON;
		this.mdcKey = properties.trace().mdcKey();
		this.responseHeader = properties.trace().responseHeader();
	}

	void log(Exchange exchange) {
		if (!logger.isInfoEnabled()) {
			return;
		}
		String traceId = traceId(exchange);
		AccessLogLine line = this.json ? new JsonLine() : new CombinedLine();
		line.write(exchange, traceId);
		if (traceId == null) {
			logger.info((CharSequence) line.text());
			return;
		}
		String previous = ThreadContext.get(this.mdcKey);
		ThreadContext.put(this.mdcKey, traceId);
		try {
			logger.info((CharSequence) line.text());
		}
		finally {
			if (previous != null) {
				ThreadContext.put(this.mdcKey, previous);
			}
			else {
				ThreadContext.remove(this.mdcKey);
			}
		}
	}

	/**
	 * Return the id of an exchange: that of a tracer is in the response only.
	 */
	private @Nullable String traceId(Exchange exchange) {
		String id = exchange.traceId();
		return (id != null || this.responseHeader.isEmpty()) ? id : exchange.responseHeader(this.responseHeader);
	}

}
