package io.github.ringlog.it;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.jayway.jsonpath.JsonPath;
import io.github.ringlog.it.app.web.WebApplication;
import io.github.ringlog.kit.ChildJvm;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that each command of docs/runbook.md does what the page says, on an application
 * with the settings of the page whose standard output is read too slowly. A command that
 * is not listed here fails the test.
 * <p>
 * There is no cluster: a script stands in for {@code kubectl}. It accepts the commands of
 * the page alone and runs on this machine what they would run in the pod.
 */
class RunbookTests {

	private static final DocPage RUNBOOK = DocPage.of("docs/runbook.md");

	// Commands within a sentence: words with arguments, settings of the environment, and
	// paths of the Actuator.
	private static final Pattern INLINE = Pattern
		.compile("`([a-z]+ [^`\n]+|[A-Z_]+=\\S+[^`\n]*|GET \\S+|/actuator/[^`\n]+)`");

	private static final String SETTINGS = """
			ringlog:
			  buffer.size: 1024
			  isolation.File.policy: drop
			logging.file.name: app.log
			""";

	private static final String KUBECTL = """
			#!/bin/sh
			# A deployment: its variables are in the file "variables", the output of its last pod in "previous".
			case "$1 $2 $3" in
			"port-forward deployment/app $PORT") curl -sf "localhost:$PORT/actuator" ;;
			"exec deployment/app --")
			  shift 3
			  tool=$1
			  shift 2
			  "$tool" "$APP" "$@" ;;
			"logs deployment/app --previous" | "logs POD --previous") cat previous ;;
			"logs deployment/app --tail=10000") cat lines ;;
			"set env deployment/app")
			  case "$4" in
			  [A-Z]*=*) echo "$4" >> variables ;;
			  [A-Z]*-) sed -i "/^${4%-}=/d" variables ;;
			  *) exit 1 ;;
			  esac ;;
			*) exit 1 ;;
			esac
			""";

	@TempDir
	private Path directory;

	private final Map<String, Consumer<String>> trials = new LinkedHashMap<>();

	private Process application;

	private String port;

	@BeforeEach
	void listTheCommands() {
		// Before the application starts: they make its environment.
		this.trials.put("kubectl set env deployment/app RINGLOG_OVERFLOW_POLICY-", (command) -> {
			shell(command.replace("POLICY-", "POLICY=block"));
			shell(command);
			assertThat(variables()).isEmpty();
		});
		this.trials.put("kubectl set env deployment/app RINGLOG_OVERFLOW_POLICY=drop", (command) -> {
			shell(command);
			assertThat(variables()).containsExactly("RINGLOG_OVERFLOW_POLICY=drop");
		});
		this.trials.put("RINGLOG_OVERFLOW_MAXBLOCK=1s",
				(command) -> shell("kubectl set env deployment/app " + command));
		this.trials.put("RINGLOG_OVERFLOW_POLICY=drop java -jar app.jar", this::start);
		this.trials.put("kubectl port-forward deployment/app 8080",
				(command) -> assertThat(shell(command)).contains("/actuator/ringlog"));
		this.trials.put("/actuator/loggers", (path) -> assertThat(get(path)).contains("\"effectiveLevel\""));
		this.trials.put("/actuator/metrics", (path) -> assertThat(get(path)).contains("\"ringlog.events.dropped\""));
		this.trials.put("/actuator/ringlog", (path) -> assertThat(get(path)).contains("\"mode\":\"async\""));
		this.trials.put("df -h", (command) -> assertThat(shell(command)).contains("%"));
		this.trials.put("kubectl exec deployment/app -- jcmd 1 Thread.print",
				(command) -> eventually(command, "OverflowHandler.stand"));
		this.trials.put("curl -s -H 'Accept: text/plain' localhost:8080/actuator/threaddump",
				(command) -> eventually(command + " | grep -A 20 '\"ringlog-writer\"'", "writeBytes"));
		this.trials.put("jstack 6392 | grep -A 20 '\"ringlog-writer'", (command) -> eventually(command, "writeBytes"));
		this.trials.put("jstack 6392 | grep -A 20 '\"ringlog-writer-'",
				(command) -> eventually(command, "ringlog-writer-File"));
		this.trials
			.put("curl -s -X POST -H 'Content-Type: application/json' -d '{\"policy\": \"drop\", \"for\": \"10m\"}'"
					+ " localhost:8080/actuator/ringlog", this::giveFirstAid);
		this.trials.put("curl -s 'localhost:8080/actuator/metrics/ringlog.events.dropped?tag=level:info'",
				(command) -> Awaitility.await()
					.until(() -> JsonPath.<Number>read(shell(command), "$.measurements[0].value").intValue() > 0));
		this.trials.put("curl -s localhost:8080/actuator/ringlog",
				(command) -> assertThat(shell(command)).contains("\"writer\":{"));
		this.trials.put(
				"kubectl logs deployment/app --tail=10000 | grep -oE '[a-z.]+\\.[A-Z]\\w+ +:' | sort | uniq -c | sort -rn"
						+ " | head -5",
				(command) -> assertThat(shell(command)).containsPattern("2 +com\\.acme\\.Chatty +:"));
		this.trials.put("curl -s -X POST -H 'Content-Type: application/json' -d '{\"configuredLevel\": \"WARN\"}'"
				+ " localhost:8080/actuator/loggers/com.acme.Chatty", (command) -> {
					shell(command);
					assertThat(get("/actuator/loggers/com.acme.Chatty")).contains("\"effectiveLevel\":\"WARN\"");
				});
		this.trials.put("truncate -s 0 app.log", (command) -> {
			int failed = meter("ringlog.events.failed");
			shell(command);
			Awaitility.await().until(() -> path("app.log").toFile().length() > 0);
			assertThat(meter("ringlog.events.failed")).isEqualTo(failed);
		});
		this.trials.put("grep -F '[recovered'",
				(command) -> assertThat(shell("echo 'c.a.Chatty : [recovered] One' | " + command)).contains("One"));
		Consumer<String> previous = (command) -> assertThat(shell(command)).isEqualTo("the last line");
		this.trials.put("kubectl logs deployment/app --previous", previous);
		this.trials.put("kubectl logs POD --previous", previous);
	}

