package io.github.ringlog.lint;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import io.github.ringlog.location.QuietStatusLogger;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The rules that are not about locations.
 */
@ExtendWith(QuietStatusLogger.class)
class RuleTests {

	private static List<Finding> findings(String rule, String xml, LocationCapture capture, Surroundings surroundings) {
		return Lint.live(xml, capture, surroundings).stream().filter((finding) -> finding.rule().equals(rule)).toList();
	}

	private static List<Finding> findings(String rule, String xml, LocationCapture capture) {
		return findings(rule, xml, capture, Surroundings.unknown());
	}

	private static List<Finding> findings(String rule, String xml) {
		return findings(rule, xml, LocationCapture.NEVER);
	}

	private static Surroundings surroundings(int processors, boolean container, String waitStrategy,
			Map<String, String> properties) {
		return new Surroundings(processors, container, waitStrategy, (name) -> properties.getOrDefault(name, ""));
	}

	@Nested
	class ExtendedStackTrace {

		@ParameterizedTest
		@ValueSource(strings = { "%m%n%xEx", "%xThrowable", "%m%xException{20}", "%xwEx", "%clr{%xwEx}{red}",
				"%m%xEx{filters(a,b)}" })
		void isFound(String pattern) {
			assertThat(of(pattern)).singleElement().satisfies((finding) -> {
				assertThat(finding.severity()).isEqualTo(FindingSeverity.WARNING);
				assertThat(finding.position()).isEqualTo(pattern.indexOf("%x"));
			});
		}

		@ParameterizedTest
		@ValueSource(strings = { "%m%n%ex", "%wEx", "%rEx", "%x %X", "%%xEx", "%xEx{none}", "%xEx{0}", "%d{xEx}" })
		void isNotFoundWhereThereIsNone(String pattern) {
			assertThat(of(pattern)).isEmpty();
		}

		@Test
		void adviceNamesThePropertyOfSpringBoot() {
			assertThat(of("%xwEx").get(0).advice()).contains("%wEx", "logging.exception-conversion-word");
		}

		private static List<Finding> of(String pattern) {
			return findings(ExtendedStackTraceRule.RULE, Lint.configuration(Lint.patternLayout(pattern)));
		}

	}

	@Nested
	class ImmediateFlush {

		@TempDir
		private Path directory;

		@ParameterizedTest
		@ValueSource(strings = { "File", "RandomAccessFile" })
		void isFoundInFiles(String type) {
			assertThat(of(file(type, ""), LocationCapture.NEVER)).singleElement()
				.satisfies((finding) -> assertThat(finding.where().appender()).isEqualTo("main"));
			assertThat(of(file(type, "immediateFlush='true'"), LocationCapture.EAGER)).hasSize(1);
		}

		@ParameterizedTest
		@ValueSource(strings = { "RollingFile", "RollingRandomAccessFile" })
		void isFoundInFilesThatRoll(String type) {
			assertThat(of(rolling(type, ""), LocationCapture.ON_DEMAND)).hasSize(1);
			assertThat(of(rolling(type, "immediateFlush='false'"), LocationCapture.ON_DEMAND)).isEmpty();
		}

		@ParameterizedTest
		@ValueSource(strings = { "File", "RandomAccessFile" })
		void isNotFoundWhereItIsOff(String type) {
			assertThat(of(file(type, "immediateFlush='false'"), LocationCapture.NEVER)).isEmpty();
		}

		@ParameterizedTest
		@EnumSource(names = { "LAZY", "ON_DEMAND_SYNCHRONOUS" })
		void isNotFoundWhereThereAreNoBatches(LocationCapture capture) {
			assertThat(of(file("File", ""), capture)).isEmpty();
		}

		@Test
		void isNotFoundInTheConsoleWhichIsFlushedAnyway() {
			assertThat(of("<Console name='main'/>", LocationCapture.NEVER)).isEmpty();
		}

		private String file(String type, String attributes) {
			return "<%1$s name='main' fileName='%2$s' %3$s/>".formatted(type, this.directory.resolve("main.log"),
					attributes);
		}

		private String rolling(String type, String attributes) {
			return "<%1$s name='main' fileName='%2$s' filePattern='%2$s.%%i' %3$s><SizeBasedTriggeringPolicy/></%1$s>"
				.formatted(type, this.directory.resolve("main.log"), attributes);
		}

		private static List<Finding> of(String appender, LocationCapture capture) {
			return findings(ImmediateFlushRule.RULE, Lint.configuration(appender, "main"), capture);
		}

	}

	@Nested
	class DoubleQueue {

		private static final String CONSOLE = "<Console name='main'/>";

		private static final String ASYNC_LOGGERS = Lint.wrap(CONSOLE,
				"<AsyncLogger name='com.acme' level='debug'/><AsyncRoot level='info'><AppenderRef ref='main'/></AsyncRoot>");

		private static final String ASYNC_APPENDER = Lint
			.configuration(CONSOLE + "<Async name='async'><AppenderRef ref='main'/></Async>", "async");

