package io.github.ringlog.lint;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;

import io.github.ringlog.location.QuietStatusLogger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * The check of {@code application.yml} in a build.
 */
@ExtendWith(QuietStatusLogger.class)
class ApplicationSettingsCheckTests {

	@TempDir
	private Path directory;

	private String write(String name, String content) throws IOException {
		return Files.writeString(this.directory.resolve(name), content).toString();
	}

	private static List<Finding> located(String location) {
		return LoggingConfigurationCheck.check(location).stream().filter(Finding::isAboutLocation).toList();
	}

	@ParameterizedTest
	@ValueSource(strings = { "logging.pattern.console: '%m %L'", "logging: {pattern: {console: '%m %L'}}",
			"logging.pattern.level: '%5p %L'", "spring.application.name: '%L'",
			"logging.pattern.dateformat: \"HH:mm}%L%d{HH\"",
			"{logging.file.name: x.log, logging.pattern.file: '%m %L'}",
			"{logging.file.path: logs, logging.pattern.file: '%m %L'}",
			"{where: '%L', logging.pattern.console: '%m ${where}'}",
			"{logging.pattern.console: '%m %L', logging.structured.format.file: ecs}" })
	void findsALocationInAPattern(String yaml) throws IOException {
		assertThat(located(write("application.yml", yaml))).isNotEmpty().allSatisfy((finding) -> {
			assertThat(finding.rule()).isEqualTo("location-not-captured");
			assertThat(finding.specifier()).isEqualTo("%L");
			assertThat(finding.where().appender()).isIn("Console", "File");
			assertThat(finding.message()).doesNotContain("profile");
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "logging.pattern.console: '%m %c'", "logging.pattern.file: '%m %L'",
			"{logging.pattern.console: '%m %L', logging.structured.format.console: ecs}", "" })
	void findsNoneWhereNoneIsPrinted(String yaml) throws IOException {
		assertThat(located(write("application.yml", yaml))).isEmpty();
	}

	@Test
	void readsProperties() throws IOException {
		assertThat(located(write("application.properties", "logging.pattern.console=%m %L\n"))).hasSize(1);
	}

	@Test
	void looksAtEachProfileOfTheFile() throws IOException {
		String file = write("application.yml", """
				logging.pattern.console: '%m'
				---
				spring.config.activate.on-profile: test | production
				logging.pattern.console: '%m %C'
				---
				spring.config.activate.on-profile: "!production & !test"
				logging.pattern.console: '%m %p'
				""");
		assertThat(located(file)).extracting(Finding::message)
			.hasSize(2)
			.anyMatch((message) -> message.startsWith("With the profile production: "))
			.anyMatch((message) -> message.startsWith("With the profile test: "));
	}

	@ParameterizedTest
	@ValueSource(strings = { "application-production.yml", "application-production.yaml" })
	void looksAtTheFileOfEachProfile(String name) throws IOException {
		String file = write("application.yml", "logging.pattern.console: '%m'");
		write(name, "logging.pattern.console: '%m %L'");
		assertThat(located(file)).singleElement()
			.satisfies((finding) -> assertThat(finding.message()).startsWith("With the profile production: "));
	}

	@Test
	void aProfileMendsWhatIsWrongWithoutIt() throws IOException {
		String file = write("application.yml", "logging.pattern.console: '%m %L'");
		write("application-production.yml", "logging.structured.format.console: ecs");
		assertThat(located(file)).singleElement()
			.satisfies((finding) -> assertThat(finding.message()).doesNotContain("profile"));
	}

	@Test
	void looksAtTheActiveProfilesOnlyWhereTheyAreGiven() throws IOException {
		String file = write("application.yml", "logging.pattern.console: '%m'");
		write("application-production.yml", "logging.pattern.console: '%m %L'");
		write("application-both.yml", "x: y");
		System.setProperty("spring.profiles.active", "development");
		try {
			assertThat(located(file)).isEmpty();
			System.setProperty("spring.profiles.active", "both,production");
			assertThat(located(file)).hasSize(1);
		}
		finally {
			System.clearProperty("spring.profiles.active");
		}
	}

	@Test
	void followsTheProfilesThatTheFileActivates() throws IOException {
		String file = write("application.yml", """
				spring.profiles.active: production
				spring.profiles.group.production: lines
				logging.pattern.console: '%m'
				---
				spring.config.activate.on-profile: lines
				logging.pattern.console: '%m %L'
				""");
		assertThat(located(file)).isNotEmpty()
			.first()
			.satisfies((finding) -> assertThat(finding.message()).doesNotContain("profile"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "log4j2-spring.xml", "log4j2.xml" })
	void readsTheConfigurationBesideIt(String name) throws IOException {
		write(name, Lint.configuration(Lint.patternLayout("%m ${spring:our.word} ${sys:LOG_LEVEL_PATTERN}")));
		String file = write("application.yml", "{our.word: '%L', logging.pattern.level: '%p %C'}");
		assertThat(located(file)).extracting(Finding::specifier).containsExactly("%L", "%C");
	}

	@Test
	void readsTheConfigurationThatItNames() throws IOException {
		String named = write("named.xml",
				Lint.configuration("<SpringProfile name='production'>" + Lint.patternLayout("%m %L")
						+ "</SpringProfile><SpringProfile name='!production'>" + Lint.patternLayout("%m")
						+ "</SpringProfile>"));
		String file = write("application.yml", "logging.config: 'file:" + named + "'");
		assertThat(located(file)).singleElement()
			.satisfies((finding) -> assertThat(finding.message()).startsWith("With the profile production: "));
	}

	@Test
	void takesTheSettingsOfRinglogForGranted() throws IOException {
		String file = write("application.yml", "{logging.pattern.console: '%m %L', ringlog.location.capture: true}");
		assertThat(located(file)).extracting(Finding::rule).containsExactly("location-captured");
	}

	@ParameterizedTest
	@CsvSource({ "indent, 0", "escape, 0", "keep, 1" })
	void knowsWhatGuardsLines(String lineBreaks, int expected) throws IOException {
		write("log4j2-spring.xml", Lint.configuration(Lint.patternLayout("%m%n")));
		String file = write("application.yml", "ringlog.appenders.line-breaks: " + lineBreaks);
		assertThat(LoggingConfigurationCheck.check(file)).hasSize(expected);
	}

	@Test
	void leavesSystemPropertiesAsTheyAre() throws IOException {
		System.setProperty("CONSOLE_LOG_PATTERN", "left behind %C");
		try {
			Properties before = (Properties) System.getProperties().clone();
			assertThat(located(write("application.yml", "logging.pattern.level: '%p'"))).isEmpty();
			assertThat(System.getProperties()).isEqualTo(before);
		}
		finally {
			System.clearProperty("CONSOLE_LOG_PATTERN");
		}
	}

	@Test
	void opensNothing() throws IOException {
		LoggingConfigurationCheck
			.check(write("application.yml", "logging.file.name: " + this.directory.resolve("logs/x.log")));
		assertThat(this.directory.resolve("logs")).doesNotExist();
	}

	@Test
	void theAssertionAndTheCommandFail() throws IOException {
		String file = write("application.yml", "logging.pattern.console: '%m %L'");
		assertThatExceptionOfType(AssertionError.class)
			.isThrownBy(() -> LoggingConfigurationAssert.assertThatLoggingConfiguration(file).hasNoCostlyLocations())
			.withMessageContainingAll("application.yml", "appender \"Console\"", "^ position 3");
		ByteArrayOutputStream output = new ByteArrayOutputStream();
		assertThat(LoggingConfigurationCheck.run(new String[] { file },
				new PrintStream(output, true, StandardCharsets.UTF_8)))
			.isEqualTo(1);
		assertThat(output.toString(StandardCharsets.UTF_8)).contains("application.yml: warning: location-not-captured");
	}

	@ParameterizedTest
	@ValueSource(strings = { "a: b: c", "logging.config: nowhere.xml" })
	void refusesWhatCantBeRead(String yaml) throws IOException {
		String file = write("application.yml", yaml);
		assertThatIllegalArgumentException().isThrownBy(() -> LoggingConfigurationCheck.check(file));
		assertThatIllegalArgumentException()
			.isThrownBy(() -> LoggingConfigurationCheck.check(this.directory.resolve("application.yaml").toString()))
			.withMessageContaining("application.yaml");
	}

}
