package io.github.ringlog.lint;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.ringlog.environment.LintRule;
import io.github.ringlog.environment.LoggingStartException;
import io.github.ringlog.environment.RinglogProperties;
import io.github.ringlog.environment.RinglogProperties.LintMode;
import io.github.ringlog.location.LocationFinder;
import io.github.ringlog.location.WrittenConfiguration;
import io.github.ringlog.logger.RingLoggerContext;
import io.github.ringlog.logger.TestRing;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.Layout;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.AbstractConfiguration;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.ConfigurationSource;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.Node;
import org.apache.logging.log4j.core.config.composite.CompositeConfiguration;
import org.apache.logging.log4j.core.config.plugins.Plugin;
import org.apache.logging.log4j.core.config.plugins.PluginFactory;
import org.apache.logging.log4j.core.config.xml.XmlConfiguration;
import org.apache.logging.log4j.core.layout.AbstractStringLayout;
import org.apache.logging.log4j.status.StatusConsoleListener;
import org.apache.logging.log4j.status.StatusData;
import org.apache.logging.log4j.status.StatusLogger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Findings through the life of a logger context.
 */
class FindingsTests {

	@TempDir
	private Path directory;

	private final RingLoggerContext context = TestRing.newContext("findings");

	private boolean captured;

	@BeforeEach
	void configureRing() {
		this.context.configure(TestRing.SETTINGS);
	}

	@AfterEach
	void stop() {
		this.context.stop();
	}

	private static RinglogProperties.Lint settings(LintMode mode, LintRule... ignored) {
		return new RinglogProperties.Lint(mode, List.of(ignored));
	}

	/**
	 * As a start does, and what follows it in the background.
	 */
	private static void start(Findings findings, RinglogProperties.Lint settings, boolean webApplication) {
		findings.start(settings, webApplication);
		findings.report();
	}