		@Test
		void isFoundInAsyncLoggersWithWhatToPutInTheirPlace() {
			assertThat(findings(DoubleQueueRule.RULE, ASYNC_LOGGERS)).satisfiesExactlyInAnyOrder((acme) -> {
				assertThat(acme.where().logger()).isEqualTo("com.acme");
				assertThat(acme.advice()).contains("<Logger name=\"com.acme\" level=\"…\"> … </Logger>");
			}, (root) -> {
				assertThat(root.where().logger()).isEqualTo("root");
				assertThat(root.advice()).contains("<Root level=\"…\"> … </Root>");
			});
		}

		@Test
		void isFoundInAsyncAppenders() {
			assertThat(findings(DoubleQueueRule.RULE, ASYNC_APPENDER)).singleElement()
				.satisfies((finding) -> assertThat(finding.where().appender()).isEqualTo("async"));
		}

		@Test
		void isNoneBehindSynchronousLoggers() {
			assertThat(findings(DoubleQueueRule.RULE, ASYNC_LOGGERS, LocationCapture.LAZY)).isEmpty();
			assertThat(findings(DoubleQueueRule.RULE, ASYNC_APPENDER, LocationCapture.ON_DEMAND_SYNCHRONOUS)).isEmpty();
		}

		@Test
		void isNoneWithOrdinaryLoggersAndAppenders() {
			assertThat(findings(DoubleQueueRule.RULE, Lint.configuration("<PatternLayout/>"))).isEmpty();
		}

	}

	@Nested
	class BusyWait {

		private static final String XML = Lint.configuration("<PatternLayout/>");

		@ParameterizedTest
		@ValueSource(strings = { "busy-spin", "yielding" })
		void isFoundOnTwoProcessors(String strategy) {
			assertThat(of(LocationCapture.NEVER, surroundings(2, false, strategy, Map.of()))).singleElement()
				.satisfies((finding) -> assertThat(finding.specifier())
					.isEqualTo("ringlog.buffer.wait-strategy=" + strategy));
		}

		@Test
		void isNotFoundOnMoreProcessors() {
			assertThat(of(LocationCapture.NEVER, surroundings(3, false, "busy-spin", Map.of()))).isEmpty();
		}

		@ParameterizedTest
		@ValueSource(strings = { "adaptive", "blocking", "sleeping" })
		void isNotFoundInOtherStrategies(String strategy) {
			assertThat(of(LocationCapture.NEVER, surroundings(1, false, strategy, Map.of()))).isEmpty();
		}

		@ParameterizedTest
		@ValueSource(strings = { "Yield", "BusySpin" })
		void isFoundInLog4jsOwnLoggers(String strategy) {
			Surroundings surroundings = surroundings(2, false, null, Map.of("AsyncLogger.WaitStrategy", strategy));
			assertThat(of(LocationCapture.EAGER, surroundings)).hasSize(1);
			assertThat(of(LocationCapture.NEVER, surroundings)).isEmpty();
		}

		private static List<Finding> of(LocationCapture capture, Surroundings surroundings) {
			return findings(BusyWaitRule.RULE, XML, capture, surroundings);
		}

	}

	@Nested
	class Jndi {

		@ParameterizedTest
		@ValueSource(strings = { "log4j2.enableJndiLookup", "log4j2.enableJndiJms", "log4j2.enableJndiJdbc",
				"log4j2.enableJndiContextSelector" })
		void isFound(String property) {
			assertThat(of(Map.of(property, "true"))).singleElement()
				.satisfies((finding) -> assertThat(finding.specifier()).isEqualTo(property));
		}

		@Test
		void isNotFoundWhenItIsOff() {
			assertThat(of(Map.of("log4j2.enableJndiLookup", "false"))).isEmpty();
			assertThat(of(Map.of())).isEmpty();
		}

		private static List<Finding> of(Map<String, String> properties) {
			return findings(JndiRule.RULE, Lint.configuration("<PatternLayout/>"), LocationCapture.NEVER,
					surroundings(8, false, null, properties));
		}

	}

	@Nested
	class ContextLookup {

		@ParameterizedTest
		@ValueSource(strings = { "%m $${ctx:user}", "%m ${ctx:user}", "%m $${ctx:user:-nobody}" })
		void isFound(String pattern) {
			assertThat(findings(ContextLookupRule.RULE, Lint.configuration(Lint.patternLayout(pattern))))
				.singleElement()
				.satisfies((finding) -> {
					assertThat(finding.position()).isEqualTo(3);
					assertThat(finding.advice()).contains("%X{user}");
				});
		}

		@ParameterizedTest
		@ValueSource(strings = { "%m %X{user}", "%m ${sys:java.version}", "%m $${date:yyyy}", "%m ctx:user" })
		void isNotFound(String pattern) {
			assertThat(findings(ContextLookupRule.RULE, Lint.configuration(Lint.patternLayout(pattern)))).isEmpty();
		}

	}

	@Nested
	class StatusLevel {

