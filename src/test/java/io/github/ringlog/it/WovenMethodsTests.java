package io.github.ringlog.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

import io.github.ringlog.it.app.agent.WovenApplication;
import io.github.ringlog.it.app.agent.WovenMethods;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Methods of Log4j's that agents weave: with an agent that is not known, each is called
 * as often as without Ringlog.
 */
class WovenMethodsTests {

	@TempDir
	private Path directory;

	@Test
	void areCalledAsOftenAsWithoutRinglog() throws IOException {
		long events = WovenApplication.EVENTS;
		Map<String, Long> plain = calls("plain", (child) -> child.without("ringlog-.*"));
		assertThat(plain).containsOnlyKeys("log", "createEvent", "LoggerConfig.log", "callAppenders", "append",
				"PatternLayout.encode", "StringBuilderEncoder.encode");
		assertThat(plain.values()).containsOnly(events);
		assertThat(calls("log4j", (child) -> child)).isEqualTo(plain);
		Map<String, Long> fast = calls("ringlog", (child) -> child.argument("--ringlog.log4j-path=never"));
		assertThat(fast).containsOnlyKeys("log");
		assertThat(fast.get("log")).isLessThan(events);
	}

	private Map<String, Long> calls(String name, UnaryOperator<ChildJvm> customizer) throws IOException {
		RunningJvm application = customizer
			.apply(ChildJvm.servlet(this.directory.resolve(name), WovenApplication.class)
				.argument("--spring.main.web-application-type=none")
				.jvmOption("-javaagent:" + agent()))
			.run();
		assertThat(application.exitCode()).as(application.describe()).isZero();
		Map<String, Long> calls = new TreeMap<>();
		application.output().lines().filter((line) -> line.startsWith("woven.")).forEach((line) -> {
			String[] parts = line.substring("woven.".length()).split("=");
			if (!parts[1].equals("0")) {
				calls.put(parts[0], Long.valueOf(parts[1]));
			}
		});
		return calls;
	}

	/**
	 * Return a jar of an agent whose classes are on the class path.
	 */
	private Path agent() throws IOException {
		Path jar = this.directory.resolve("agent.jar");
		Manifest manifest = new Manifest();
		manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
		manifest.getMainAttributes().putValue("Premain-Class", WovenMethods.class.getName());
		try (JarOutputStream output = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
			output.flush();
		}
		return jar;
	}

}
