package io.github.ringlog.it;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.sun.net.httpserver.HttpServer;
import io.github.ringlog.it.app.OpenTelemetryApplication;
import io.github.ringlog.it.app.beside.BesideApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.LogFile;
import io.github.ringlog.kit.RunningJvm;
import io.github.ringlog.kit.WebChild;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The same application with Ringlog and without: it prints the same but for the trace id,
 * which each line of a request has, and what its parts get and send is the same.
 */
class SideBySideTests {

	private static final String ID = "4bf92f3577b34da6a3ce929d0e0e4736";

	private static final String SPAN = "00f067aa0ba902b7";

	private static final String TRACEPARENT = "00-" + ID + "-" + SPAN + "-01";

	// As Spring Boot's, with an id where Spring Boot has it.
	private static final String CONSOLE = """
			<Console name="console">
			  <PatternLayout pattern="%d{ISO8601} %5p %pid --- [%t] ${sys:LOG_CORRELATION_PATTERN:-}%-40.40c{1.} : %m%n"/>
			</Console>
			""";

	private static final Pattern LINE = Pattern
		.compile("^\\S+ +([A-Z]+ \\d+ --- \\[[^\\]]*] )(\\[[^\\]]{32}] )?(\\S+ +: .*)$");

	private static final String OURS = "i.g.r.";

	private static final String OURS_IN_TESTS = "i.g.r.i.a.";

	private static final String FINDINGS = "i.g.r.l.Findings ";

	private static ChildJvm application(ChildJvm child, String configuration, boolean ringlog) {
		// Log4j warns of a relative path.
		child.file("log4j2-beside.xml", configuration)
			.argument("--logging.config=" + child.path("log4j2-beside.xml"), "--spring.main.banner-mode=off");
		return ringlog ? child : child.without("ringlog-.*");
	}

	/**
	 * Return the lines of an application and what it was not to print by itself, without
	 * what differs from run to run, the trace id, findings, and what Ringlog tells
	 * without a warning.
	 */
	private static List<String> output(RunningJvm running, Path directory) {
		List<String> lines = new ArrayList<>();
		List<String> others = new ArrayList<>();
		boolean ours = false;
		for (String line : Stream.concat(running.output().lines(), running.errors().lines()).toList()) {
			Matcher matcher = LINE.matcher(line);
			if (matcher.matches()) {
				String text = matcher.group(3);
				ours = text.startsWith(OURS) && !text.startsWith(OURS_IN_TESTS);
				if (!ours || matcher.group(1).startsWith("WARN") && !text.startsWith(FINDINGS)) {
					lines.add(matcher.group(1) + text);
				}
			}
			// A finding has lines that are indented, and the stack of a request our
			// filter.
			else if (!line.startsWith("\t") && !(ours && line.startsWith("  "))) {
				others.add(line);
			}
		}
		lines.addAll(others);
		return lines.stream()
			.map((line) -> line.replace(directory.toString(), "")
				.replaceAll("(span|trace)_id=[0-9a-f]+", "$1_id=x")
				.replaceAll("(@|0x|\\b[0-9a-f]{8}-)[-0-9a-f]+", "x")
				.replaceAll("\\d+", "n"))
			.toList();
	}

	private static long statusLines(List<String> output) {
		return output.stream().filter((line) -> line.contains("Unrecognized")).count();
	}

	/**
	 * A server with the filters, executors, clients and appenders that many have.
	 */
	@Nested
	@TestInstance(Lifecycle.PER_CLASS)
	class AServer {

		private static final String CONFIGURATION = """
				<Configuration>
				  <Appenders>
				    %s
				    <Keeping name="kept" value="$${ctx:user}"/>
				    <Keeping name="isolated" value="$${ctx:user}"/>
				    <File name="formats" fileName="formats.log">
				      <RegexFilter regex="order \\{}" useRawMsg="true" onMatch="DENY" onMismatch="NEUTRAL"/>
				      <PatternLayout pattern="%%m%%n%%ex{1}"/>
				    </File>
				    <File name="wrong" fileName="wrong.log"><PatternLayout pattern="%%wrong %%m%%n%%ex{1}"/></File>
				  </Appenders>
				  <Loggers>
				    <Logger name="beside" level="info">
				      <AppenderRef ref="kept"/>
				      <AppenderRef ref="isolated"/>
				      <AppenderRef ref="formats"/>
				      <AppenderRef ref="wrong"/>
				    </Logger>
				    <Root level="info"><AppenderRef ref="console"/></Root>
				  </Loggers>
				</Configuration>
				""".formatted(CONSOLE);

		private static final String WORK = "beside ";

		private static final String THROWN = "Servlet.service() for servlet [dispatcherServlet]";

		// All that the requests below let the application log.
		private static final int EVENTS = 13;

		private Run without;

		private Run with;

