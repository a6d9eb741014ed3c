package io.github.ringlog.it;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;

import io.github.ringlog.it.app.LintApplication;
import io.github.ringlog.it.app.SmallApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.LogFile;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

	private List<String> hints() {
		return lines().stream().filter((line) -> line.startsWith("DEBUG")).toList();
	}

	private ChildJvm childWithHints() {
		return child(SmallApplication.class).argument("--logging.level.io.github.ringlog.lint.Findings=debug");
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
			.contains("log4j2-child.xml", "location-not-captured", "appender \"file\"");
		assertThat(lines()).contains("    %p %m %clr{%L}{red}%n", " ".repeat(15) + "^ position 11");
	}

	@Test
	void isWarnedOfOnceThroughAReconfiguration() {
		assertRuns(child(SmallApplication.class).log4j(LOCATED).argument("--small.reconfigure=true"));
		assertThat(warnings()).hasSize(1);
	}

	@Test
	void isAHintWhenItIsCapturedAndPaidFor() {
		assertRuns(childWithHints().log4j(LOCATED).argument("--ringlog.location.capture=true"));
		assertThat(warnings()).isEmpty();
		assertThat(hints()).anyMatch((line) -> line.contains("location-captured"));
	}

	@Test
	void isAHintWhenRinglogIsDisabled() {
		assertRuns(childWithHints().log4j(LOCATED).argument("--ringlog.enabled=false"));
		assertThat(warnings()).isEmpty();
		assertThat(hints()).anyMatch((line) -> line.contains("location-captured"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "AsyncLoggerContextSelector", "BasicAsyncLoggerContextSelector" })
	void log4jsOwnAsynchronousLoggersAreWarnedOfAsLosingEvents(String name) {
		String selector = "org.apache.logging.log4j.core.async." + name;
		assertRuns(child(SmallApplication.class).log4j(PLAIN).systemProperty("log4j2.contextSelector", selector));
		assertThat(warnings()).singleElement()
			.asString()
			.contains("lossy-loggers: the configuration, log4j2.contextSelector=" + selector);
		assertThat(lines()).anyMatch((line) -> line.contains("io.github.ringlog.logger.RingLogContextSelector"));
	}

	@Test
	void log4jsOwnAsynchronousLoggersAreNotWarnedOfWithAnOlderDisruptor() {
		assertRuns(child(SmallApplication.class).without("disruptor")
			.withLast(ChildJvm.extraJar("disruptor"))
			.log4j(PLAIN)
			.systemProperty("log4j2.contextSelector",
					"org.apache.logging.log4j.core.async.AsyncLoggerContextSelector"));
		assertThat(warnings()).isEmpty();
	}

	@Test
	void loggingLevelIsNoMatterForTheRing() {
		assertRuns(child(SmallApplication.class).log4j(PLAIN).argument("--logging.level.acme=debug"));
		assertThat(warnings()).isEmpty();
	}

	@Test
	void stopsTheStartWithAReportWhenItIsToFail() {
		String console = LOCATED
			.replace("<File name=\"file\" fileName=\"app.log\" immediateFlush=\"false\">", "<Console name=\"file\">")
			.replace("</File>", "</Console>");
		RunningJvm application = child(SmallApplication.class).log4j(console)
			.argument("--ringlog.location.validation=fail")
			.run();
		assertThat(application.output()).containsOnlyOnce("^ position 11");
		FailureReport.of(application)
			.says("ringlog.location.validation=fail forbids", "log4j2-child.xml", "appender \"file\"",
					"    %p %m %clr{%L}{red}%n", "^ position 11", "%logger{1.}", "ringlog.location.validation=warn");
	}

	@Test
	void startsWhenThereIsNothingToFailOn() {
		assertRuns(child(SmallApplication.class).log4j(PLAIN).argument("--ringlog.location.validation=fail"));
		assertThat(warnings()).isEmpty();
	}

	@Test
	void isNotMentionedWhenItIsOff() {
		assertRuns(child(SmallApplication.class).log4j(LOCATED)
			.argument("--ringlog.location.validation=off", "--small.reconfigure=true"));
		assertThat(lines()).noneMatch((line) -> line.contains("location"));
	}

	@Test
	void goesAndComesWithTheConfiguration() {
		RunningJvm application = child(LintApplication.class).log4j(LOCATED)
			.file("plain.xml", PLAIN)
			.file("located.xml", LOCATED)
			.argument("--ringlog.location.validation=warn")
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
	void warnsOnlyAfterAReconfigurationThoughItIsToFail() {
		RunningJvm application = child(LintApplication.class).log4j(PLAIN)
			.file("plain.xml", PLAIN)
			.file("located.xml", LOCATED)
			.argument("--ringlog.location.validation=fail")
			.run();
		assertThat(application.exitCode()).as(application.describe()).isZero();
		assertThat(application.printed("findings.located")).isEqualTo(1);
		assertThat(warnings()).hasSize(1);
	}

	@Test
	void structuredLoggingPrintsNone() {
		RunningJvm application = child(SmallApplication.class)
			.argument("--logging.structured.format.console=ecs", "--ringlog.location.validation=fail")
			.run();
		assertThat(application.exitCode()).as(application.describe()).isZero();
		assertThat(application.errors()).isEmpty();
		assertThat(application.output()).contains("\"The application runs\"");
	}

	@ParameterizedTest
	@ValueSource(strings = { "ringlog.enabled=true", "ringlog.enabled=false",
			"log4j2.contextSelector=org.apache.logging.log4j.core.async.AsyncLoggerContextSelector" })
	void theCounterOfATemplateBeginsAtItsStart(String property) {
		String template = "<JsonTemplateLayout eventTemplate='{&quot;n&quot;: {&quot;$resolver&quot;: &quot;counter&quot;}}'/>";
		RunningJvm application = child(SmallApplication.class).withLast(ChildJvm.extraJar("log4j-layout-template-json"))
			.log4j(PLAIN.replaceAll("<PatternLayout[^>]*>", Matcher.quoteReplacement(template)))
			.systemProperty(property.split("=")[0], property.split("=")[1])
			.run();
		assertThat(application.exitCode()).as(application.describe()).isZero();
		assertThat(lines()).startsWith("{\"n\":0}", "{\"n\":1}");
	}

	@Test
	void aPatternInAPropertyIsWarnedOfOnceWithTheProperty() {
		RunningJvm application = child(SmallApplication.class)
			.applicationYml("logging.pattern.console: '%p %m %C %L%n'\n")
			.run();
		assertThat(application.exitCode()).as(application.describe()).isZero();
		assertThat(application.output().lines().filter((line) -> line.startsWith("WARN"))).singleElement()
			.asString()
			.contains("logging.pattern.console: location-not-captured")
			.doesNotContain(".xml");
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

	@Test
	void aWrongWordIsReportedByLog4jAsOftenAsWithoutRinglog() {
		assertThat(statusLines(true)).isEqualTo(statusLines(false)).isPositive();
	}

	private long statusLines(boolean enabled) {
		RunningJvm application = child(SmallApplication.class)
			.argument("--logging.pattern.console=%p %clr{%m %wrong}{red} %highlight{%wrong %clr{%wrong}{red}} %style%n")
			.argument("--ringlog.location.validation=" + (enabled ? "warn" : "off"))
			.systemProperty("ringlog.enabled", enabled)
			.run();
		assertThat(application.exitCode()).as(application.describe()).isZero();
		return (application.output() + application.errors()).lines()
			.filter((line) -> line.contains("main ERROR Unrecognized"))
			.count();
	}

	@Test
	void theFileOfSpringBootIsLintedToo() {
		RunningJvm application = child(SmallApplication.class)
			.argument("--logging.pattern.console=%p %m %C%n", "--ringlog.location.validation=fail")
			.run();
		FailureReport.of(application).says("appender \"Console\"", "%p %m %C%n");
	}

}
