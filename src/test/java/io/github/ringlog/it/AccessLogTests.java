package io.github.ringlog.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.jayway.jsonpath.JsonPath;
import io.github.ringlog.it.app.trace.reactive.TraceReactiveApplication;
import io.github.ringlog.it.app.trace.servlet.TraceServletApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.LogFile;
import io.github.ringlog.kit.WebChild;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The access log of each embedded server: a line for each request, with its id. Tomcat's
 * own log has the id, too.
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

	private static final JsonMapper MAPPER = JsonMapper.builder()
		.enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
		.enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
		.build();

	@TempDir
	private Path directory;

	@Test
	void ofTomcat() throws IOException {
		ChildJvm child = ChildJvm.servlet(this.directory, TraceServletApplication.class)
			.argument("--server.tomcat.accesslog.enabled=true", "--server.tomcat.accesslog.buffered=false",
					"--server.tomcat.accesslog.directory=" + this.directory, "--server.tomcat.accesslog.prefix=tomcat",
					"--server.tomcat.accesslog.pattern=%{io.github.ringlog.trace.id}r %s %U");
		try (WebChild server = start(child, "combined")) {
			checkServlet(server);
			RawRequest.send(server.port(), "/mdc\u0001bad", "X-Request-Id: bad-4711");
			line("[^|]*", ".* 400 \\d+ .*");
		}
		Path own = own("tomcat");
		assertThat(Files.readAllLines(own)).last().asString().matches(NEW_ID + " 400 .*");
		assertThat(Files.readAllLines(own)).contains("order-4711 200 /mdc", "order-4712 404 /nowhere",
				"order-4713 500 /throw", "order-4714 503 /time-out");
	}

	@Test
	void ofJetty() throws IOException {
		ChildJvm child = ChildJvm.jetty(this.directory, TraceServletApplication.class)
			.argument("--server.jetty.accesslog.enabled=true",
					"--server.jetty.accesslog.filename=" + this.directory.resolve("jetty.txt"),
					"--server.jetty.accesslog.custom-format=%{X-Trace-Id}o %s");
		try (WebChild server = start(child, "combined")) {
			checkServlet(server);
			RawRequest.send(server.port(), "/mdc\u0001bad", "X-Request-Id: bad-4711");
			line("[^|]*", ".* 400 .*");
		}
		assertThat(Files.readAllLines(own("jetty"))).contains("order-4711 200", "order-4712 404");
	}

	private void checkServlet(WebChild server) {
		check(server, "/mdc?a=%22b%22", 200, "order-4711");
		check(server, "/nowhere", 404, "order-4712");
		check(server, "/throw", 500, "order-4713");
		check(server, "/time-out", 503, "order-4714");
		RawRequest.send(server.port(), "/mdc", "User-Agent: \"quoted\" \\ \u00e4");
		line(NEW_ID, ".*\"GET /mdc HTTP/1\\.1\" 200 .*\\\\\"quoted\\\\\" \\\\\\\\ \\\\xe4\" \\d+");
	}

	private void check(WebChild server, String path, int status, String id) {
		server.exchange(path, "X-Request-Id", id, "User-Agent", "test/1", "Referer", "http://127.0.0.1/from");
		line(id, "127\\.0\\.0\\.1 - - \\[[^]]+] \"GET " + Pattern.quote(path) + " HTTP/1\\.1\" " + status
				+ " (\\d+|-) \"http://127\\.0\\.0\\.1/from\" \"test/1\" \\d+");
	}

	@Test
	void ofReactorNetty() {
		try (WebChild server = start(ChildJvm.reactive(this.directory, TraceReactiveApplication.class), "json")) {
			long start = System.nanoTime();
			server.exchange("/nowhere?a=b", "X-Request-Id", "order-4711", "User-Agent", "test/1");
			String line = line("order-4711", "\\{.*");
			int atMost = (int) TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start) + 1;
			assertThat(JsonPath.<Integer>read(line, "$.status")).isEqualTo(404);
			assertThat(JsonPath.<Integer>read(line, "$.bytes")).isPositive();
			assertThat(JsonPath.<String>read(line, "$.uri")).isEqualTo("/nowhere?a=b");
			assertThat(JsonPath.<String>read(line, "$.remoteHost")).isEqualTo("127.0.0.1");
			assertThat(JsonPath.<String>read(line, "$.userAgent")).isEqualTo("test/1");
			assertThat(JsonPath.<String>read(line, "$.traceId")).isEqualTo("order-4711");
			assertThat(JsonPath.<Integer>read(line, "$.milliseconds")).isBetween(0, atMost);
		}
	}

	@Test
	void eachLineOfAHostileClientIsAnObjectOfItsOwn() {
		int requests = 2000;
		ChildJvm child = ChildJvm.servlet(this.directory, TraceServletApplication.class)
			.argument("--ringlog.access-log.enabled=true", "--ringlog.isolation.Console.policy=block",
					"--logging.structured.format.console=ecs");
		Map<Integer, Long> statuses;
		try (WebChild server = WebChild.start(child)) {
			Random random = new Random(11);
			for (int i = 0; i < requests; i++) {
				RawRequest.send(server.port(), "/mdc?" + ((i % 2 == 0) ? "a=b" : hostile(random)),
						"User-Agent: " + hostile(random) + "\r\nReferer: " + hostile(random));
			}
			server.stop();
			statuses = server.running()
				.output()
				.lines()
				.filter((line) -> !line.startsWith("port="))
				.map(MAPPER::readTree)
				.filter((line) -> "ringlog.access".equals(line.at("/log/logger").asString()))
				.collect(Collectors.groupingBy(AccessLogTests::status, Collectors.counting()));
		}
		assertThat(statuses).containsOnlyKeys(200, 400);
		assertThat(statuses.get(200) + statuses.get(400)).isEqualTo(requests);
	}

	private static int status(JsonNode line) {
		int status = line.get("http.response.status_code").intValue();
		if (status == 200) {
			assertThat(line.get("http.request.method").asString()).isEqualTo("GET");
			assertThat(line.get("url.path").asString()).isEqualTo("/mdc");
			assertThat(line.get("client.address").asString()).isEqualTo("127.0.0.1");
			assertThat(line.get("message").asString()).matches("GET /mdc\\?.* 200");
		}
		return status;
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

	private WebChild start(ChildJvm child, String format) {
		return WebChild.start(child.log4j(LOG4J)
			.argument("--ringlog.access-log.enabled=true", "--ringlog.access-log.format=" + format));
	}

	/**
	 * Wait for a line, and return its message.
	 */
	private String line(String id, String message) {
		Pattern pattern = Pattern.compile(id + "\\|INFO\\|(" + message + ")");
		return Awaitility.await()
			.until(() -> lines().stream().map(pattern::matcher).filter((matcher) -> matcher.matches()).findFirst(),
					(found) -> found.isPresent())
			.orElseThrow()
			.group(1);
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
