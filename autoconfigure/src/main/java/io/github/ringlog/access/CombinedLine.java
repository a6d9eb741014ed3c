package io.github.ringlog.access;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * A line as Apache writes it, {@code combined}, with the milliseconds at the end.
 */
final class CombinedLine extends AccessLogLine {

	private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ROOT);

	// Written and read by all threads. A thread that sees an old one formats again.
	private static volatile Second second = new Second(-1, "");

	@Override
	void write(Exchange exchange, @Nullable String traceId) {
		String host = exchange.remoteHost();
		if (host == null) {
			text().append('-');
		}
		else {
			appendEscaped(host);
		}
		text().append(" - - [").append(time(System.currentTimeMillis() / 1000)).append("] \"");
		appendOrDash(exchange.method());
		text().append(' ');
		appendOrDash(exchange.uri());
		text().append(' ');
		appendOrDash(exchange.protocol());
		text().append("\" ").append(exchange.status()).append(' ');
		if (exchange.bytes() > 0) {
			text().append(exchange.bytes());
		}
		else {
			text().append('-');
		}
		appendQuoted(exchange.header("Referer"));
		appendQuoted(exchange.header("User-Agent"));
		text().append(' ').append(exchange.milliseconds());
	}

	private void appendQuoted(@Nullable String value) {
		text().append(" \"");
		appendOrDash(value);
		text().append('"');
	}

	private void appendOrDash(@Nullable String value) {
		appendEscaped((value != null) ? value : "-");
	}

	private static String time(long epochSecond) {
		Second last = second;
		if (last.epochSecond() != epochSecond) {
			ZonedDateTime time = ZonedDateTime.ofInstant(Instant.ofEpochSecond(epochSecond), ZoneId.systemDefault());
			last = new Second(epochSecond, TIME.format(time));
			second = last;
		}
		return last.text();
	}

	private record Second(long epochSecond, String text) {
	}

}
