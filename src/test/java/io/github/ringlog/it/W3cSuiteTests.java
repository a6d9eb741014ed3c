package io.github.ringlog.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import io.github.ringlog.it.app.trace.reactive.TraceReactiveApplication;
import io.github.ringlog.it.app.trace.servlet.TraceServletApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.Needs;
import io.github.ringlog.kit.WebChild;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The suite that W3C publishes for Trace Context, which {@code src/test/w3c/run.sh} gets:
 * all of it passes at both levels of strictness.
 */
class W3cSuiteTests {

	private static final int TESTS = 41;

	// The suite wants a trace to begin at the service.
	private static final String W3C = "--ringlog.trace.propagation=w3c";

	@TempDir
	private Path directory;

	@BeforeEach
	void needsTheSuite() {
		Needs.that(System.getProperty("ringlog.w3c.suite") != null, "w3c-suite");
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2 })
	void passesOnSpringMvc(int level) throws Exception {
		try (WebChild service = servlet()) {
			run("servlet", level, service, "/w3c");
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2 })
	void passesOnWebFlux(int level) throws Exception {
		try (WebChild service = WebChild.start(ChildJvm.reactive(this.directory, TraceReactiveApplication.class)
			.with("spring-boot-webclient")
			.argument(W3C))) {
			run("webflux", level, service, "/w3c");
		}
	}

	@ParameterizedTest
	@EnumSource
	void passesThroughAGateway(TraceGateways kind) throws Exception {
		Path directory = Files.createDirectory(this.directory.resolve("gateway"));
		try (WebChild service = servlet(); WebChild gateway = kind.start(directory, service, W3C)) {
			for (int level : new int[] { 1, 2 }) {
				run("gateway-" + kind, level, gateway, "/through/w3c");
			}
		}
	}

	private WebChild servlet() {
		return WebChild.start(ChildJvm.servlet(this.directory, TraceServletApplication.class)
			.with("spring-boot-restclient")
			.argument(W3C));
	}

	private static void run(String name, int level, WebChild service, String path) throws Exception {
		Path output = Path.of("target", "w3c-" + name + "-" + level + ".txt");
		ProcessBuilder builder = new ProcessBuilder(System.getProperty("ringlog.w3c.python", "python3"), "test.py",
				"http://127.0.0.1:" + service.port() + path)
			.directory(Path.of(System.getProperty("ringlog.w3c.suite")).toFile())
			.redirectErrorStream(true)
			.redirectOutput(output.toFile());
		builder.environment().put("STRICT_LEVEL", String.valueOf(level));
		builder.environment().put("SPEC_LEVEL", "2");
		builder.environment().put("HARNESS_PORT", String.valueOf(freePort()));
		Process suite = builder.start();
		try {
			assertThat(suite.waitFor(2, TimeUnit.MINUTES)).as("the suite has ended").isTrue();
		}
		finally {
			suite.destroyForcibly();
		}
		String report = Files.readString(output);
		// The lower level leaves out what is about the size of tracestate.
		assertThat(report).contains("Ran " + TESTS + " tests")
			.containsPattern("(?m)^OK" + ((level == 1) ? " \\(skipped=6\\)$" : "$"));
		assertThat(suite.exitValue()).isZero();
	}

	private static int freePort() {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			return socket.getLocalPort();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
