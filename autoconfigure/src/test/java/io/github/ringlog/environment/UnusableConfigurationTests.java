package io.github.ringlog.environment;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;

import io.github.ringlog.location.QuietStatusLogger;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.ConfigurationFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.core.env.ConfigurableEnvironment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link UnusableConfiguration}, {@link ConfigurationReading} and
 * {@link LoggingStartFailureAnalyzer}.
 */
@ExtendWith(QuietStatusLogger.class)
class UnusableConfigurationTests {

	private static final String XML = "<Configuration>\n  <Loggers>\n</Configuration>\n";

	private final LoggerContext context = new LoggerContext("unusable");

	private ClassLoader loader = getClass().getClassLoader();

	@TempDir
	private Path directory;

	@AfterEach
	void leaveClassPath() {
		Thread.currentThread().setContextClassLoader(getClass().getClassLoader());
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', value = {
			"a.xml|<Configuration>\\n  <Loggers>\\n</Configuration>|line 3, column 3: The element type \"Loggers\" must",
			"a.xml|``|line 1, column 1: Premature end of file.",
			"a.json|{\"Configuration\": {\\n\"Loggers\": [,]}}|line 2, column 13: Unexpected character",
			"a.jsn|{|line 1, column 2: Unexpected end-of-input: expected close marker for Object (start marker at line: 1, column: 1)",
			"a.yaml|Configuration:\\n  Loggers: {Root: {level: info\\n  Appenders: x|line 3, column 12: while parsing a flow mapping, expected",
			"a.yml|Configuration: [|line 1, column 17: while parsing a flow",
			"a.properties|appender.c.name=C|No type attribute provided for Appender c",
			"a.properties|appender.c.name=\\\\uXYZ|Malformed \\\\uxxxx encoding." })
	void tellsWhereAFileCantBeParsed(String name, String content, String problem) throws IOException {
		String location = file(name, content.replace("\\n", "\n").replace("\\\\", "\\"));
		assertThatExceptionOfType(LoggingStartException.class).isThrownBy(() -> check("logging.config", location))
			.withMessageStartingWith(
					"Log4j can't read " + location + ", set by \"logging.config\" from property source")
			.withMessageContaining(": " + problem.replace("\\\\", "\\"));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "a.xml|<Configuration/>", "a.json|{\"Configuration\": {}}",
			"a.yaml|Configuration: {}", "a.properties|status=error", "a.log4j|<Configuration/>" })
	void takesAFileThatCanBeParsed(String name, String content) {
		assertThatCode(() -> check("logging.config", file(name, content))).doesNotThrowAnyException();
	}

	@ParameterizedTest
	@CsvSource({ "a.yaml,YAML,jackson-dataformat-yaml", "a.YML,YAML,jackson-dataformat-yaml",
			"a.json,JSON,jackson-databind", "a.jsn,JSON,jackson-databind" })
	void namesTheParserThatIsMissing(String name, String format, String artifact) throws IOException {
		String location = file(name, "{}");
		this.loader = new FilteredClassLoader("com.fasterxml.jackson");
		assertThatExceptionOfType(LoggingStartException.class).isThrownBy(() -> check("logging.config", location))
			.satisfies((ex) -> {
				FailureAnalysis analysis = new LoggingStartFailureAnalyzer().analyze(ex);
				assertThat(analysis.getDescription())
					.contains(location, "for %s it needs Jackson 2, and %s is not".formatted(format, artifact))
					.hasLineCount(1);
				assertThat(analysis.getAction()).contains("<artifactId>" + artifact + "</artifactId>",
						"implementation 'com.fasterxml.jackson");
			});
	}

	@Test
	void needsNoJacksonForXml() throws IOException {
		String location = file("a.xml", "<Configuration/>");
		this.loader = new FilteredClassLoader("com.fasterxml.jackson");
		assertThatCode(() -> check("logging.config", location)).doesNotThrowAnyException();
	}

	@ParameterizedTest
	@ValueSource(strings = { "logging.config", "logging.log4j2.config.override" })
	void reportsAFileThatIsNotThere(String property) {
		assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class)
			.isThrownBy(() -> check(property, "file:none.xml"))
			.withMessageContaining(property)
			.withMessageContaining("There is no such file.");
	}

	@Test
	void reportsAnOverrideThatCantBeParsed() throws IOException {
		String location = file("a.xml", XML);
		assertThatExceptionOfType(LoggingStartException.class)
			.isThrownBy(() -> check("logging.log4j2.config.override[0]", location))
			.withMessageContaining(location + ", set by \"logging.log4j2.config.override[0]\"");
	}

	@Test
	void leavesAnOptionalOverride() {
		assertThatCode(() -> check("logging.log4j2.config.override", "optional:file:none.xml"))
			.doesNotThrowAnyException();
	}

	@Test
	void leavesAConfigurationOnAServer() {
		assertThatCode(() -> check("logging.config", "http://127.0.0.1:1/log4j2.yaml")).doesNotThrowAnyException();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "log4j2-spring.xml|<Configuration><a>|line 1", "log4j2-spring.json|{|line 1",
			"log4j2-spring.properties|appender.c.name=C|No type attribute" })
	void reportsTheFileThatSpringBootFinds(String name, String content, String problem) throws IOException {
		file(name, content);
		try (URLClassLoader classes = new URLClassLoader(new URL[] { this.directory.toUri().toURL() }, this.loader)) {
			this.loader = classes;
			Thread.currentThread().setContextClassLoader(classes);
			assertThatExceptionOfType(LoggingStartException.class).isThrownBy(() -> check())
				.withMessageContaining(name + ": " + problem);
		}
	}

	@Test
	void reportsTheFileThatLog4jHasFound() throws IOException {
		use(XML);
		assertThatExceptionOfType(LoggingStartException.class).isThrownBy(() -> check())
			.withMessageContaining("found.xml: line 3");
	}

	@Test
	void takesAnEmptyConfigurationThatLog4jHasFound() throws IOException {
		use("<Configuration/>");
		assertThatCode(() -> check()).doesNotThrowAnyException();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "-Dlog4j2.debug=false" })
	void findsNoneWhereSpringBootUsesItsOwn(String ignored) {
		assertThat(check()).isFalse();
		assertThat(check("logging.config", ignored)).isFalse();
	}

	@Test
	void findsTheOneThatSpringBootDoesNotReplace() throws IOException {
		assertThat(check("logging.config", file("a.xml", "<Configuration/>"))).isTrue();
		use("<Configuration/>");
		assertThat(check()).isTrue();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "log4j2-spring.xml|<Configuration/>", "log4j2-spring.properties|status=error" })
	void findsTheOneForSpringBoot(String name, String content) throws IOException {
		file(name, content);
		try (URLClassLoader classes = new URLClassLoader(new URL[] { this.directory.toUri().toURL() }, this.loader)) {
			this.loader = classes;
			Thread.currentThread().setContextClassLoader(classes);
			assertThat(check()).isTrue();
		}
	}

	private void use(String content) throws IOException {
		file("found.xml", content);
		this.context.setConfiguration(ConfigurationFactory.getInstance()
			.getConfiguration(this.context, null, this.directory.resolve("found.xml").toUri(), this.loader));
	}

	private String file(String name, String content) throws IOException {
		return Files.writeString(this.directory.resolve(name), content).toUri().toString();
	}

	private boolean check(String... properties) {
		ConfigurableEnvironment environment = Environments.properties(properties);
		return UnusableConfiguration.check(new GivenProperties(environment), environment, this.context, this.loader);
	}

}