		@ParameterizedTest
		@ValueSource(strings = { "OFF", "off", "fatal" })
		void isFoundWhereItHidesErrors(String status) {
			assertThat(of("status='" + status + "'")).singleElement()
				.satisfies((finding) -> assertThat(finding.severity()).isEqualTo(FindingSeverity.WARNING));
		}

		@ParameterizedTest
		@ValueSource(strings = { "", "status='warn'", "status='error'" })
		void isNotFoundWhereItDoesNot(String status) {
			assertThat(of(status)).isEmpty();
		}

		private static List<Finding> of(String status) {
			return findings(StatusLevelRule.RULE,
					Lint.configuration("<PatternLayout/>").replace("status='OFF'", status));
		}

	}

	@Nested
	class UnreachableAppender {

		@Test
		void isFound() {
			String xml = Lint.configuration("<Console name='main'/><Console name='idle'/>", "main");
			assertThat(findings(UnreachableAppenderRule.RULE, xml)).singleElement()
				.satisfies((finding) -> assertThat(finding.where().appender()).isEqualTo("idle"));
		}

		@ParameterizedTest
		@ValueSource(strings = { "<Async name='outer'><AppenderRef ref='main'/></Async>",
				"<Rewrite name='outer'><MapRewritePolicy/><AppenderRef ref='main'/></Rewrite>",
				"<Failover name='outer' primary='main'><Failovers><AppenderRef ref='main'/></Failovers></Failover>",
				"<Routing name='outer'><Routes pattern='x'><Route ref='main'/></Routes></Routing>" })
		void isNotFoundBehindAnother(String outer) {
			String xml = Lint.configuration("<Console name='main'/>" + outer, "outer");
			assertThat(findings(UnreachableAppenderRule.RULE, xml)).isEmpty();
			assertThat(Lint.unstarted(xml)).noneMatch((finding) -> finding.rule().equals(UnreachableAppenderRule.RULE));
		}

		@Test
		void isNotFoundForThatOfALogger() {
			String xml = Lint.wrap("<Console name='a'/><Console name='b'/>",
					"<Logger name='x' additivity='false'><AppenderRef ref='a'/></Logger><Root><AppenderRef ref='b'/></Root>");
			assertThat(findings(UnreachableAppenderRule.RULE, xml)).isEmpty();
		}

	}

	@Nested
	class UnencodedMessage {

		@ParameterizedTest
		@ValueSource(strings = { "%d %m%n", "%d %msg", "%d %X{user}", "%d %highlight{%m}" })
		void isAHint(String pattern) {
			assertThat(of(pattern)).singleElement()
				.satisfies((finding) -> assertThat(finding.severity()).isEqualTo(FindingSeverity.HINT));
		}

		@ParameterizedTest
		@ValueSource(strings = { "%encode{%m}{CRLF}%n", "%enc{%clr{%m}{red} %X{user}}{CRLF}",
				"%replace{%m}{[\\r\\n]}{ }", "%d %c %p" })
		void isNotFoundWhereItIsEncoded(String pattern) {
			assertThat(of(pattern)).isEmpty();
		}

		private static List<Finding> of(String pattern) {
			return findings(UnencodedMessageRule.RULE, Lint.configuration(Lint.patternLayout(pattern)));
		}

	}

	@Nested
	class ContainerOutput {

		@TempDir
		private Path directory;

		@Test
		void isAHintWhereTheSameEventsGoToBoth() {
			assertThat(of(both("<AppenderRef ref='console'/><AppenderRef ref='file'/>"), true)).singleElement()
				.satisfies((finding) -> {
					assertThat(finding.severity()).isEqualTo(FindingSeverity.HINT);
					assertThat(finding.where().appender()).isEqualTo("file");
				});
		}

		@Test
		void isAHintOnOurAppendersToo() {
			String file = this.directory.resolve("x.log").toString();
			String appenders = "<BatchedConsole name='console'/><BatchedRollingFile name='file' fileName='" + file
					+ "' filePattern='" + file + ".%i'><SizeBasedTriggeringPolicy/></BatchedRollingFile>";
			assertThat(of(Lint.wrap(appenders,
					"<Root level='info'><AppenderRef ref='console'/><AppenderRef ref='file'/></Root>"), true))
				.hasSize(1);
		}

		@Test
		void isNotFoundOutsideOfAContainer() {
			assertThat(of(both("<AppenderRef ref='console'/><AppenderRef ref='file'/>"), false)).isEmpty();
		}

		@Test
		void isNotFoundWhereEventsGoToOneOfThem() {
			assertThat(of(both("<AppenderRef ref='console'/>"), true)).isEmpty();
		}

		private String both(String references) {
			return Lint.wrap(
					"<Console name='console'/><File name='file' fileName='" + this.directory.resolve("x.log") + "'/>",
					"<Root level='info'>" + references + "</Root>");
		}

		private static List<Finding> of(String xml, boolean container) {
			return findings(ContainerOutputRule.RULE, xml, LocationCapture.NEVER,
					surroundings(8, container, null, Map.of()));
		}

	}

}