		@BeforeAll
		void run(@TempDir Path directory) throws Exception {
			this.without = new Run(directory.resolve("without"), false);
			this.with = new Run(directory.resolve("with"), true);
		}

		@Test
		void printsTheSameButForTheTraceId() {
			assertThat(this.with.output).containsExactlyElementsOf(this.without.output);
			assertThat(this.without.ids("")).hasSize(EVENTS + 1).containsOnly("");
			assertThat(this.with.ids("")).hasSize(EVENTS + 1).allMatch((id) -> id.matches("\\[[0-9a-f]{32}] "));
		}

		@Test
		void threadsOfReactorHaveTheIdThoughAChildContextHasEnded() {
			assertThat(this.with.ids("on a scheduler of Reactor")).hasSize(1).doesNotContain("");
		}

		@Test
		void aWrongConversionWordIsToldOfAsOften() {
			assertThat(statusLines(this.with.output)).isPositive().isEqualTo(statusLines(this.without.output));
		}

		@ParameterizedTest
		@ValueSource(strings = { "kept", "isolated" })
		void anAppenderKeepsTheSameEventsAndItsLookupsAreThoseOfTheCaller(String appender) {
			assertThat(this.without.kept(appender)).hasSize(EVENTS)
				.anyMatch((event) -> event.contains("|order 4711|order {}|[4711]|"))
				.anyMatch((event) -> event.contains("{user=alice}|alice|"));
			assertThat(this.with.kept(appender)).containsExactlyElementsOf(this.without.kept(appender));
		}

		@ParameterizedTest
		@ValueSource(strings = { "formats.log", "wrong.log" })
		void writesTheSameFiles(String file) {
			assertThat(this.without.file(file)).anyMatch((line) -> line.endsWith("order 4711 of alice"));
			assertThat(this.without.file("formats.log")).doesNotContain("order 4711");
			assertThat(this.with.file(file)).isEqualTo(this.without.file(file));
		}

		@Test
		void requestsHaveTheSameHeadersButForAnIdOrTheTraceThatCame() {
			assertThat(this.without.headers).isNotEmpty().noneMatch((header) -> header.matches("(trace|b3|x-).*"));
			assertThat(this.without.headersInTrace).isEqualTo(this.without.headers);
			assertThat(added(this.with.headers)).singleElement().asString().matches("x-request-id: [0-9a-f]{32}");
			assertThat(added(this.with.headersInTrace)).singleElement()
				.asString()
				.matches("traceparent: 00-" + ID + "-(?!" + SPAN + ")[0-9a-f]{16}-01");
		}

		private List<String> added(List<String> headers) {
			List<String> more = new ArrayList<>(headers);
			assertThat(more).containsAll(this.without.headers);
			more.removeAll(this.without.headers);
			return more;
		}

		/**
		 * What came of the same requests.
		 */
		private static final class Run {

			private final Path directory;

			private final List<String> headers;

			private final List<String> headersInTrace;

			private final List<List<String>> kept;

			private final List<String> output;

			private final List<String> printed;

			Run(Path directory, boolean ringlog) throws Exception {
				this.directory = Files.createDirectory(directory);
				ChildJvm child = ChildJvm.servlet(directory, BesideApplication.class)
					.with("spring-boot-restclient")
					.argument("--ringlog.isolation.isolated.policy=block");
				try (WebChild server = WebChild.start(application(child, CONFIGURATION, ringlog))) {
					assertThat(server.get("/work")).isEqualTo("done");
					assertThat(server.exchange("/throw").statusCode()).isEqualTo(500);
					assertThat(server.get("/reactive")).isEqualTo("done");
					this.headers = headers(server.get("/call"));
					this.headersInTrace = headers(server.exchange("/call", "traceparent", TRACEPARENT).body());
					this.kept = List.of(awaitKept(server, "kept"), awaitKept(server, "isolated"));
					server.stop();
					this.printed = server.running().output().lines().toList();
					this.output = output(server.running(), directory);
				}
			}

			private static List<String> headers(String lines) {
				// The port is another one.
				return lines.lines().filter((line) -> !line.startsWith("host: ")).toList();
			}

			private static List<String> awaitKept(WebChild server, String appender) {
				return Awaitility.await()
					.until(() -> server.get("/kept?appender=" + appender).lines().toList(),
							(events) -> events.size() >= EVENTS)
					.stream()
					.map((event) -> event.replaceAll("traceId=[0-9a-f]{32}(, )?", "").replace(", }", "}"))
					.map((event) -> event.replaceAll("exec-\\d+", "exec"))
					.toList();
			}

			List<String> kept(String appender) {
				return this.kept.get(appender.equals("kept") ? 0 : 1);
			}

			List<String> file(String name) {
				return new LogFile(this.directory.resolve(name)).lines();
			}

