package io.github.ringlog.lint;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import io.github.ringlog.environment.LoggingStartException;
import io.github.ringlog.environment.RinglogProperties;
import io.github.ringlog.environment.RinglogProperties.LintMode;
import io.github.ringlog.location.BuildReport;
import io.github.ringlog.location.QuietStatusLogger;
import io.github.ringlog.logger.RingLoggerContext;
import io.github.ringlog.logger.TestRing;
import io.github.ringlog.logger.XmlSource;
import org.apache.logging.log4j.core.config.AbstractConfiguration;
import org.apache.logging.log4j.core.config.ConfigurationException;
import org.apache.logging.log4j.core.config.ConfigurationFactory;
import org.apache.logging.log4j.core.config.composite.CompositeConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.core.env.StandardEnvironment;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A configuration that did not become what it says is told.
 */
@Timeout(120)
@ExtendWith(QuietStatusLogger.class)
class IncompleteConfigurationTests {

	@TempDir
	private Path directory;

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					<File name='file' fileName='/proc/nowhere/x.log'/>                    | logger "root", appender "file" | /proc/nowhere
					<Fiel name='file'/>                                                   | logger "root", appender "file" | Fiel
					<File name='other' fileName='/dev/null'/>                             | logger "root", appender "file" | no such appender
					<File name='file' fileName='/dev/null'><NoSuchLayout/></File>         | the configuration              | NoSuchLayout
					""")
	void isFound(String appender, String where, String message) throws IOException {
		RingLoggerContext context = TestRing.newContext();
		try {
			context.start(XmlSource.configuration("<Configuration status='OFF' shutdownHook='disable'><Appenders>"
					+ appender
					+ "</Appenders><Loggers><Root level='info'><AppenderRef ref='file'/></Root></Loggers></Configuration>"));
			List<Finding> findings = ConfigurationLinter.lint(context.getConfiguration(), LocationCapture.NEVER,
					new LintEnvironment(false, null, new StandardEnvironment()));
			Finding first = findings.get(0);
			assertThat(first.rule()).isEqualTo(IncompleteConfigurationRule.RULE);
			assertThat(first.severity()).isEqualTo(FindingSeverity.WARNING);
			assertThat(first.where().describe()).isEqualTo(where);
			assertThat(first.message()).contains(message);
		}
		finally {
			context.stop();
		}
	}

	@ParameterizedTest
	@EnumSource
	void stopsTheStartIfNoLoggerHasAnAppender(LintMode mode) throws IOException {
		RingLoggerContext context = TestRing.newContext();
		try {
			context.start(XmlSource.configuration("""
					<Configuration status='OFF' shutdownHook='disable'>
					  <Appenders><File name='file' fileName='/proc/nowhere/x.log'/></Appenders>
					  <Loggers><Root level='info'><AppenderRef ref='file'/></Root></Loggers>
					</Configuration>"""));
			assertThatExceptionOfType(LoggingStartException.class)
				.isThrownBy(() -> Findings.of(context).start(new RinglogProperties.Lint(mode, List.of()), false))
				.withMessageContainingAll("No logger has an appender", "/proc/nowhere/x.log", "\"file\"");
		}
		finally {
			context.stop();
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', value = {
			"a.xml|<Configuration>\\n  <Loggers>\\n</Configuration>|lineNumber: 3; columnNumber: 3; The element type \"Loggers\" must",
			"a.xml|``|lineNumber: 1; columnNumber: 1; Premature end of file.",
			"logback.xml|<configuration><appender name='A'><file>a</file></appender></configuration>|Error processing element appender" })
	void stopsTheStartIfLog4jTakesItsDefaultInPlaceOfAFile(String name, String content, String problem)
			throws IOException {
		URI location = file(name, content);
		RingLoggerContext context = install(location);
		try {
			assertThatExceptionOfType(LoggingStartException.class)
				.isThrownBy(
						() -> Findings.of(context).start(new RinglogProperties.Lint(LintMode.OFF, List.of()), false))
				.withMessageContainingAll("No logger has an appender", location.getPath(), problem)
				.satisfies((ex) -> assertThat(ex.getAction().contains("LogbackToLog4j"))
					.isEqualTo(name.startsWith("logback")));
		}
		finally {
			context.stop();
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', value = {
			"a.json|{\"Configuration\": {\\n\"Loggers\": [,]}}|line: 2, column: 13", "a.jsn|{|Unexpected end-of-input",
			"a.yaml|Configuration:\\n  Loggers: {Root: {level: info\\n  Appenders: x|while parsing a flow mapping" })
	void stopsTheStartIfAFileCantBeParsed(String name, String content, String problem) throws IOException {
		URI location = file(name, content);
		assertThatExceptionOfType(ConfigurationException.class).isThrownBy(() -> install(location))
			.withMessageContaining(problem);
	}

	@ParameterizedTest
	@ValueSource(strings = { "logging.config=none.xml", "logging.config=classpath:a/none.yaml",
			"logging.log4j2.config.override[1]=file:none.json" })
	void stopsTheStartIfThereIsNoSuchFile(String property) throws IOException {
		String location = property.replaceAll(".*=", "");
		assertThatExceptionOfType(LoggingStartException.class).isThrownBy(() -> startWith(property))
			.withMessageContaining("Log4j has not read " + location);
	}

	@ParameterizedTest
	@ValueSource(strings = { "logging.config=base.xml", "logging.config=https://example.com/x/base.xml?a=b",
			"logging.config= ", "logging.config=-Dx=y", "logging.log4j2.config.override[0]=optional:none.xml" })
	void startsWithTheFileThatIsNamed(String property) {
		assertThatCode(() -> startWith(property)).doesNotThrowAnyException();
	}

	private void startWith(String property) throws IOException {
		RingLoggerContext context = install(file("base.xml", Lint.configuration("<PatternLayout pattern='%m%n'/>")));
		try {
			context.putObject(LintEnvironment.ENVIRONMENT,
					new MockEnvironment().withProperty(property.split("=", 2)[0], property.split("=", 2)[1])
						.withProperty("logging.log4j2.config.override[0]", "optional:other.xml"));
			Findings.of(context).start(new RinglogProperties.Lint(LintMode.OFF, List.of()), false);
		}
		finally {
			context.stop();
		}
	}

	@ParameterizedTest
	@CsvSource({ "a.xml,<Configuration/>", "a.json,{\"Configuration\": {}}", "a.yaml,Configuration: {}",
			"a.properties,status=error" })
	void leavesAnEmptyConfiguration(String name, String content) throws IOException {
		RingLoggerContext context = install(file(name, content));
		try {
			context.putObject(LintEnvironment.ENVIRONMENT, new MockEnvironment());
			assertThatCode(
					() -> Findings.of(context).start(new RinglogProperties.Lint(LintMode.FAIL, List.of()), false))
				.doesNotThrowAnyException();
		}
		finally {
			context.stop();
		}
	}

	@Test
	void findsAnOverrideThatCantBeParsed() throws IOException {
		URI base = file("base.xml", Lint.configuration("<PatternLayout pattern='%m%n'/>"));
		RingLoggerContext context = install(base, file("override.xml", "<Configuration><a>"));
		try {
			assertThat(ConfigurationLinter.lint(context.getConfiguration(), LocationCapture.NEVER, Lint.UNKNOWN))
				.anySatisfy((finding) -> {
					assertThat(finding.rule()).isEqualTo(IncompleteConfigurationRule.RULE);
					assertThat(finding.severity()).isEqualTo(FindingSeverity.WARNING);
					assertThat(finding.message()).contains("override.xml: org.xml.sax.SAXParseException");
				});
		}
		finally {
			context.stop();
		}
	}

	private URI file(String name, String content) throws IOException {
		return Files.writeString(this.directory.resolve(name), content.replace("\\n", "\n")).toUri();
	}

	/**
	 * Install configurations as Spring Boot does.
	 */
	private static RingLoggerContext install(URI... locations) {
		RingLoggerContext context = TestRing.newContext();
		BuildReport.begin();
		try {
			List<AbstractConfiguration> read = Stream.of(locations)
				.map((location) -> (AbstractConfiguration) ConfigurationFactory.getInstance()
					.getConfiguration(context, null, location, Lint.class.getClassLoader()))
				.toList();
			context.start((read.size() == 1) ? read.get(0) : new CompositeConfiguration(read));
			return context;
		}
		finally {
			BuildReport.end();
		}
	}

}
