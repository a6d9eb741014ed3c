package io.github.ringlog.lint;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.github.ringlog.location.QuietStatusLogger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * The check in a build.
 */
@ExtendWith(QuietStatusLogger.class)
class LoggingConfigurationCheckTests {

	@TempDir
	private Path directory;

	private final ByteArrayOutputStream output = new ByteArrayOutputStream();

	private String write(String name, String content) throws IOException {
		return Files.writeString(this.directory.resolve(name), content).toString();
	}

	private int run(String... arguments) {
		return LoggingConfigurationCheck.run(arguments, new PrintStream(this.output, true, StandardCharsets.UTF_8));
	}

	private String output() {
		return this.output.toString(StandardCharsets.UTF_8);
	}

	private String located() throws IOException {
		return write("located.xml", Lint.configuration(Lint.patternLayout("%m %L")).replace("status='OFF'", ""));
	}

	private String plain() throws IOException {
		return write("plain.xml", Lint.configuration(Lint.patternLayout("%m")).replace("status='OFF'", ""));
	}

	@Test
	void endsWith1AndTheReportWhereALocationIsPrinted() throws IOException {
		assertThat(run(located())).isEqualTo(1);
		assertThat(output()).contains("located.xml: warning: location-not-captured: appender \"main\"", "^ position 3");
	}

	@Test
	void endsWith0WhereNoneIs() throws IOException {
		assertThat(run(plain())).isZero();
		assertThat(output()).contains("unencoded-message");
	}

	@Test
	void endsWith0WhereALoggerDemandsALocationThatNoLayoutAsksFor() throws IOException {
		String file = write("unused.xml",
				Lint.configuration(Lint.patternLayout("%m")).replace("<Root", "<Root includeLocation='true'"));
		assertThat(run(file)).isZero();
		LoggingConfigurationAssert.assertThatLoggingConfiguration(file).hasNoCostlyLocations();
	}

	@Test
	void endsWith1ForOtherWarningsWhenAskedTo() throws IOException {
		assertThat(run("--all", plain())).isEqualTo(1);
	}

	@Test
	void looksAtAllConfigurations() throws IOException {
		assertThat(run(plain(), located())).isEqualTo(1);
		assertThat(run(located(), plain())).isEqualTo(1);
	}

	@Test
	void endsWith2WithoutAConfiguration() {
		assertThat(run()).isEqualTo(2);
		assertThat(output()).contains("Usage: LoggingConfigurationCheck");
	}

	@Test
	void endsWith2WhereThereIsNone() throws IOException {
		assertThat(run("no-such-file.xml", plain())).isEqualTo(2);
		assertThat(output()).contains("no-such-file.xml");
	}

	@ParameterizedTest
	@ValueSource(strings = { "not xml at all", "<Configuration>", "" })
	void refusesWhatIsNoConfiguration(String content) throws IOException {
		String file = write("broken.xml", content);
		assertThatIllegalArgumentException().isThrownBy(() -> LoggingConfigurationCheck.check(file))
			.withMessageContaining("broken.xml");
	}

	@Test
	void opensNothing() throws IOException {
		String file = write("files.xml", Lint.wrap(
				"<File name='file' fileName='%1$s/file.log'/><RollingFile name='rolling' fileName='%1$s/rolling.log' filePattern='%1$s/r-%%i.log'><OnStartupTriggeringPolicy/></RollingFile><Socket name='socket' host='127.0.0.1' port='1'><JsonLayout/></Socket>"
					.formatted(this.directory.resolve("logs")),
				"<Root level='info'><AppenderRef ref='file'/><AppenderRef ref='rolling'/><AppenderRef ref='socket'/></Root>"));
		LoggingConfigurationCheck.check(file);
		assertThat(this.directory.resolve("logs")).doesNotExist();
		assertThat(this.directory).isDirectoryContaining((path) -> path.endsWith("files.xml"));
	}

	@Test
	void readsWhatIsForTheActiveProfiles() throws IOException {
		String file = write("profiles.xml",
				Lint.configuration("<SpringProfile name='production'>" + Lint.patternLayout("%m %L")
						+ "</SpringProfile><SpringProfile name='!production'>" + Lint.patternLayout("%m")
						+ "</SpringProfile>"));
		assertThat(run(file)).isZero();
		System.setProperty("spring.profiles.active", "development");
		try {
			assertThat(run(file)).isZero();
			System.setProperty("spring.profiles.active", "production");
			assertThat(run(file)).isEqualTo(1);
		}
		finally {
			System.clearProperty("spring.profiles.active");
		}
	}

	@Test
	void judgesTheLayoutOfStructuredFormats() throws IOException {
		String file = write("structured.xml",
				Lint.configuration("<StructuredLogLayout format='ecs'/>").replace("status='OFF'", ""));
		assertThat(LoggingConfigurationCheck.check(file)).isEmpty();
	}

	@Test
	void readsJsonYamlAndProperties() throws IOException {
		String json = write("c.json", """
				{"Configuration": {"Appenders": {"Console": {"name": "main", "PatternLayout": {"pattern": "%m %L"}}},
				"Loggers": {"Root": {"level": "info", "AppenderRef": {"ref": "main"}}}}}
				""");
		String yaml = write("c.yaml", """
				Configuration:
				  Appenders:
				    Console:
				      name: main
				      PatternLayout:
				        pattern: "%m %L"
				  Loggers:
				    Root:
				      level: info
				      AppenderRef:
				        ref: main
				""");
		String properties = write("c.properties", """
				appender.main.type = Console
				appender.main.name = main
				appender.main.layout.type = PatternLayout
				appender.main.layout.pattern = %m %L
				rootLogger.level = info
				rootLogger.appenderRef.main.ref = main
				""");
		for (String file : List.of(json, yaml, properties)) {
			assertThat(LoggingConfigurationCheck.check(file)).as(file)
				.filteredOn(Finding::isAboutLocation)
				.singleElement()
				.satisfies((finding) -> assertThat(finding.position()).isEqualTo(3));
		}
	}

	@Test
	void findsResourcesOfTheClassPath() {
		assertThat(LoggingConfigurationCheck.check("classpath:lint/spring-boot-service.xml")).isNotNull();
		assertThat(LoggingConfigurationCheck.check("lint/spring-boot-service.xml")).isNotNull();
	}

	@Test
	void theAssertionFailsWithTheReport() throws IOException {
		String file = located();
		assertThatExceptionOfType(AssertionError.class)
			.isThrownBy(() -> LoggingConfigurationAssert.assertThatLoggingConfiguration(file).hasNoCostlyLocations())
			.withMessageContainingAll("located.xml", "%L", "^ position 3");
	}

	@Test
	void theAssertionHoldsWhereThereIsNothing() throws IOException {
		String file = plain();
		assertThatCode(() -> LoggingConfigurationAssert.assertThatLoggingConfiguration(file).hasNoCostlyLocations())
			.doesNotThrowAnyException();
		assertThatExceptionOfType(AssertionError.class)
			.isThrownBy(() -> LoggingConfigurationAssert.assertThatLoggingConfiguration(file).hasNoWarnings())
			.withMessageContaining("unencoded-message");
	}

	@ParameterizedTest
	@ValueSource(strings = { "log4j2.xml", "log4j2-file.xml" })
	void springBootsOwnConfigurationsHaveNoCostlyLocations(String name) {
		LoggingConfigurationAssert.assertThatLoggingConfiguration("org/springframework/boot/logging/log4j2/" + name)
			.hasNoCostlyLocations();
	}

}