			/**
			 * Return the ids of the lines of the requests.
			 */
			List<String> ids(String text) {
				return this.printed.stream()
					.map(LINE::matcher)
					.filter((matcher) -> matcher.matches()
							&& (matcher.group(3).startsWith(WORK) || matcher.group(3).contains(THROWN))
							&& matcher.group(3).contains(text))
					.map((matcher) -> (matcher.group(2) != null) ? matcher.group(2) : "")
					.toList();
			}

		}

	}

	/**
	 * An application with a tracer, two beans of OpenTelemetry's and its appenders, which
	 * makes its beans when they are needed.
	 */
	@Nested
	@TestInstance(Lifecycle.PER_CLASS)
	class AnApplicationWithOpenTelemetry {

		private static final String CONFIGURATION = """
				<Configuration>
				  <Appenders>
				    %s
				    <File name="file" fileName="file.log"><PatternLayout pattern="%%m %%X{user}%%n"/></File>
				    <RollingFile name="rolling" fileName="rolling.log" filePattern="rolling.log.%%i">
				      <PatternLayout pattern="%%m %%X{user}%%n%%ex{0}"/>
				      <SizeBasedTriggeringPolicy size="1MB"/>
				    </RollingFile>
				    <RollingFile name="isolatedRolling" fileName="isolated.log" filePattern="isolated.log.%%i">
				      <PatternLayout pattern="%%m %%X{user}%%n%%ex{0}"/>
				      <SizeBasedTriggeringPolicy size="1MB"/>
				    </RollingFile>
				    <OpenTelemetry name="otlp" captureContextDataAttributes="*"/>
				    <OpenTelemetry name="isolatedOtel" captureContextDataAttributes="user" captureExperimentalAttributes="true"/>
				  </Appenders>
				  <Loggers>
				    <Logger name="otel" level="info">
				      <AppenderRef ref="file"/>
				      <AppenderRef ref="rolling"/>
				      <AppenderRef ref="isolatedRolling"/>
				      <AppenderRef ref="otlp"/>
				      <AppenderRef ref="isolatedOtel"/>
				    </Logger>
				    <Root level="info"><AppenderRef ref="console"/></Root>
				  </Loggers>
				</Configuration>
				"""
			.formatted(CONSOLE);

		private Path directory;

		private List<String> without;

		private List<String> with;

		@BeforeAll
		void run(@TempDir Path directory) throws Exception {
			this.directory = directory;
			this.without = run("without", false);
			this.with = run("with", true);
		}

		private List<String> run(String name, boolean ringlog) throws Exception {
			Path work = Files.createDirectory(this.directory.resolve(name));
			RunningJvm application = application(ChildJvm.of(work, OpenTelemetryApplication.class)
				.with("opentelemetry-.*", "spring-boot-opentelemetry")
				.argument("--spring.main.lazy-initialization=true", "--ringlog.isolation.isolatedOtel.policy=block",
						"--ringlog.isolation.isolatedRolling.policy=block"),
					CONFIGURATION, ringlog)
				.run();
			assertThat(application.exitCode()).as(application.describe()).isZero();
			return output(application, work);
		}

		private static List<String> records(List<String> output) {
			return output.stream().filter((line) -> line.startsWith("record=")).sorted().toList();
		}

		@Test
		void itsAppendersOfOpenTelemetryGetTheSame() {
			assertThat(records(this.without)).hasSize(8).anyMatch((line) -> line.contains("order n"));
			assertThat(records(this.with)).isEqualTo(records(this.without));
		}

		@Test
		void printsTheSame() {
			assertThat(withoutRecords(this.without))
				.contains("propagation=null", "automatic=false", "target=SYSTEM_OUT")
				.anyMatch((line) -> line.matches("isolatedOtel=.*OpenTelemetryAppender"));
			assertThat(withoutRecords(this.with)).containsExactlyElementsOf(withoutRecords(this.without));
		}

		private static List<String> withoutRecords(List<String> output) {
			return output.stream().filter((line) -> !line.startsWith("record=")).toList();
		}

		@ParameterizedTest
		@ValueSource(strings = { "file.log", "rolling.log", "rolling.log.1", "isolated.log", "isolated.log.1" })
		void writesTheSameFiles(String file) {
			assertThat(this.directory.resolve("with").resolve(file)).isNotEmptyFile()
				.hasSameTextualContentAs(this.directory.resolve("without").resolve(file));
		}

	}

	/**
	 * Spring Cloud Gateway with OpenTelemetry's starter, which gives requests their ids,
	 * before a backend that answers with the headers that it got.
	 */
	@Nested
	class AGatewayWithOpenTelemetrysStarter {

		private static final String CONFIGURATION = """
				<Configuration>
				  <Appenders>%s</Appenders>
				  <Loggers><Root level="info"><AppenderRef ref="console"/></Root></Loggers>
				</Configuration>
				""".formatted(CONSOLE);

