package io.github.ringlog.access;

import io.github.ringlog.json.JsonText;
import org.jspecify.annotations.Nullable;

/**
 * A line that is an object of JSON. What is not known is left out.
 */
final class JsonLine extends AccessLogLine {

	@Override
	void write(Exchange exchange, @Nullable String traceId) {
		text().append("{\"status\":").append(exchange.status());
		append("method", exchange.method());
		append("uri", exchange.uri());
		append("protocol", exchange.protocol());
		if (exchange.bytes() >= 0) {
			text().append(",\"bytes\":").append(exchange.bytes());
		}
		text().append(",\"milliseconds\":").append(exchange.milliseconds());
		append("remoteHost", exchange.remoteHost());
		append("referer", exchange.header("Referer"));
		append("userAgent", exchange.header("User-Agent"));
		append("traceId", traceId);
		text().append('}');
	}

	private void append(String name, @Nullable String value) {
		if (value != null) {
			text().append(",\"").append(name).append("\":");
			JsonText.append(value, text());
		}
	}

}
