package io.github.ringlog.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A request that no client of the JDK would send, byte for byte.
 */
final class RawRequest {

	private static final Pattern ECHO = Pattern.compile("(?im)^x-trace-id: *([^\r\n]*)");

	private static final String SPAN = "00f067aa0ba902b7";

	private static final String ID = "4bf92f3577b34da6a3ce929d0e0e4736";

	private RawRequest() {
	}

	/**
	 * Return headers that a server passes to the application, and that must be replaced.
	 */
	static Stream<String> hostileHeaders() {
		return Stream.of("traceparent: 00-00000000000000000000000000000000-" + SPAN + "-01",
				"traceparent: 00-4BF92F3577B34DA6A3CE929D0E0E4736-" + SPAN + "-01",
				"traceparent: ff-" + ID + "-" + SPAN + "-01", "traceparent: 00-" + ID + "-" + SPAN + "-01-later",
				"traceparent: 00-" + ID + "-" + SPAN, "traceparent: 00-" + ID + "-0000000000000000-01",
				"traceparent: 01-" + ID + "-" + SPAN + "-01-" + "a".repeat(6000), "traceparent:",
				"traceparent: 00-" + ID + "-" + SPAN + "-01\r\ntraceparent: 00-" + ID + "-" + SPAN + "-01",
				"b3: " + ID + "-" + SPAN + "-x", "b3: ${ctx:HOSTILE}", "X-B3-TraceId: " + ID + "ff",
				"X-B3-TraceId: " + "a".repeat(6000), "X-Request-Id: order-4711%0d%0aHOSTILE",
				"X-Request-Id: %1b%5b31mHOSTILE", "X-Request-Id: ${jndi:ldap://127.0.0.1:%d/HOSTILE}",
				"X-Request-Id: ${ctx:HOSTILE}", "X-Request-Id: HOSTILE-\u00e9\u00fc\u00df",
				"X-Request-Id: HOSTILE HOSTILE", "X-Request-Id: ",
				"X-Request-Id: order-4711\r\nx-request-id: order-4712", "X-Request-Id: HOSTILE,HOSTILE",
				"X-Request-Id: " + "a".repeat(65), "X-Request-Id: 1234567");
	}

	/**
	 * Return headers that a server need not accept, and may write about.
	 */
	static Stream<String> brokenHeaders() {
		return Stream.of("X-Request-Id: order-4711\rFORGED", "X-Request-Id: order-4711\r\n FORGED",
				"X-Request-Id: \u001b[31mFORGED", "X-Request-Id: FORGED\u0000FORGED",
				"traceparent: " + "a".repeat(10_240));
	}

	/**
	 * Send a request and return the response: all of it, as text.
	 */
	static String send(long port, String path, String headers) {
		return send(port,
				"GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + headers + "\r\n\r\n");
	}

	/**
	 * Send these characters and return the response: all of it, as text.
	 */
	static String send(long port, String request) {
		try (Socket socket = new Socket("127.0.0.1", (int) port)) {
			socket.setSoTimeout(20_000);
			socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
			socket.getOutputStream().flush();
			return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Return the ids that a response echoes.
	 */
	static List<String> echoes(String response) {
		return ECHO.matcher(response).results().map((MatchResult match) -> match.group(1)).toList();
	}

}
