package io.github.ringlog.it;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.github.ringlog.it.app.trace.reactive.TraceReactiveApplication;
import io.github.ringlog.it.app.trace.servlet.TraceServletApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.LogFile;
import io.github.ringlog.kit.WebChild;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * The access log of each embedded server, behind a proxy: its lines, with the id of the
 * request.
 */
class AccessLogTests {

	private static final String LOG4J = """
			<Configuration>
			  <Appenders>
			    <File name="file" fileName="access.log"><PatternLayout pattern="%X{traceId}|%level|%m%n"/></File>
			    <Console name="console"><PatternLayout pattern="%sanitized{%p %c %m%n%ex}"/></Console>
			  </Appenders>
			  <Loggers>
			    <Logger name="ringlog.access" level="info" additivity="false"><AppenderRef ref="file"/></Logger>
			    <Root level="warn"><AppenderRef ref="console"/></Root>
			  </Loggers>
			</Configuration>
			""";

	private static final String NEW_ID = "(?!0{32})[0-9a-f]{32}";

	private static final String CLIENT = "203.0.113.7";

	private static final int HOSTILE_REQUESTS = 300;

	private static final Pattern LINE = Pattern.compile("[^|]*\\|INFO\\|[^\\p{Cc}]+ \\[[^]]+] \"[^\\p{Cc}]*");

	@TempDir
	private Path directory;

	private int managementPort;

	@Test
	void ofTomcat() throws IOException {
		// The pattern of both logs: combined, and the id.
		String pattern = "%h %l %u %t \"%r\" %s %b \"%{Referer}i\" \"%{User-Agent}i\" %{io.github.ringlog.trace.id}r";
		try (WebChild server = start(ChildJvm.servlet(this.directory, TraceServletApplication.class)
			.argument("--server.tomcat.accesslog.enabled=true", "--server.tomcat.accesslog.buffered=false",
					"--server.tomcat.accesslog.directory=" + this.directory, "--server.tomcat.accesslog.prefix=tomcat",
					"--server.tomcat.accesslog.pattern=" + pattern))) {
			checkServlet(server, " order-\\d+");
			send(server, "/mdc", "User-Agent: \"quoted\" \\ \u00e4");
			line(NEW_ID, ".*\"GET /mdc HTTP/1\\.1\" 200 .*\\\\\"quoted\\\\\" \\\\\\\\ .*");
			send(server, "/mdc\u0001bad", "X-Request-Id: bad-4711");
			line("[^|]*", ".* 400 \\d+ .*");
			send(server, "/broken", "X-Request-Id: broken-4711");
			line("broken-4711", ".*\"GET /broken HTTP/1\\.1\" \\d{3} .*");
			checkManagement();
			checkHostile(server, true);
		}
		assertThat(Files.readAllLines(own("tomcat"))).anyMatch((line) -> line.endsWith(" order-4711"));
	}

	@Test
	void ofJetty() throws IOException {
		try (WebChild server = start(ChildJvm.jetty(this.directory, TraceServletApplication.class)
			.argument("--server.jetty.accesslog.enabled=true",
					"--server.jetty.accesslog.filename=" + this.directory.resolve("jetty.txt")))) {
			checkServlet(server, "");
			send(server, "/mdc\u0001bad", "X-Request-Id: bad-4711");
			line("[^|]*", ".* 400 .*");
			send(server, "/broken", "X-Request-Id: broken-4711");
			line("broken-4711", ".*\"GET /broken HTTP/1\\.1\" \\d{3} .*");
			checkManagement();
			checkHostile(server, true);
		}
		assertThat(Files.readAllLines(own("jetty"))).anyMatch((line) -> line.contains("GET /nowhere"));
	}

	@Test
	void ofReactorNetty() throws IOException {
		try (WebChild server = start(ChildJvm.reactive(this.directory, TraceReactiveApplication.class))) {
			check(server, "/mdc?a=%22b%22", 200, "order-4711", " \\d+ \\d+");
			check(server, "/nowhere", 404, "order-4712", " \\d+ \\d+");
			check(server, "/throw", 500, "order-4713", " \\d+ \\d+");
			send(server, "/broken", "X-Request-Id: broken-4711");
			checkManagement();
			checkHostile(server, false);
			assertThat(lines()).noneMatch((line) -> line.contains("broken"));
		}
	}

