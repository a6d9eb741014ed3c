package io.github.ringlog.it;

import java.nio.file.Path;
import java.util.List;

import io.github.ringlog.it.app.LintApplication;
import io.github.ringlog.it.app.SmallApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.LogFile;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A layout that asks for the caller's location, in applications that warn of it, fail on
 * it or don't care.
 */
class LintTests {

	private static final String LOCATED = configuration("%p %m %clr{%L}{red}%n");

	private static final String PLAIN = configuration("%p %m%n");

	@TempDir
	private Path directory;

	private static String configuration(String pattern) {
		return """
				<Configuration>
				  <Appenders>
				    <File name="file" fileName="app.log" immediateFlush="false"><PatternLayout pattern="%s"/></File>
				  </Appenders>
				  <Loggers><Root level="info"><AppenderRef ref="file"/></Root></Loggers>
				</Configuration>
				""".formatted(pattern);
	}

	private ChildJvm child(Class<?> main) {
		return ChildJvm.of(this.directory, main);
	}

	private List<String> lines() {
		return new LogFile(this.directory.resolve("app.log")).lines();
	}

	private List<String> warnings() {
		return lines().stream().filter((line) -> line.startsWith("WARN")).toList();
	}

	private void assertRuns(ChildJvm child) {
		RunningJvm application = child.run();
		assertThat(application.exitCode()).as(application.describe()).isZero();
		assertThat(lines()).anyMatch((line) -> line.startsWith("INFO The application runs"));
	}

	@Test
	void isWarnedOfWithFileAppenderPatternAndPosition() {
		assertRuns(child(SmallApplication.class).log4j(LOCATED));
		assertThat(warnings()).singleElement()
			.asString()
			.contains("log4j2-child.xml", "location-not-captured", "appender 'file'", "%L at position 11");
	}

	@Test
	void stopsTheStartWithAReportWhenItIsToFail() {
		String console = LOCATED
			.replace("<File name=\"file\" fileName=\"app.log\" immediateFlush=\"false\">", "<Console name=\"file\">")
			.replace("</File>", "</Console>");
		RunningJvm application = child(SmallApplication.class).log4j(console)
			.argument("--ringlog.lint.mode=fail")
			.run();
		assertThat(application.output()).containsOnlyOnce("^ position 11");
		FailureReport.of(application)
			.says("ringlog.lint.mode=fail forbids", "log4j2-child.xml", "appender \"file\"",
					"    %p %m %clr{%L}{red}%n", "^ position 11", "%logger{1.}",
					"ringlog.lint.ignore, such as location-not-captured", "ringlog.lint.mode=warn");
	}

	@Test
	void isNotMentionedWhenItIsOff() {
		assertRuns(child(SmallApplication.class).log4j(LOCATED)
			.argument("--ringlog.lint.mode=off", "--small.reconfigure=true"));
		assertThat(lines()).noneMatch((line) -> line.contains("location"));
	}

	@Test
	void goesAndComesWithTheConfiguration() {
		RunningJvm application = child(LintApplication.class).log4j(LOCATED)
			.file("plain.xml", PLAIN)
			.file("located.xml", LOCATED)
			.argument("--ringlog.lint.mode=warn")
			.run();
		assertThat(application.exitCode()).as(application.describe()).isZero();
		assertThat(application.printed("findings.start")).isEqualTo(1);
		assertThat(application.printed("findings.plain")).isZero();
		assertThat(application.printed("findings.located")).isEqualTo(1);
		assertThat(application.printed("gauge.plain")).isZero();
		assertThat(application.printed("gauge.located")).isEqualTo(1);
		assertThat(warnings()).hasSize(2);
	}

	@Test
	void structuredLoggingPrintsNone() {
		RunningJvm application = child(SmallApplication.class)
			.argument("--logging.structured.format.console=ecs", "--ringlog.lint.mode=fail")
			.run();
		assertThat(application.exitCode()).as(application.describe()).isZero();
		assertThat(application.errors()).isEmpty();
		assertThat(application.output()).contains("\"The application runs\"");
	}

	@Test
	void aPatternOfLogbackIsTranslatedOrWarnedOf() {
		RunningJvm application = child(SmallApplication.class)
			.applicationYml("logging.pattern.console: '%p [%X{none:-}] %kvp %m%n'\n")
			.argument("--logging.level.io.github.ringlog.environment=error")
			.run();
		assertThat(application.exitCode()).as(application.describe()).isZero();
		assertThat(application.output()).contains("INFO [] %kvp The application runs");
		assertThat(application.output().lines().filter((line) -> line.startsWith("WARN"))).singleElement()
			.asString()
			.contains("logging.pattern.console: logback-pattern");
		assertThat(application.output()).contains("Write %X");
	}

}
