package io.github.ringlog.it;

import java.nio.file.Path;
import java.util.List;

import io.github.ringlog.it.app.HostileApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.LogFile;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

	static List<String> versions() {
		return ChildJvm.springBootVersions();
	}

	@ParameterizedTest
	@MethodSource("versions")
	void encodesWhatEachVersionOfSpringBootDoes(String version) {
		RunningJvm oracle = ChildJvm.of(this.directory, "io.github.ringlog.json.JsonOracle")
			.springBoot(version)
			.withLast(UNIT_TESTS.toAbsolutePath())
			.argument(17, 3000)
			.run();
		assertThat(oracle.exitCode()).as(oracle.describe()).isZero();
		assertThat(oracle.printedText("version")).isEqualTo(version);
		assertThat(oracle.printed("events")).isEqualTo(9000);
		assertThat(oracle.printed("failed")).isLessThan(100);
	}

	@ParameterizedTest
	@CsvSource({ "ecs, /message, /log/logger", "logstash, /message, /logger_name",
			"gelf, /short_message, /_log_logger" })
	void eachLineOfHostileTextsParses(String format, String message, String logger) {
		List<String> lines = run(format, "--ringlog.json.max-line=4KB");
		int hostile = 0;
		for (String line : lines) {
			JsonNode event = MAPPER.readTree(line);
			assertThat(event.at(message).isString()).as(line).isTrue();
			assertThat(line.getBytes(java.nio.charset.StandardCharsets.UTF_8)).hasSizeLessThan(4096);
			hostile += event.at(logger).asString().startsWith("com.acme.") ? 1 : 0;
		}
		assertThat(hostile).isEqualTo(EVENTS);
	}

	@Test
	void hidesWhatIsMaskedFromTheFile() {
		assertThat(run("ecs", "--ringlog.json.mask[0]=traceId"))
			.filteredOn((line) -> line.contains("\"logger\":\"com.acme."))
			.isNotEmpty()
			.allMatch((line) -> line.contains("\"traceId\":\"******\""));
	}

	private List<String> run(String format, String... arguments) {
		RunningJvm application = ChildJvm.of(this.directory, HostileApplication.class)
			.argument(11, EVENTS, "--logging.file.name=app.log", "--logging.structured.format.file=" + format,
					"--logging.threshold.console=off", "--spring.main.banner-mode=off")
			.argument((Object[]) arguments)
			.run();
		assertThat(application.exitCode()).as(application.describe()).isZero();
		assertThat(application.errors()).isEmpty();
		return new LogFile(this.directory.resolve("app.log")).lines();
	}

}