		// Both ids, if there are two.
		private static final String CORRELATION = "%notEmpty{[%X{traceId}%X{trace_id}] }";

		private static final Pattern SENT = Pattern.compile("traceparent: \\[00-([0-9a-f]{32})-[0-9a-f]{16}-..]");

		private static final String OF_THE_BACKEND = "x-trace-id: [of-the-backend]\n";

		private static final List<String[]> HEADERS = List.of(new String[0],
				new String[] { "traceparent", TRACEPARENT, "X-Request-Id", "order-4711" },
				new String[] { "b3", ID + "-" + SPAN + "-1" }, new String[] { "X-Request-Id", "${jndi:ldap://x}" });

		@TempDir
		private Path directory;

		private HttpServer backend;

		@BeforeEach
		void startBackend() throws IOException {
			this.backend = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
			this.backend.createContext("/", (exchange) -> {
				byte[] headers = lines(exchange.getRequestHeaders()).getBytes(StandardCharsets.UTF_8);
				exchange.getResponseHeaders().add("X-Trace-Id", "of-the-backend");
				exchange.sendResponseHeaders(200, headers.length);
				exchange.getResponseBody().write(headers);
				exchange.close();
			});
			this.backend.start();
		}

		@AfterEach
		void endBackend() {
			this.backend.stop(0);
		}

		private static String lines(Map<String, List<String>> headers) {
			return headers.entrySet()
				.stream()
				.map((header) -> header.getKey().toLowerCase(Locale.ROOT) + ": " + header.getValue() + "\n")
				.filter((line) -> !line.startsWith("date: "))
				.sorted()
				.collect(Collectors.joining());
		}

		@ParameterizedTest
		@EnumSource
		@Tag("full")
		void printsAnswersAndSendsTheSame(TraceGateways kind) throws Exception {
			Run without = new Run(kind, "without", false);
			Run with = new Run(kind, "with", true);
			assertThat(with.answers).containsExactlyElementsOf(without.answers)
				.anyMatch((answer) -> answer.startsWith("/through") && answer.contains(OF_THE_BACKEND));
			assertThat(with.output).containsExactlyElementsOf(without.output);
			for (Run run : List.of(without, with)) {
				assertThat(run.sent).contains(ID).anyMatch((id) -> !id.equals(ID)).isSubsetOf(run.printed);
			}
			assertThat(with.printed).hasSameSizeAs(without.printed);
		}

		/**
		 * What came of the same requests.
		 */
		private final class Run {

			// Without what differs from run to run.
			private final List<String> answers = new ArrayList<>();

			// The ids that the backend got, and those of the lines.
			private final List<String> sent = new ArrayList<>();

			private final List<String> printed;

			private final List<String> output;

			Run(TraceGateways kind, String name, boolean ringlog) throws Exception {
				int port = AGatewayWithOpenTelemetrysStarter.this.backend.getAddress().getPort();
				Path work = Files.createDirectory(AGatewayWithOpenTelemetrysStarter.this.directory.resolve(name));
				ChildJvm child = kind.child(work)
					.with("spring-boot-(rest|web)client", "opentelemetry-.*")
					.withAllOf("opentelemetry-starter")
					.argument("--logging.pattern.correlation=" + CORRELATION, "--otel.traces.exporter=none",
							"--otel.metrics.exporter=none", "--otel.logs.exporter=none", "--logging.level.early=debug",
							"--logging.level.org.springframework.cloud.gateway.handler=debug",
							"--logging.level.org.hibernate.validator=off")
					.argument(kind.route(0, "through", port));
				try (WebChild gateway = WebChild.start(application(child, CONFIGURATION, ringlog))) {
					String client = "&url=http://127.0.0.1:" + port + "/";
					for (String path : List.of("/mdc", "/through/mdc", "/throw", "/client?by=RestClient" + client,
							"/client?by=WebClient" + client)) {
						for (String[] headers : HEADERS) {
							HttpResponse<String> response = gateway.exchange(path, headers);
							String answer = path + "\n" + response.statusCode() + "\n" + lines(response.headers().map())
									+ response.body();
							SENT.matcher(answer).results().forEach((id) -> this.sent.add(id.group(1)));
							this.answers.add(answer.replaceAll("[0-9a-f]{32}", "trace")
								.replaceAll("[0-9a-f]{16}|\"(timestamp|requestId)\":\"[^\"]*", "x"));
						}
					}
					gateway.stop();
					this.printed = gateway.running()
						.output()
						.lines()
						.map(LINE::matcher)
						.filter((matcher) -> matcher.matches() && matcher.group(2) != null)
						.map((matcher) -> matcher.group(2).replaceAll("\\W", ""))
						.toList();
					this.output = output(gateway.running(), work);
				}
			}

		}

	}

}
