package io.github.ringlog.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import javax.tools.ToolProvider;

import io.github.ringlog.it.app.AotApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.Needs;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Applications that Spring has processed ahead of time, and one with an AOT cache of the
 * JVM.
 */
class AotTests {

	// Beans of ours have types of these libraries.
	private static final String[] OPENTELEMETRY = { "opentelemetry-.*", "micrometer-tracing(-bridge-otel)?",
			"spring-boot-micrometer-tracing(-opentelemetry)?", "spring-boot-opentelemetry" };

	private static final String PLAIN = "org.apache.logging.log4j.core.selector.ClassLoaderContextSelector";

	// Where the application is processed.
	@TempDir
	private static Path shared;

	@TempDir
	private Path directory;

	/**
	 * Process the application as the plugins for Maven and Gradle do, where it has no
	 * ring, and compile what that generates.
	 */
	@BeforeAll
	static void process() throws IOException {
		ChildJvm processor = ChildJvm.of(shared, "org.springframework.boot.SpringApplicationAotProcessor")
			.with(OPENTELEMETRY)
			.systemProperty("ringlog.receipts.enabled", true)
			.systemProperty("ringlog.enabled", false)
			.systemProperty("log4j2.contextSelector", PLAIN)
			.argument(AotApplication.class.getName(), "aot/sources", "aot/classes", "aot/classes", "io.github.ringlog",
					"aot-application");
		RunningJvm processing = processor.run();
		assertThat(processing.exitCode()).as(processing.describe()).isZero();
		List<String> arguments = new ArrayList<>(List.of("-proc:none", "-nowarn", "-cp",
				System.getProperty("java.class.path") + ":" + shared.resolve("aot/classes"), "-d",
				shared.resolve("aot/classes").toString()));
		try (Stream<Path> sources = Files.walk(shared.resolve("aot/sources"))) {
			sources.filter((file) -> file.toString().endsWith(".java"))
				.forEach((file) -> arguments.add(file.toString()));
		}
		assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
			.isZero();
	}

	private static ChildJvm processed() {
		return ChildJvm.of(shared, AotApplication.class)
			.with(OPENTELEMETRY)
			.withLast(shared.resolve("aot/classes"))
			.systemProperty("spring.aot.enabled", true);
	}

	private static void assertRuns(RunningJvm application, boolean ring) {
		assertThat(application.exitCode()).as(application.describe()).isZero();
		assertThat(application.output()).contains("The application runs");
		assertThat(application.printed("ring.meters")).as(application.describe()).isEqualTo(ring ? 1 : 0);
		assertThat(application.printed("ring.health")).isEqualTo(ring ? 1 : 0);
		assertThat(application.printed("findings")).isEqualTo(1);
		assertThat(application.printed("processed")).isEqualTo(1);
	}

	@Test
	void decidesAtRunTimeThatThereIsARing() {
		assertRuns(processed().run(), true);
	}

	@Test
	void decidesAtRunTimeThatThereIsNoRing() {
		assertRuns(processed().systemProperty("log4j2.contextSelector", PLAIN).run(), false);
	}

	@Test
	void hasHintsForANativeImage() throws IOException {
		try (Stream<Path> files = Files.walk(shared.resolve("aot/classes/META-INF/native-image"))) {
			String hints = files.filter(Files::isRegularFile)
				.map(AotTests::read)
				.reduce("", String::concat)
				.replace("\\/", "/");
			assertThat(hints).contains("io.github.ringlog.logger.RinglogContextSelector",
					"io.github.ringlog.pattern.SanitizedPatternConverter");
		}
	}

	@Test
	void logsThroughTheRingWithAnAotCacheOfTheJvm() {
		RunningJvm training = withJdk25("-XX:AOTCacheOutput=application.aot").run();
		assertThat(training.exitCode()).as(training.describe()).isZero();
		assertThat(this.directory.resolve("application.aot")).isNotEmptyFile();
		RunningJvm application = withJdk25("-XX:AOTCache=application.aot").jvmOption("-XX:AOTMode=on").run();
		assertThat(application.exitCode()).as(application.describe()).isZero();
		assertThat(application.output()).contains("The application runs");
		assertThat(application.printed("ring.meters")).isEqualTo(1);
	}

	private ChildJvm withJdk25(String option) {
		return ChildJvm.of(this.directory, AotApplication.class).packed().java(Needs.jdk(25)).jvmOption(option);
	}

	private static String read(Path file) {
		try {
			return Files.readString(file);
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