	private void configure(LoggerContext target, String pattern, String loggers) throws IOException {
		String xml = xml(pattern, loggers);
		target.start(new XmlConfiguration(target,
				new ConfigurationSource(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)))));
	}

	private String xml(String pattern, String loggers) {
		return "<Configuration shutdownHook='disable'><Appenders><File name='file' fileName='"
				+ this.directory.resolve("log.txt") + "'>" + Lint.patternLayout(pattern)
				+ "</File></Appenders><Loggers>" + loggers + "<Root level='info' includeLocation='" + this.captured
				+ "'><AppenderRef ref='file'/></Root></Loggers></Configuration>";
	}

	private void configure(String pattern) throws IOException {
		configure(this.context, pattern, "");
	}

	private String printed() throws IOException {
		await().until(() -> this.context.statistics().written() == this.context.statistics().published());
		return Files.readString(this.directory.resolve("log.txt"));
	}

	private List<String> warnings() throws IOException {
		return printed().lines().filter((line) -> line.startsWith("WARN")).toList();
	}

	@Test
	void areThereFromTheStart() throws IOException {
		configure("%p %m %L %C%n");
		Findings findings = Findings.of(this.context);
		start(findings, settings(LintMode.WARN), false);
		assertThat(findings.locations()).isEqualTo(1);
		assertThat(warnings()).singleElement()
			.asString()
			.contains("location-not-captured: appender 'file'", "%L at position 6");
	}

	@Test
	void areWarnedOfWhenTheApplicationHasStarted() throws IOException {
		configure("%p %m %L%n");
		GenericApplicationContext application = startedBy();
		assertThat(warnings()).isEmpty();
		application
			.publishEvent(new ApplicationStartedEvent(new SpringApplication(), new String[0], application, null));
		await().untilAsserted(() -> assertThat(warnings()).hasSize(1));
		application.close();
		assertThat(warnings()).hasSize(1);
	}

	@Test
	void areWarnedOfAtTheEndOfAnApplicationThatDoesNotStart() throws IOException {
		configure("%p %m %L%n");
		startedBy().close();
		assertThat(warnings()).hasSize(1);
	}

	@Test
	void areWarnedOfAlsoIfTheConfigurationIsReplacedBeforeAnybodyLooks() throws IOException {
		configure("%p %m %L%n");
		GenericApplicationContext application = startedBy();
		configure("%p %m%n");
		assertThat(warnings()).hasSize(1);
		configure("%p %m %L%n");
		assertThat(warnings()).hasSize(2);
		application.close();
		assertThat(warnings()).hasSize(2);
	}

	@Test
	void areNotWarnedOfByAnotherApplication() throws IOException {
		configure("%p %m %L%n");
		GenericApplicationContext application = startedBy();
		GenericApplicationContext other = new GenericApplicationContext();
		application.publishEvent(new ApplicationStartedEvent(new SpringApplication(), new String[0], other, null));
		application.publishEvent(new ContextClosedEvent(other));
		assertThat(warnings()).isEmpty();
		application.close();
	}

	private GenericApplicationContext startedBy() {
		Findings findings = Findings.of(this.context);
		findings.start(settings(LintMode.WARN), false);
		GenericApplicationContext application = new GenericApplicationContext();
		application.addApplicationListener(new LateLinter(findings, application));
		application.refresh();
		return application;
	}

	@Test
	void inAPropertyNameTheProperty() throws IOException {
		MockEnvironment environment = new MockEnvironment().withProperty("logging.pattern.level", "%5p %L");
		this.context.putObject(LintEnvironment.ENVIRONMENT, environment);
		configure("%d %5p %L %m%n");
		start(Findings.of(this.context), settings(LintMode.WARN), false);
		assertThat(printed()).contains("logging.pattern.level: location-not-captured");
	}

	@Test
	void besideAPropertyNameTheConfiguration() throws IOException {
		MockEnvironment environment = new MockEnvironment().withProperty("logging.pattern.level", "%5p");
		this.context.putObject(LintEnvironment.ENVIRONMENT, environment);
		configure("%d %5p %L %m%n");
		start(Findings.of(this.context), settings(LintMode.WARN), false);
		assertThat(printed()).contains("location-not-captured").doesNotContain("logging.pattern.level");
	}

	@Test
	void hintsAreNoWarnings() throws IOException {
		configure("%p %m%n");
		Findings findings = Findings.of(this.context);
		start(findings, settings(LintMode.WARN), false);
		assertThat(findings.current()).isNotEmpty().allMatch((finding) -> finding.severity() == FindingSeverity.HINT);
		assertThat(warnings()).isEmpty();
	}

	@Test
	void ofAWebApplicationWarnOfLineBreaks() throws IOException {
		configure("%p %m%n");
		start(Findings.of(this.context), settings(LintMode.WARN), true);
		assertThat(warnings()).singleElement().asString().contains("unencoded-message");
	}

	@Test
	void goAwayWhenAReconfigurationMendsThem() throws IOException {
		configure("%p %m %L%n");
		Findings findings = Findings.of(this.context);
		start(findings, settings(LintMode.WARN), false);
		assertThat(findings.locations()).isOne();
		configure("%p %m%n");
		assertThat(findings.locations()).isZero();
		assertThat(findings.current()).noneMatch(Finding::isAboutLocation);
	}

	@Test
	void comeWithAReconfiguration() throws IOException {
		configure("%p %m%n");
		Findings findings = Findings.of(this.context);
		start(findings, settings(LintMode.WARN), false);
		configure("%p %m %L%n");
		assertThat(warnings()).hasSize(1);
		assertThat(findings.locations()).isEqualTo(1);
	}

	@Test
	void areWarnedOfOnceThroughReconfigurationsThatChangeNothing() throws IOException {
		configure("%p %m %L%n");
		start(Findings.of(this.context), settings(LintMode.WARN), false);
		configure("%p %m %L%n");
		configure("%p %m %L%n");
		assertThat(warnings()).hasSize(1);
	}

	@Test
	void areWarnedOfAgainWhenTheyComeBack() throws IOException {
		configure("%p %m %L%n");
		start(Findings.of(this.context), settings(LintMode.WARN), false);
		configure("%p %m%n");
		configure("%p %m %L%n");
		assertThat(warnings()).hasSize(2);
	}

	@Test
	void failTheStart() throws IOException {
		configure("%p %m %L%n");
		Findings findings = Findings.of(this.context);
		assertThatExceptionOfType(LoggingStartException.class)
			.isThrownBy(() -> findings.start(settings(LintMode.FAIL), true))
			.withMessageContainingAll("ringlog.lint.mode=fail", "location-not-captured", "%L", "^ position 6",
					"unencoded-message", "^ position 3");
		assertThat(warnings()).isEmpty();
	}

	@Test
	void failTheStartAlsoIfTheLocationIsCaptured() throws IOException {
		this.captured = true;
		configure("%p %encode{%m}{CRLF} %L%n%ex{none}");
		Findings findings = Findings.of(this.context);
		assertThatExceptionOfType(LoggingStartException.class)
			.isThrownBy(() -> findings.start(settings(LintMode.FAIL), true))
			.withMessageContaining("location-captured");
	}

	@Test
	void failNothingWhenTheyAreHints() throws IOException {
		configure("%p %m%n");
		Findings findings = Findings.of(this.context);
		findings.start(settings(LintMode.FAIL), false);
		assertThat(findings.current()).isNotEmpty();
	}

	@Test
	void areNoneOfAnIgnoredRule() throws IOException {
		configure("%p %m %L%n");
		Findings findings = Findings.of(this.context);
		findings.start(settings(LintMode.FAIL, LintRule.LOCATION_NOT_CAPTURED, LintRule.UNENCODED_MESSAGE,
				LintRule.UNPRINTED_TRACE_ID), true);
		assertThat(findings.current()).isEmpty();
		assertThat(findings.locations()).isZero();
		assertThat(warnings()).isEmpty();
		start(findings, settings(LintMode.WARN, LintRule.UNENCODED_MESSAGE, LintRule.UNPRINTED_TRACE_ID), true);
		assertThat(findings.current()).extracting(Finding::rule).containsExactly("location-not-captured");
		assertThat(warnings()).hasSize(1);
	}

	@Test
	void failNothingWhereNoLayoutAsksForALocation() throws IOException {
		LoggerContext asynchronous = TestRing.newContext("asynchronous");
		try {
			configure(asynchronous, "%p %m%n", "<Logger name='acme' includeLocation='true'/>");
			Findings findings = Findings.of(asynchronous);
			findings.start(settings(LintMode.FAIL), false);
			assertThat(findings.locations()).isZero();
		}
		finally {
			asynchronous.stop();
		}
		assertThat(warnings()).isEmpty();
	}

	@Test
	void nameTheFilesOfAnOverridingConfiguration() throws IOException {
		Path override = Files.writeString(this.directory.resolve("override.xml"), xml("%p %m %L%n", ""));
		Path base = Files.writeString(this.directory.resolve("base.xml"), xml("%p %m%n", ""));
		this.context.start(new CompositeConfiguration(List.of(read(base), read(override))));
		start(Findings.of(this.context), settings(LintMode.WARN), false);
		assertThat(warnings()).singleElement()
			.asString()
			.contains("base.xml, ", "override.xml: ")
			.doesNotContain("null");
	}

	private XmlConfiguration read(Path file) throws IOException {
		return new XmlConfiguration(this.context, ConfigurationSource.fromUri(file.toUri()));
	}

	@Test
	void warnOnlyAfterAReconfigurationThoughTheyAreToFail() throws IOException {
		configure("%p %m%n");
		Findings findings = Findings.of(this.context);
		findings.start(settings(LintMode.FAIL), false);
		configure("%p %m %L%n");
		assertThat(warnings()).hasSize(1);
		assertThat(findings.locations()).isEqualTo(1);
	}

	@Test
	void areLookedForAgainOnlyWhenSomethingHasChanged() throws IOException {
		configure("%m %L%n");
		Findings findings = Findings.of(this.context);
		start(findings, settings(LintMode.WARN), false);
		List<Finding> first = findings.current();
		assertThat(findings.current()).isSameAs(first);
		Configuration configuration = this.context.getConfiguration();
		configuration.addLogger("added", new LoggerConfig("added", Level.DEBUG, true));
		List<Finding> second = findings.current();
		assertThat(second).isNotSameAs(first);
		configuration.getLoggerConfig("added").addAppender(configuration.getAppender("file"), Level.ALL, null);
		assertThat(findings.current()).isNotSameAs(second);
		this.context.reconfigure();
		assertThat(findings.current()).isNotSameAs(second);
	}

	@Test
	void areNoneWhenTheyAreOff() throws IOException {
		configure("%p %m %L%n");
		Findings findings = Findings.of(this.context);
		findings.start(settings(LintMode.OFF), false);
		configure("%p %m %C%n");
		assertThat(findings.isEnabled()).isFalse();
		assertThat(findings.current()).isEmpty();
		assertThat(warnings()).isEmpty();
	}

	@Test
	void areReportedOnceForAConfiguration() throws IOException {
		configure("%p %m %L%n");
		Findings findings = Findings.of(this.context);
		start(findings, settings(LintMode.WARN), false);
		List<Finding> judged = findings.current();
		this.context.updateLoggers();
		assertThat(findings.current()).isEqualTo(judged);
		assertThat(warnings()).hasSize(1);
	}

	@Test
	void areJudgedAndReadWithoutAWordWhenTheEnvironmentIsGone() throws IOException {
		this.context.putObject(LintEnvironment.ENVIRONMENT, new MockEnvironment());
		start(Lint.configuration("<StructuredLogLayout format='ecs'/>"));
		Findings findings = Findings.of(this.context);
		start(findings, settings(LintMode.WARN), false);
		this.context.removeObject(LintEnvironment.ENVIRONMENT);
		List<String> said = new ArrayList<>();
		StatusConsoleListener listener = new StatusConsoleListener(Level.WARN) {
			@Override
			public void log(StatusData data) {
				said.add(data.getFormattedStatus());
			}
		};
		StatusLogger.getLogger().registerListener(listener);
		try {
			this.context.updateLoggers();
			this.context.getConfiguration().addLogger("added", new LoggerConfig("added", Level.DEBUG, true));
			this.context.updateLoggers();
			findings.current();
			start(findings, settings(LintMode.WARN), false);
		}
		finally {
			StatusLogger.getLogger().removeListener(listener);
		}
		assertThat(said).isEmpty();
	}

	@Test
	void makeNoPlugin() throws IOException {
		String xml = Lint.wrap(
				"""
						<Routing name='routing'><Routes pattern='x'><Route>
						<Console name='routed'><LintTestLayout/></Console>
						</Route></Routes></Routing>
						<JDBC name='main' tableName='events'>
						<DriverManager connectionString='jdbc:h2:mem:findings;INIT=CREATE TABLE IF NOT EXISTS events (a VARCHAR(99))'/>
						<ColumnMapping name='a'><LintTestLayout/></ColumnMapping></JDBC>""",
				"<Root level='info'><AppenderRef ref='routing'/><AppenderRef ref='main'/></Root>");
		AbstractConfiguration configuration = Lint.build(xml);
		int made = LintTestLayout.made.get();
		Lint.lint(configuration, LocationCapture.NEVER, Lint.UNKNOWN);
		new LocationFinder(configuration).printsLocation(configuration.getRootLogger());
		assertThat(LintTestLayout.made).hasValue(made);
	}

	private void start(String xml) throws IOException {
		XmlConfiguration configuration = new XmlConfiguration(this.context,
				new ConfigurationSource(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8))));
		WrittenConfiguration.keep(configuration, false);
		this.context.start(configuration);
	}

	@Test
	void ofALostLocationStandFirst() throws IOException {
		configure("%p %m %L%n%ex");
		start(Findings.of(this.context), settings(LintMode.WARN), true);
		assertThat(warnings()).singleElement().asString().contains("location-not-captured", "There are 2 warnings");
	}

	@Test
	void areLoggedAsOneWarningWithTheWorstTheNumberAndWhereAllAre() throws IOException {
		String text = "<PatternLayout pattern='%p %m %xEx%n'/>";
		String file = "<File name='{}' fileName='" + this.directory.resolve("{}.txt") + "'>" + text + "</File>";
		String xml = Lint.wrap(
				"<File name='file' fileName='" + this.directory.resolve("log.txt") + "'>" + text + "</File>"
						+ file.replace("{}", "b") + file.replace("{}", "c")
						+ "<Async name='lossy' blocking='false'><AppenderRef ref='c'/></Async>"
						+ "<Async name='lossier' blocking='false'><AppenderRef ref='b'/></Async>",
				"<Root level='info'><AppenderRef ref='file'/><AppenderRef ref='lossy'/><AppenderRef ref='lossier'/></Root>");
		start(xml);
		Findings findings = Findings.of(this.context);
		start(findings, settings(LintMode.WARN), true);
		assertThat(warnings()).singleElement().asString().contains("discarding-queue: appender 'lossy'");
		assertThat(printed()).contains("There are 3 warnings", "/actuator/ringlog", "ringlog.lint.mode=fail");
	}

	@ParameterizedTest
	@ValueSource(strings = { "%p %L%n", "%p %m%n%xEx", "%p %m%n" })
	void thatCostButNeitherLoseNorForgeNorFalsifyAreNoWarnings(String pattern) throws IOException {
		this.captured = true;
		configure(pattern);
		Findings findings = Findings.of(this.context);
		start(findings, settings(LintMode.WARN), false);
		assertThat(findings.current()).isNotEmpty();
		assertThat(warnings()).isEmpty();
	}

	@Test
	void areTheSameForWhoeverAsks() {
		assertThat(Findings.of(this.context)).isSameAs(Findings.of(this.context));
	}

	/**
	 * A layout of the user's, which counts how often it is made.
	 */
	@Plugin(name = "LintTestLayout", category = Node.CATEGORY, elementType = Layout.ELEMENT_TYPE)
	static final class LintTestLayout extends AbstractStringLayout {

		static final AtomicInteger made = new AtomicInteger();

		private LintTestLayout() {
			super(StandardCharsets.UTF_8);
		}

		@PluginFactory
		static LintTestLayout create() {
			made.incrementAndGet();
			return new LintTestLayout();
		}

		@Override
		public String toSerializable(LogEvent event) {
			return "";
		}

	}

}
