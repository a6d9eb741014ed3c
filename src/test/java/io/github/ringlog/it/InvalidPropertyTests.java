package io.github.ringlog.it;

import java.nio.file.Path;

import io.github.ringlog.it.app.SmallApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A bad value stops the application with a report that names the property, the value,
 * where it was set and what is allowed.
 */
class InvalidPropertyTests {

	private static final String LOGBACK = """
			<configuration>
			  <appender name="CONSOLE" class="ch.qos.logback.core.ConsoleAppender">
			    <encoder><pattern>%m%n</pattern></encoder>
			  </appender>
			  <root level="INFO"><appender-ref ref="CONSOLE"/></root>
			</configuration>
			""";

	@TempDir
	private Path directory;

	@Test
	void reportsTheLineOfApplicationYml() {
		report(application().applicationYml("""
				ringlog:
				  buffer:
				    size: 1000
				""")).says("Invalid value '1000' for configuration property 'ringlog.buffer.size'",
				"It must be a power of two from 128 to 1048576.", "It was set by URL [file:application.yml] - 3:11.");
	}

	@Test
	void reportsTheLineOfAValueOfTheWrongType() {
		report(application().applicationYml("""
				ringlog:
				  shutdown:
				    drain-timeout: soon
				""")).says("Invalid value 'soon' for configuration property 'ringlog.shutdown.drain-timeout'",
				"It must be a duration of 0 or more, such as 10s.", "It was set by URL [file:application.yml] - 3:20.");
	}

	@Test
	void reportsAWrongValueBesideAnUnknownName() {
		report(application().applicationYml("""
				ringlog:
				  buffer:
				    sizes: 1024
				    size: 1000
				""")).says("Invalid value '1000' for configuration property 'ringlog.buffer.size'",
				"It was set by URL [file:application.yml] - 4:11.");
	}

	@Test
	void reportsAValueOfAGroup() {
		report(application().applicationYml("ringlog.trace: off")).says(
				"Invalid value 'false' for configuration property 'ringlog.trace'",
				"It is a group of properties and has no value. Its properties are: ringlog.trace.enabled,",
				"It was set by URL [file:application.yml] - 1:16.");
	}

	@Test
	void reportsAFormatThatExcludesAnother() {
		report(application().argument("--ringlog.trace.propagation=b3,passthrough")).says(
				"Invalid value 'b3,passthrough' for configuration property 'ringlog.trace.propagation'",
				"'passthrough' must stand alone.",
				"It was set by \"ringlog.trace.propagation\" from property source \"commandLineArgs\".");
	}

	@Test
	void reportsASystemProperty() {
		report(application().systemProperty("ringlog.overflow.policy", "explode")).says(
				"Invalid value 'explode' for configuration property 'ringlog.overflow.policy'",
				"It must be one of block, drop, synchronous.",
				"It was set by \"ringlog.overflow.policy\" from property source \"systemProperties\".");
	}

	@Test
	void reportsAnEnvironmentVariable() {
		report(application().environment("RINGLOG_SHEDDING_DEBUG", "1.5")).says(
				"Invalid value '1.5' for configuration property 'ringlog.shedding.debug'",
				"It must be a ratio greater than 0 and at most 1, such as 0.8, or empty.",
				"It was set by System Environment Property \"RINGLOG_SHEDDING_DEBUG\".");
	}

	@Test
	void reportsAContradictionOnTheCommandLine() {
		report(application().argument("--ringlog.overflow.drop-level=warn")).says(
				"Invalid value 'warn' for configuration property 'ringlog.overflow.drop-level'",
				"It has an effect only if ringlog.overflow.policy is 'drop', but that is 'block'.",
				"It was set by \"ringlog.overflow.drop-level\" from property source \"commandLineArgs\".");
	}

	@Test
	void quotesALineBreakOfAValueOnOneLine() {
		report(application().argument("--ringlog.trace.response-header=X\nAction:")).says(
				"Invalid value 'X\\u000aAction:' for configuration property 'ringlog.trace.response-header'",
				"It must be the name of an HTTP header, or empty.");
	}

	@Test
	void reportsThroughTheUsersOwnConfiguration() {
		RunningJvm application = application().file("classes/log4j2.xml", """
				<Configuration>
				  <Appenders>
				    <Console name="console"><PatternLayout pattern="of the user: %m%n"/></Console>
				  </Appenders>
				  <Loggers><Root level="info"><AppenderRef ref="console"/></Root></Loggers>
				</Configuration>
				""").withFirst(this.directory.resolve("classes")).argument("--ringlog.buffer.size=7").run();
		FailureReport.of(application).says("Invalid value '7' for configuration property 'ringlog.buffer.size'");
		assertThat(application.output()).startsWith("of the user: ");
	}

	@Test
	void reportsALoggingConfigurationThatIsNotThere() {
		report(application().applicationYml("logging.config: file:config/log4j2.xml")).says(
				"Invalid value 'file:config/log4j2.xml' for configuration property 'logging.config'",
				"There is no such file.", "URL [file:application.yml] - 1:17");
	}

	@ParameterizedTest
	@ValueSource(strings = { "logback-spring.xml", "logging.xml" })
	void reportsALoggingConfigurationOfLogback(String name) {
		report(application().file("classes/" + name, LOGBACK)
			.withFirst(this.directory.resolve("classes"))
			.argument("--logging.config=classpath:" + name))
			.says("Invalid value 'classpath:" + name + "' for configuration property 'logging.config'",
					"This is a configuration of Logback, which Log4j can't read.");
	}

	@Test
	void reportsAConfigurationOfSpringThatCantBeParsed() {
		report(unparsable("log4j2-spring.xml"))
			.says("Log4j can't read " + this.directory.resolve("classes/log4j2-spring.xml") + ": line 3, column 3: ");
	}

	@Test
	void reportsAConfigurationThatLog4jHasFoundAndCantParse() {
		RunningJvm application = unparsable("log4j2.xml").run();
		assertThat(application.exitCode()).as(application.describe()).isEqualTo(1);
		assertThat(application.output()).containsOnlyOnce("APPLICATION FAILED TO START")
			.contains("Log4j can't read " + this.directory.resolve("classes/log4j2.xml") + ": line 3, column 3: ");
	}

	private ChildJvm unparsable(String name) {
		return application().file("classes/" + name, "<Configuration>\n  <Appenders>\n</Configuration>\n")
			.withFirst(this.directory.resolve("classes"));
	}

	@Test
	void reportsALoggingConfigurationWithoutItsParser() {
		report(application().without("jackson-.*")
			.file("mine.yaml", "Configuration:\n  Loggers:\n    Root: {level: info}\n")
			.applicationYml("logging.config: file:mine.yaml")).says("Log4j can't read file:mine.yaml",
					"com.fasterxml.jackson.dataformat:jackson-dataformat-yaml", "URL [file:application.yml] - 1:17");
	}

	@Test
	void reportsThroughLogbackWhereThatIsStillThere() {
		report(application().withFirst(ChildJvm.extraJar("logback-core"))
			.withFirst(ChildJvm.extraJar("logback-classic"))
			.argument("--ringlog.buffer.size=7"))
			.says("Invalid value '7' for configuration property 'ringlog.buffer.size'");
	}

	private ChildJvm application() {
		return ChildJvm.of(this.directory, SmallApplication.class);
	}

	private static FailureReport report(ChildJvm application) {
		return FailureReport.of(application.run());
	}

}
