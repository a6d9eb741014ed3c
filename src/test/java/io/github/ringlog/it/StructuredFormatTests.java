package io.github.ringlog.it;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

import io.github.ringlog.it.app.HostileApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.LogFile;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Spring Boot's structured formats in its own configuration: the bytes are those of each
 * version of Spring Boot, and what an attacker sends breaks no line.
 */
class StructuredFormatTests {

	private static final int EVENTS = 300;

	// Has the oracle of the unit tests.
	private static final Path UNIT_TESTS = Path.of("..", "..", "autoconfigure", "target", "test-classes");

	private static final JsonMapper MAPPER = JsonMapper.builder()
		.enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
		.enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
		.build();

	@TempDir
	private Path directory;

	@ParameterizedTest
	@MethodSource("io.github.ringlog.kit.ChildJvm#springBootVersions")
	void encodesWhatEachVersionOfSpringBootDoes(String version) {
		RunningJvm oracle = ChildJvm.of(this.directory, "io.github.ringlog.json.JsonOracle")
			.springBoot(version)
			.withLast(UNIT_TESTS.toAbsolutePath())
			.argument(17, 1000)
			.run();
		assertThat(oracle.exitCode()).as(oracle.describe()).isZero();
		assertThat(oracle.printedText("version")).isEqualTo(version);
		assertThat(oracle.printed("events")).isEqualTo(3000);
		assertThat(oracle.printed("failed")).isLessThan(100);
	}

	@Test
	void eachLineOfHostileTextsParsesAndHidesWhatIsMasked() {
		RunningJvm application = ChildJvm.of(this.directory, HostileApplication.class)
			.argument(11, EVENTS, "--logging.file.name=app.log", "--logging.structured.format.file=ecs",
					"--logging.structured.format.console=logstash", "--spring.main.banner-mode=off",
					"--ringlog.json.max-line=4KB", "--ringlog.json.mask[0]=traceId")
			.run();
		assertThat(application.exitCode()).as(application.describe()).isZero();
		assertThat(application.errors()).isEmpty();
		assertParses("app.log", "/message", "/log/logger");
		assertParses("stdout.txt", "/message", "/logger_name");
	}

	private void assertParses(String file, String message, String logger) {
		int hostile = 0;
		for (String line : new LogFile(this.directory.resolve(file)).lines()) {
			JsonNode event = MAPPER.readTree(line);
			assertThat(event.at(message).isString()).as(line).isTrue();
			assertThat(line.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(4096);
			if (event.at(logger).asString().startsWith("com.acme.")) {
				hostile++;
				assertThat(line).contains("\"traceId\":\"******\"");
			}
		}
		assertThat(hostile).isEqualTo(EVENTS);
	}

}
