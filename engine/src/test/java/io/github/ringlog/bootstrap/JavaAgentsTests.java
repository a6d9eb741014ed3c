package io.github.ringlog.bootstrap;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Agents that count as ones that may hook Log4j, and others.
 */
class JavaAgentsTests {

	@TempDir
	private Path directory;

	@ParameterizedTest
	@ValueSource(strings = { "org.jacoco.agent.rt.internal_29a6edd.PreMain", "io.prometheus.jmx.JavaAgent",
			"net.bytebuddy.agent.Installer", "org.mockito.internal.PremainAttach", "org.aspectj.weaver.loadtime.Agent",
			"org.springframework.instrument.InstrumentationSavingAgent",
			"com.intellij.rt.debugger.agent.DebuggerAgent" })
	void someLeaveItAlone(String type) throws IOException {
		Path jar = jar("Premain-Class", type);
		assertThat(find("-javaagent:" + jar)).isNull();
		assertThat(find("-javaagent:" + jar + "=port=9404,config=a.yml")).isNull();
		assertThat(find("-agentlib:instrument=" + jar + "=options")).isNull();
		assertThat(find("-javaagent:" + jar("Agent-Class", type))).isNull();
	}

	@Test
	void oneThatIsNotKnownHooksIt() throws IOException {
		Path jar = jar("Premain-Class", "com.acme.Agent");
		assertThat(find("-Xmx1g", "-javaagent:" + jar)).isEqualTo("agent.jar");
		assertThat(find("-javaagent:" + jar + "=options")).isEqualTo("agent.jar");
		assertThat(find("-agentlib:instrument=" + jar)).isEqualTo("agent.jar");
		assertThat(find("-javaagent:" + jar("Launcher", "none"))).isEqualTo("agent.jar");
	}

	@Test
	void oneThatCannotBeReadHooksIt() throws IOException {
		Path file = Files.writeString(this.directory.resolve("jacoco.jar"), "no jar");
		assertThat(find("-javaagent:" + file)).isEqualTo("jacoco.jar");
		assertThat(find("-javaagent:" + this.directory.resolve("missing.jar"))).isEqualTo("missing.jar");
	}

	@Test
	void aHarmlessOneHidesNoOther() throws IOException {
		Path jacoco = jar("Premain-Class", "org.jacoco.agent.rt.internal_29a6edd.PreMain");
		assertThat(find("-javaagent:" + jacoco, "-agentlib:jdwp=transport=dt_socket", "-agentpath:/opt/apm/libapm.so"))
			.isEqualTo("libapm.so");
	}

	@ParameterizedTest
	@ValueSource(strings = { "-agentlib:jdwp=transport=dt_socket,server=y,address=5005", "-agentlib:hprof",
			"-agentpath:/opt/libasyncProfiler.so=start,event=cpu", "-Xmx1g", "-Djavaagent=a.jar", "-Xrunjdwp:server=y",
			"--add-opens=java.base/java.lang=ALL-UNNAMED" })
	void debuggersAndProfilersAndOptionsLeaveItAlone(String argument) {
		assertThat(find(argument)).isNull();
	}

	@Test
	void oneThatWasAttachedIsFoundByItsClass() throws IOException {
		try (URLClassLoader loader = new URLClassLoader(new URL[] { this.directory.toUri().toURL() }, null)) {
			assertThat(JavaAgents.findLoaded(loader)).isNull();
			Path type = this.directory.resolve("io/opentelemetry/javaagent/OpenTelemetryAgent.class");
			Files.createDirectories(type.getParent());
			Files.createFile(type);
			assertThat(JavaAgents.findLoaded(loader)).isEqualTo("OpenTelemetry");
		}
	}

	@Test
	void theseTestsHaveNone() {
		assertThat(JavaAgents.findHooking()).isNull();
	}

	private static String find(String... arguments) {
		return JavaAgents.findHooking(List.of(arguments));
	}

	private Path jar(String attribute, String type) throws IOException {
		Path jar = this.directory.resolve("agent.jar");
		Manifest manifest = new Manifest();
		manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
		manifest.getMainAttributes().putValue(attribute, type);
		try (JarOutputStream output = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
			output.flush();
		}
		return jar;
	}

}
