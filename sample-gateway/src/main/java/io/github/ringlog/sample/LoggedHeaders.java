package io.github.ringlog.sample;

import java.util.Locale;
import java.util.Set;

import org.springframework.http.HttpHeaders;

/**
 * Headers in the form in which they may be logged: without secrets, and with no control
 * character of a client's.
 */
final class LoggedHeaders {

	private static final Set<String> SECRET = Set.of("authorization", "cookie", "proxy-authorization", "set-cookie",
			"x-api-key");

	private LoggedHeaders() {
	}

	static String of(HttpHeaders headers) {
		StringBuilder line = new StringBuilder(256).append('[');
		headers.forEach((name, values) -> {
			String lower = name.toLowerCase(Locale.ROOT);
			for (String value : values) {
				line.append((line.length() > 1) ? ", " : "").append(lower).append('=');
				appendPrintable((SECRET.contains(lower)) ? "***" : value, line);
			}
		});
		return line.append(']').toString();
	}

	private static void appendPrintable(String value, StringBuilder line) {
		int start = line.length();
		line.append(value);
		for (int i = start; i < line.length(); i++) {
			char each = line.charAt(i);
			if (each < ' ' || each >= 0x7f) {
				line.setCharAt(i, '?');
			}
		}
	}

}