	private WebChild start(ChildJvm child) throws IOException {
		try (ServerSocket free = new ServerSocket(0)) {
			this.managementPort = free.getLocalPort();
		}
		return WebChild.start(child.log4j(LOG4J)
			.argument("--ringlog.access-log.enabled=true", "--server.forward-headers-strategy=native",
					"--management.server.port=" + this.managementPort));
	}

	private void checkServlet(WebChild server, String end) {
		String rest = " (\\d+|-) \"http://127\\.0\\.0\\.1/from\" \"test/1\"" + end;
		check(server, "/mdc?a=%22b%22", 200, "order-4711", rest);
		check(server, "/nowhere", 404, "order-4712", rest);
		check(server, "/throw", 500, "order-4713", rest);
		check(server, "/time-out", 503, "order-4714", rest);
	}

	private void check(WebChild server, String path, int status, String id, String end) {
		server.exchange(path, "X-Request-Id", id, "User-Agent", "test/1", "Referer", "http://127.0.0.1/from",
				"X-Forwarded-For", CLIENT);
		line(id, Pattern.quote(CLIENT) + " - - \\[[^]]+] \"GET " + Pattern.quote(path) + " HTTP/1\\.1\" " + status
				+ end);
	}

	/**
	 * Send a request that the server may answer by closing the connection.
	 */
	private static void send(WebChild server, String path, String headers) {
		Throwable closed = catchThrowable(() -> RawRequest.send(server.port(), path, headers));
		assertThat(closed).satisfiesAnyOf((none) -> assertThat(none).isNull(),
				(failure) -> assertThat(failure).hasCauseInstanceOf(IOException.class));
	}

	private void checkManagement() {
		URI health = URI.create("http://127.0.0.1:" + this.managementPort + "/actuator/health");
		HttpRequest request = HttpRequest.newBuilder(health).header("X-Request-Id", "managed-4711").build();
		HttpResponse<Void> response = HttpClient.newHttpClient().sendAsync(request, BodyHandlers.discarding()).join();
		assertThat(response.headers().allValues("X-Trace-Id")).containsExactly("managed-4711");
		line("managed-4711", ".*\"GET /actuator/health HTTP/1\\.1\" 200 .*");
	}

	/**
	 * Check that a request has one line at most, whatever is in it.
	 */
	private void checkHostile(WebChild server, boolean eachHasALine) {
		int before = lines().size();
		Random random = new Random(11);
		for (int i = 0; i < HOSTILE_REQUESTS; i++) {
			send(server, "/mdc?" + ((i % 2 == 0) ? "a=b" : hostile(random)), "User-Agent: " + hostile(random)
					+ "\r\nReferer: " + hostile(random) + "\r\nX-Forwarded-For: " + hostile(random));
		}
		send(server, "/mdc?last", "X-Request-Id: order-4715");
		line("order-4715", ".*GET /mdc\\?last .*");
		int most = before + HOSTILE_REQUESTS + 1;
		if (eachHasALine) {
			Awaitility.await().until(() -> lines().size() >= most);
		}
		assertThat(lines()).hasSizeBetween(before + HOSTILE_REQUESTS / 4, most)
			.allMatch((line) -> LINE.matcher(line).matches());
	}

	/**
	 * Return any characters but those that end a header.
	 */
	private static String hostile(Random random) {
		return random.ints(20, 0, 400)
			.map((code) -> (code < 0x100) ? code : " \"\\{},:'<".charAt(code % 9))
			.filter((code) -> code != '\r' && code != '\n')
			.collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
			.toString();
	}

	/**
	 * Wait for a line.
	 */
	private void line(String id, String message) {
		Pattern pattern = Pattern.compile(id + "\\|INFO\\|" + message);
		Awaitility.await().untilAsserted(() -> assertThat(lines()).anyMatch((line) -> pattern.matcher(line).matches()));
	}

	private List<String> lines() {
		return new LogFile(this.directory.resolve("access.log")).lines();
	}

	/**
	 * Return the log that a server has written itself.
	 */
	private Path own(String prefix) throws IOException {
		try (Stream<Path> files = Files.list(this.directory)) {
			return files.filter((file) -> file.getFileName().toString().startsWith(prefix)).findFirst().orElseThrow();
		}
	}

}