	@Test
	void eachCommandIsTried() {
		Set<String> commands = new TreeSet<>();
		RUNBOOK.snippets("shell").forEach((snippet) -> snippet.lines().forEach(commands::add));
		GuideCommand.in(RUNBOOK.text()).forEach((command) -> commands.add(command.text()));
		INLINE.matcher(RUNBOOK.text()).results().forEach((command) -> commands.add(command.group(1)));
		assertThat(this.trials.keySet()).containsExactlyInAnyOrderElementsOf(commands);
	}

	@Test
	@Timeout(180)
	void eachCommandDoesWhatThePageSays() throws IOException {
		Path kubectl = Files.writeString(Files.createDirectory(path("bin")).resolve("kubectl"), KUBECTL);
		assertThat(kubectl.toFile().setExecutable(true)).isTrue();
		Files.createFile(path("variables"));
		Files.writeString(path("previous"), "the last line");
		Files.writeString(path("lines"), """
				2026-01-01T00:00:00.000Z  INFO 1 --- [main] com.acme.Chatty   : One
				2026-01-01T00:00:00.000Z  INFO 1 --- [main] com.acme.Quiet    : Two
				2026-01-01T00:00:00.000Z  INFO 1 --- [main] com.acme.Chatty   : Three
				""");
		try {
			this.trials.forEach((command, trial) -> trial.accept(command));
		}
		finally {
			if (this.application != null) {
				this.application.destroyForcibly();
			}
		}
	}

	/**
	 * Start the application with the variables of the deployment, of which the command
	 * names one, from its class path rather than from a jar. Then let its callers wait.
	 */
	private void start(String command) {
		ChildJvm child = ChildJvm.servlet(this.directory, WebApplication.class)
			.applicationYml(RUNBOOK.snippets("yaml").get(0) + SETTINGS)
			.argument("--server.port=0", "--server.address=127.0.0.1");
		assertThat(command).startsWith("RINGLOG_OVERFLOW_POLICY=drop java -jar ");
		variables().forEach((variable) -> child.environment(variable.split("=")[0], variable.split("=")[1]));
		this.application = child.startProcess();
		SlowReader reader = SlowReader.of(this.application);
		try {
			this.port = String.valueOf(reader.awaitPort());
		}
		catch (Exception ex) {
			throw new AssertionError(ex);
		}
		assertThat(get("/actuator/ringlog")).contains("\"policy\":\"drop\"", "\"maxBlock\":\"PT1S\"");
		switchPolicy("block", "1h");
		reader.slowDown();
		get("/callers?count=4&events=100000000");
		Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> meter("ringlog.callers.waiting") == 4);
	}

	private void giveFirstAid(String command) {
		assertThat(shell(command)).contains("\"policy\":\"drop\"", "\"until\"");
		Awaitility.await().until(() -> meter("ringlog.callers.waiting") == 0);
	}

	private void switchPolicy(String policy, String time) {
		shell("curl -sf -X POST -H 'Content-Type: application/json' -d '{\"policy\": \"" + policy
				+ "\", \"duration\": \"" + time + "\", \"maxBlock\": \"60s\"}' localhost:8080/actuator/ringlog");
	}

	private int meter(String name) {
		return JsonPath.<Number>read(get("/actuator/metrics/" + name), "$.measurements[0].value").intValue();
	}

	private String get(String path) {
		return shell("curl -sf 'localhost:8080" + path + "'");
	}

	private void eventually(String command, String text) {
		Awaitility.await().untilAsserted(() -> assertThat(shell(command)).contains(text));
	}

	private List<String> variables() {
		try (Stream<String> lines = Files.lines(path("variables"))) {
			return lines.collect(Collectors.toList());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private Path path(String name) {
		return this.directory.resolve(name);
	}

	/**
	 * Run a command of the page, with the process and the port of the application.
	 */
	private String shell(String command) {
		ProcessBuilder builder = new ProcessBuilder("sh", "-c", adapt(command)).directory(this.directory.toFile())
			.redirectError(path("errors.txt").toFile());
		Map<String, String> environment = builder.environment();
		environment.merge("PATH", path("bin") + File.pathSeparator + System.getProperty("java.home") + "/bin",
				(others, ours) -> ours + File.pathSeparator + others);
		if (this.application != null) {
			environment.put("APP", String.valueOf(this.application.pid()));
			environment.put("PORT", this.port);
		}
		try {
			Process process = builder.start();
			String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
			assertThat(process.waitFor()).as("%s%n%s%s", command, output, Files.readString(path("errors.txt")))
				.isZero();
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

	private String adapt(String command) {
		if (this.port == null) {
			return command;
		}
		return command.replace("6392", String.valueOf(this.application.pid()))
			.replace("localhost:8080", "127.0.0.1:" + this.port)
			.replaceAll("\\b8080\\b", this.port);
	}

}
