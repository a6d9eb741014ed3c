package io.github.ringlog.access;

import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

import io.github.ringlog.environment.AccessLogFormat;
import io.github.ringlog.environment.RingLogProperties;
import io.github.ringlog.json.Exchange;
import io.github.ringlog.json.ExchangeMessage;
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

	private final BiConsumer<Exchange, StringBuilder> text;

	private final String mdcKey;

	private final String responseHeader;

	AccessLogger(RingLogProperties properties) {
		this.text = (properties.accessLog().format() == AccessLogFormat.JSON) ? AccessLogLine::appendJson
				: AccessLogLine::appendCombined;
		this.mdcKey = properties.trace().mdcKey();
		this.responseHeader = properties.trace().responseHeader();
	}

	boolean isEnabled() {
		return logger.isInfoEnabled();
	}

	/**
	 * Return the id of an exchange. The id of a tracer is in the response only.
	 * @param kept what is kept with the request
	 * @param headers the headers of the response, by their names
	 */
	@Nullable String traceId(@Nullable Object kept, UnaryOperator<@Nullable String> headers) {
		if (kept != null) {
			return kept.toString();
		}
		return this.responseHeader.isEmpty() ? null : headers.apply(this.responseHeader);
	}

	void log(Exchange exchange) {
		ExchangeMessage message = new ExchangeMessage(exchange, this.text);
		String traceId = exchange.traceId();
		if (traceId == null) {
			logger.info(message);
			return;
		}
		String previous = ThreadContext.get(this.mdcKey);
		ThreadContext.put(this.mdcKey, traceId);
		try {
			logger.info(message);
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

}
