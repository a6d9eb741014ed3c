package io.github.ringlog.it;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import com.jayway.jsonpath.JsonPath;
import io.github.ringlog.it.app.web.WebApplication;
import io.github.ringlog.kit.ChildJvm;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that what docs/diagnosing.md names is there, and that its commands print what it
 * says.
 */
class DiagnosingTests {

	private static final Path GUIDE = Path.of("../../docs/diagnosing.md");

	private static final Pattern METHOD = Pattern.compile(
			"(?:monitor|watch|trace|^\\| `)[^\\n]*?((?:io\\.github\\.ringlog|org\\.apache\\.logging)[\\w.]+) (\\w+)",
			Pattern.MULTILINE);

	// The process and the server of the guide.
	private static final String PID = "6392";

	private static final String SERVER = "localhost:8080";

	private static final String YAML = """
			ringlog:
			  buffer.size: 1024
			  isolation.File.policy: drop
			  location.capture: true
			logging:
			  file.name: app.log
			  pattern.file: "%d %p [%t] %c %M:%L %m%n"
			  log4j2.config.override: file:queue.xml
			management:
			  endpoints.web.exposure.include: metrics, ringlog
			  endpoint.ringlog.access: unrestricted
			""";

	private static final String QUEUE = """
			<Configuration>
			  <Appenders>
			    <Null name="nowhere"/>
			    <Async name="queue" includeLocation="true"><AppenderRef ref="nowhere"/></Async>
			  </Appenders>
			  <Loggers><Root><AppenderRef ref="queue"/></Root></Loggers>
			</Configuration>
			""";

	@TempDir
	private Path directory;

	@Test
	void namesMethodsThatThereAre() throws IOException {
		Set<String> seen = new TreeSet<>();
		METHOD.matcher(Files.readString(GUIDE)).results().forEach((method) -> {
			assertThat(methods(method.group(1))).as(method.group()).contains(method.group(2));
			seen.add(method.group(2));
		});
		assertThat(seen).contains("take", "awaitSlot", "write", "writeInPlace", "append", "callAppender",
				"calcLocation", "createMemento");
	}

	@Test
	@Timeout(360)
	void itsCommandsFindASlowConsole() throws Exception {
		Process application = ChildJvm.servlet(this.directory, WebApplication.class)
			.applicationYml(YAML)
			.file("queue.xml", QUEUE)
			.argument("--server.port=0", "--server.address=127.0.0.1")
			.startProcess();
		try {
			SlowReader reader = SlowReader.of(application);
			String server = "127.0.0.1:" + reader.awaitPort();
			DocPage guide = DocPage.of("docs/diagnosing.md");
			// First aid ends what the other commands look at.
			String firstAid = guide.section("First aid").text();
			List<GuideCommand> commands = GuideCommand.in(guide.text().replace(firstAid, "") + firstAid);
			List<GuideCommand> arthas = commands.stream().filter((command) -> !command.prompt().equals("$")).toList();
			commands.removeAll(arthas);
			assertThat(commands).hasSizeGreaterThan(10);
			assertThat(arthas).hasSizeGreaterThanOrEqualTo(6);
			GuideCommand recording = commands.stream()
				.filter((command) -> command.text().contains("JFR.start"))
				.findFirst()
				.orElseThrow();
			commands.remove(recording);
			String pid = String.valueOf(application.pid());
			UnaryOperator<String> adapt = (text) -> text.replace(PID, pid).replace(SERVER, server);
			// Tomcat logs on the first request; the recording is to begin with the
			// callers.
			shell(adapt.apply("curl -sf " + SERVER + "/actuator/metrics"));
			check(recording, adapt);
			shell(adapt.apply("curl -s '" + SERVER + "/callers?count=16&events=100000000'"));
			awaitMeter(adapt, "ringlog.events.written", 80_000);
			awaitSamplesOfLocations(pid);
			reader.slowDown();
			awaitMeter(adapt, "ringlog.writer.lag", 1);
			awaitMeter(adapt, "ringlog.buffer.used", 900);
			for (GuideCommand command : commands) {
				if (command.text().contains("arthas-boot.jar")) {
					String output = arthas(adapt.apply(command.text()), arthas);
					arthas.forEach((each) -> each.assertPrints(output));
				}
				else {
					check(command, adapt);
				}
			}
		}
		finally {
			application.destroyForcibly();
		}
	}

	private void check(GuideCommand command, UnaryOperator<String> adapt) {
		String text = adapt.apply(command.text());
		if (text.startsWith("curl") && !text.contains("POST") || text.startsWith("jstack")) {
			Awaitility.await().untilAsserted(() -> command.assertPrints(shell(text)));
			return;
		}
		command.assertPrints(shell(text));
	}

	private void awaitMeter(UnaryOperator<String> adapt, String name, double least) {
		String text = adapt.apply("curl -s " + SERVER + "/actuator/metrics/" + name);
		Awaitility.await()
			.atMost(Duration.ofSeconds(60))
			.until(() -> JsonPath.<Number>read(shell(text), "$.measurements[0].value").doubleValue() >= least);
	}

	/**
	 * Wait until the sampler has seen callers that search for their location; how often
	 * it looks depends on the machine.
	 */
	private void awaitSamplesOfLocations(String pid) {
		Path soFar = this.directory.resolve("so-far.jfr");
		Awaitility.await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
			shell("jcmd " + pid + " JFR.dump name=ring filename=" + soFar);
			assertThat(RecordingFile.readAllEvents(soFar)).filteredOn(DiagnosingTests::searchesForLocation)
				.hasSizeGreaterThanOrEqualTo(3);
		});
	}

	private static boolean searchesForLocation(RecordedEvent event) {
		return event.getEventType().getName().equals("jdk.ExecutionSample") && event.getStackTrace() != null
				&& event.getStackTrace()
					.getFrames()
					.stream()
					.anyMatch((frame) -> frame.getMethod().getName().equals("calcLocation"));
	}

	/**
	 * Run commands of Arthas as a batch, on a port that nobody else has.
	 */
	private String arthas(String start, List<GuideCommand> commands) {
		int port;
		try (ServerSocket socket = new ServerSocket(0)) {
			port = socket.getLocalPort();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		List<String> command = new ArrayList<>(List.of(start.split(" ")));
		String batch = commands.stream().map(GuideCommand::text).collect(Collectors.joining(";"));
		command.addAll(command.size() - 1,
				List.of("--telnet-port", String.valueOf(port), "--http-port", "-1", "-c", batch));
		return run(Path.of("target", "arthas"), command);
	}

	private String shell(String command) {
		return run(this.directory, List.of("sh", "-c", command));
	}

	private String run(Path workingDirectory, List<String> command) {
		Path errors = this.directory.resolve("tool-errors.txt");
		ProcessBuilder builder = new ProcessBuilder(command).directory(workingDirectory.toFile())
			.redirectError(errors.toFile());
		builder.environment()
			.merge("PATH", System.getProperty("java.home") + "/bin",
					(path, tools) -> tools + File.pathSeparator + path);
		try {
			Process process = builder.start();
			String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
			assertThat(process.waitFor()).as("%s%n%s%n%s", command, output, Files.readString(errors)).isZero();
			return output;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	private static Set<String> methods(String type) {
		try {
			return Arrays.stream(Class.forName(type).getDeclaredMethods())
				.map((method) -> method.getName())
				.collect(Collectors.toSet());
		}
		catch (ClassNotFoundException ex) {
			throw new AssertionError(type, ex);
		}
	}

}
