package io.github.ringlog.it;

import java.nio.file.Path;

import io.github.ringlog.it.app.SmallApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A bad value stops the application with a report that names the property, the value,
 * where it was set and what is allowed.
 */
class InvalidPropertyTests {

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
	void reportsAConfigurationOfSpringThatCantBeParsed() {
		RunningJvm application = unparsable("log4j2-spring.xml", "<Configuration>\n  <Appenders>\n</Configuration>\n");
		assertThat(application.output()).contains(
				"No logger has an appender: " + this.directory.resolve("classes/log4j2-spring.xml"),
				"lineNumber: 3; columnNumber: 3; ");
	}

	@Test
	void reportsPropertiesThatCantBeParsed() {
		RunningJvm application = unparsable("any.properties", "appender.c.name=C\n",
				"--logging.config=classpath:any.properties");
		assertThat(application.output()).contains("any.properties", "No type attribute provided for Appender c");
	}

	@Test
	void reportsAFormatWithoutAParser() {
		RunningJvm application = application().without("jackson-databind(?=-2)")
			.file("any.json", "{}")
			.argument("--logging.config=any.json")
			.run();
		FailureReport.of(application)
			.says("Log4j has not read any.json: it is not there, or Log4j has no parser for it.",
					"com.fasterxml.jackson.core:jackson-databind");
	}

	private RunningJvm unparsable(String name, String content, Object... arguments) {
		RunningJvm application = application().file("classes/" + name, content)
			.withFirst(this.directory.resolve("classes"))
			.argument(arguments)
			.run();
		assertThat(application.exitCode()).as(application.describe()).isEqualTo(1);
		assertThat(application.output()).containsOnlyOnce("APPLICATION FAILED TO START");
		return application;
	}

	private ChildJvm application() {
		return ChildJvm.of(this.directory, SmallApplication.class);
	}

	private static FailureReport report(ChildJvm application) {
		return FailureReport.of(application.run());
	}

}
