package io.github.ringlog.access;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

import io.github.ringlog.json.Exchange;
import org.jspecify.annotations.Nullable;

/**
 * The two formats of a line. Nothing that a client sent can end the line, or the quotes
 * it is in: quotes, backslashes and all but printable ASCII are escaped.
 */
final class AccessLogLine {

	private static final char[] HEX = "0123456789abcdef".toCharArray();

	private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ROOT);

	// Written and read by all threads. A thread that sees an old one formats again.
	private static volatile Second second = new Second(-1, "");

	private AccessLogLine() {
	}

	/**
	 * Append a line as Apache writes it, {@code combined}, with the milliseconds at the
	 * end.
	 */
	static void appendCombined(Exchange exchange, StringBuilder target) {
		appendOrDash(exchange.remoteHost(), target);
		target.append(" - - [").append(time(exchange.time() / 1000)).append("] \"");
		appendOrDash(exchange.method(), target);
		target.append(' ');
		appendOrDash(exchange.uri(), target);
		target.append(' ');
		appendOrDash(exchange.protocol(), target);
		target.append("\" ").append(exchange.status()).append(' ');
		if (exchange.bytes() > 0) {
			target.append(exchange.bytes());
		}
		else {
			target.append('-');
		}
		target.append(" \"");
		appendOrDash(exchange.referer(), target);
		target.append("\" \"");
		appendOrDash(exchange.userAgent(), target);
		target.append("\" ").append(milliseconds(exchange));
	}

	private static void appendOrDash(@Nullable String value, StringBuilder target) {
		appendEscaped((value != null) ? value : "-", true, target);
	}

	/**
	 * Append a line that is an object of JSON. What is not known is left out.
	 */
	static void appendJson(Exchange exchange, StringBuilder target) {
		target.append("{\"status\":").append(exchange.status());
		appendMember("method", exchange.method(), target);
		appendMember("uri", exchange.uri(), target);
		appendMember("protocol", exchange.protocol(), target);
		if (exchange.bytes() >= 0) {
			target.append(",\"bytes\":").append(exchange.bytes());
		}
		target.append(",\"milliseconds\":").append(milliseconds(exchange));
		appendMember("remoteHost", exchange.remoteHost(), target);
		appendMember("referer", exchange.referer(), target);
		appendMember("userAgent", exchange.userAgent(), target);
		appendMember("traceId", exchange.traceId(), target);
		target.append('}');
	}

	private static void appendMember(String name, @Nullable String value, StringBuilder target) {
		if (value != null) {
			target.append(",\"").append(name).append("\":\"");
			appendEscaped(value, false, target);
			target.append('"');
		}
	}

	private static long milliseconds(Exchange exchange) {
		return exchange.nanos() / 1_000_000;
	}

	/**
	 * Append a value.
	 * @param apache whether with the short escapes of Apache, which JSON does not have
	 */
	private static void appendEscaped(String value, boolean apache, StringBuilder target) {
		for (int i = 0; i < value.length(); i++) {
			char character = value.charAt(i);
			if (character == '"' || character == '\\') {
				target.append('\\').append(character);
			}
			else if (character >= 0x20 && character < 0x7f) {
				target.append(character);
			}
			else {
				boolean isShort = apache && character < 0x100;
				target.append(isShort ? "\\x" : "\\u");
				for (int shift = isShort ? 4 : 12; shift >= 0; shift -= 4) {
					target.append(HEX[character >> shift & 0xf]);
				}
			}
		}
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
