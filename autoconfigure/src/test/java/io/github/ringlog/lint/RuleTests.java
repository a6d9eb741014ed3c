package io.github.ringlog.lint;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.ringlog.location.QuietStatusLogger;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.mock.env.MockEnvironment;

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
		return new Surroundings(processors, container, false, waitStrategy, null,
				(name) -> properties.getOrDefault(name, ""), Set.of(), null);
	}

	@Nested
	class LogbackDialect {

		@ParameterizedTest
		@CsvSource(delimiter = '|', quoteCharacter = '`', value = { "%m %clr(%p){red}|3|Write %clr{%p}{red}.",
				"%kvp %m|0|write %X", "%d{HH:mm, UTC} %m|0|%d{HH:mm}{UTC}", "[%X{id:-}] %m|1|Write %X{id}." })
		void isFound(String pattern, int position, String advice) {
			assertThat(findings(LogbackPatternRule.RULE, Lint.configuration(Lint.patternLayout(pattern))))
				.singleElement()
				.satisfies((finding) -> {
					assertThat(finding.severity()).isEqualTo(FindingSeverity.WARNING);
					assertThat(finding.position()).isEqualTo(position);
					assertThat(finding.advice()).contains(advice);
				});
		}

		@ParameterizedTest
		@ValueSource(strings = { "%d{HH:mm:ss,SSS} %-5p (%t) %c{1.} %m%n%xwEx", "%clr{%p}{red} %X{id}", "%unknown" })
		void isNotFoundInLog4jsOwn(String pattern) {
			assertThat(findings(LogbackPatternRule.RULE, Lint.configuration(Lint.patternLayout(pattern)))).isEmpty();
		}

	}

	@Nested
	class ExtendedStackTrace {

		@ParameterizedTest
		@ValueSource(strings = { "%m%n%xEx", "%xThrowable", "%m%xException{20}", "%xwEx", "%clr{%xwEx}{red}",
				"%m%xEx{filters(a,b)}" })
		void isFound(String pattern) {
			assertThat(of(pattern)).singleElement().satisfies((finding) -> {
				assertThat(finding.severity()).isEqualTo(FindingSeverity.HINT);
				assertThat(finding.position()).isEqualTo(pattern.indexOf("%x"));
			});
		}

		@ParameterizedTest
		@ValueSource(strings = { "%m%n%ex", "%wEx", "%rEx", "%x %X", "%%xEx", "%xEx{none}", "%xEx{0}", "%d{xEx}" })
		void isNotFoundWhereThereIsNone(String pattern) {
			assertThat(of(pattern)).isEmpty();
		}

		@ParameterizedTest
		@ValueSource(strings = { "<GelfLayout messagePattern='%m %xEx'/>", "<JsonLayout/>",
				"<JsonLayout stacktraceAsString='true'/>", "<JsonLayout includeStacktrace='false'/>", "<XmlLayout/>",
				"<YamlLayout/>", "<Rfc5424Layout appName='x' exceptionPattern='%xEx'/>" })
		void isFoundInOtherLayouts(String layout) {
			assertThat(findings(ExtendedStackTraceRule.RULE, Lint.configuration(layout))).singleElement()
				.satisfies((finding) -> {
					assertThat(finding.where().layout()).isEqualTo(layout.substring(1).split("[ />]")[0]);
					assertThat(finding.advice()).isNotEmpty();
				});
		}

		@ParameterizedTest
		@ValueSource(strings = { "<GelfLayout messagePattern='%m %ex'/>", "<GelfLayout/>", "<HtmlLayout/>",
				"<JsonTemplateLayout/>", "<EcsLayout serviceName='x'/>", "<CsvLogEventLayout/>",
				"<Rfc5424Layout appName='x' exceptionPattern='%ex [%t]'/>", "<GelfLayout messagePattern='%l [%t]'/>" })
		void isNotFoundInLayoutsWithoutIt(String layout) {
			assertThat(findings(ExtendedStackTraceRule.RULE, Lint.configuration(layout))).isEmpty();
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
		@ValueSource(strings = { "%m $${ctx:user}", "%m ${ctx:user}", "%m $${ctx:user:-nobody}", "%m $${CTX:user}",
				"%m ${Ctx:user}" })
		void isFound(String pattern) {
			assertThat(findings(ContextLookupRule.RULE, Lint.configuration(Lint.patternLayout(pattern))))
				.singleElement()
				.satisfies((finding) -> {
					assertThat(finding.position()).isEqualTo(3);
					assertThat(finding.advice()).contains("%X{user}");
				});
		}

		@ParameterizedTest
		@ValueSource(strings = { "<JsonTemplateLayout eventTemplate='{\"user\": \"$${ctx:user}\"}'/>",
				"<JsonTemplateLayout eventTemplate='{\"user\": \"by ${CTX:user}\"}'/>",
				"<JsonTemplateLayout eventTemplate='{\"user\": \"$${ctx:user:-nobody}\"}'/>",
				"<JsonTemplateLayout><EventTemplateAdditionalField key='user' value='$${ctx:user}'/></JsonTemplateLayout>",
				"<JsonLayout><KeyValuePair key='user' value='$${ctx:user}'/></JsonLayout>",
				"<GelfLayout><KeyValuePair key='user' value='$${ctx:user}'/></GelfLayout>" })
		void isFoundInJson(String layout) {
			for (List<Finding> findings : List.of(Lint.live(Lint.configuration(layout), LocationCapture.NEVER),
					Lint.unstarted(Lint.configuration(layout)))) {
				assertThat(findings).filteredOn((finding) -> finding.rule().equals(ContextLookupRule.RULE))
					.singleElement()
					.satisfies((finding) -> {
						assertThat(finding.specifier())
							.isEqualToIgnoringCase(layout.contains("nobody") ? "${ctx:user:-nobody}" : "${ctx:user}");
						assertThat(finding.where().appender()).isEqualTo("main");
					});
			}
		}

		@ParameterizedTest
		@ValueSource(strings = {
				"<JsonTemplateLayout eventTemplate='{\"user\": {\"$resolver\": \"mdc\", \"key\": \"user\"}}'/>",
				"<JsonTemplateLayout eventTemplate='{\"java\": \"$${sys:java.version}\"}'/>",
				"<JsonLayout properties='true'/>" })
		void isNotFoundInJsonWithoutIt(String layout) {
			assertThat(findings(ContextLookupRule.RULE, Lint.configuration(layout))).isEmpty();
		}

		@ParameterizedTest
		@ValueSource(strings = {
				"<Http name='main' url='http://localhost/'><Property name='X-User' value='$${ctx:user}'/>#</Http>",
				"<Kafka name='main' topic='logs' key='$${ctx:user}'>#</Kafka>" })
		void isFoundOutsideOfALayout(String appender) {
			for (String layout : List.of("<PatternLayout pattern='%m'/>", "<JsonLayout/>")) {
				String configuration = Lint.configuration(appender.replace("#", layout), "main");
				assertThat(Lint.unstarted(configuration))
					.filteredOn((finding) -> finding.rule().equals(ContextLookupRule.RULE))
					.singleElement()
					.satisfies((finding) -> {
						assertThat(finding.severity()).isEqualTo(FindingSeverity.HINT);
						assertThat(finding.specifier()).isEqualTo("${ctx:user}");
						assertThat(finding.where()).isEqualTo(new FindingPlace(null, "main", null));
						assertThat(finding.advice()).contains("%X{user}");
					});
			}
		}

		@Test
		void findsNothingBehindAnAsyncAppender() {
			String configuration = Lint.configuration(
					"<Kafka name='broker' topic='logs' key='$${ctx:user}'><PatternLayout pattern='%m'/></Kafka>"
							+ "<Async name='main'><AppenderRef ref='broker'/></Async>",
					"main");
			assertThat(Lint.unstarted(configuration))
				.filteredOn((finding) -> finding.rule().equals(ContextLookupRule.RULE))
				.singleElement()
				.satisfies((finding) -> {
					assertThat(finding.severity()).isEqualTo(FindingSeverity.WARNING);
					assertThat(finding.message()).contains("AsyncAppender");
					assertThat(finding.advice()).contains("ringlog.isolation.broker");
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

		@ParameterizedTest
		@ValueSource(strings = { "<Async name='outer'><AppenderRef ref='main'/></Async>",
				"<Rewrite name='outer'><MapRewritePolicy/><AppenderRef ref='main'/></Rewrite>",
				"<Failover name='outer' primary='main'><Failovers><AppenderRef ref='main'/></Failovers></Failover>" })
		void isFoundBesideAnother(String outer) {
			String xml = Lint.configuration("<Console name='main'/><Console name='idle'/>" + outer, "outer");
			for (List<Finding> findings : List.of(Lint.live(xml, LocationCapture.NEVER), Lint.unstarted(xml))) {
				assertThat(findings).filteredOn((finding) -> finding.rule().equals(UnreachableAppenderRule.RULE))
					.singleElement()
					.satisfies((finding) -> assertThat(finding.where().appender()).isEqualTo("idle"));
			}
		}

		@ParameterizedTest
		@ValueSource(strings = { "<AppenderRef ref='idle' level='OFF'/>", "<AppenderRef ref='idle' level='off'/>",
				"<AppenderRef ref='outer'/>" })
		void isFoundBehindAReferenceThatIsOff(String reference) {
			String xml = Lint.wrap(
					"<Console name='main'/><Console name='idle'/><Async name='outer'><AppenderRef ref='main'/>"
							+ "<AppenderRef ref='idle' level='OFF'/></Async>",
					"<Root><AppenderRef ref='main'/><AppenderRef ref='outer'/>" + reference + "</Root>");
			for (List<Finding> findings : List.of(Lint.live(xml, LocationCapture.NEVER), Lint.unstarted(xml))) {
				assertThat(findings).filteredOn((finding) -> finding.rule().equals(UnreachableAppenderRule.RULE))
					.singleElement()
					.satisfies((finding) -> assertThat(finding.where().appender()).isEqualTo("idle"));
			}
		}

		@ParameterizedTest
		@ValueSource(strings = { "level='ERROR'", "level='ALL'", "" })
		void isNotFoundBehindAReferenceThatIsOn(String level) {
			String xml = Lint.wrap("<Console name='main'/>", "<Root><AppenderRef ref='main' " + level + "/></Root>");
			assertThat(findings(UnreachableAppenderRule.RULE, xml)).isEmpty();
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

		@TempDir
		private Path directory;

		@ParameterizedTest
		@ValueSource(strings = { "%d %m%n", "%d %msg", "%d %X{user}", "%d %highlight{%m}", "%encode{%m}{XML}",
				"%replace{%m}{secret}{*}", "%replace{%m}{\\n}{ }", "%replace{%m}{[\\r\\n]}{\n}",
				"%encode{%m}{CRLF}%n%ex", "%encode{%m}%n%wEx", "%sanitized{%m}{keep}%n", "%sanitized{%m%n}%xEx{3}" })
		void isAHint(String pattern) {
			assertThat(of(pattern)).singleElement()
				.satisfies((finding) -> assertThat(finding.severity()).isEqualTo(FindingSeverity.HINT));
		}

		@ParameterizedTest
		@ValueSource(strings = { "%encode{%m}{CRLF}%n", "%enc{%clr{%m}{red} %X{user}}{CRLF}",
				"%replace{%m}{[\\r\\n]}{ }", "%d %c %p", "%encode{%m}", "%encode{%m}{html}", "%encode{%m}{JSON}",
				"%encode{%replace{%m}{secret}{*}}{CRLF}", "%replace{%m}{\\s+}{_}", "%replace{%m}{\\R}{ }",
				"%sanitized{%d %m %X%n%wEx}", "%sanitized{%clr{%m}{red}%n%ex}{escape}", "%encode{%m%ex}{CRLF}%n",
				"%encode{%m}{CRLF}%n%ex{none}" })
		void isNotFoundWhereItIsEncoded(String pattern) {
			assertThat(of(pattern)).isEmpty();
		}

		@ParameterizedTest
		@CsvSource({ "indent, 0", "ESCAPE, 0", "keep, 1", "${sys:no.such:-indent}, 0" })
		void isNotFoundInAnAppenderThatSanitizes(String lineBreaks, int expected) {
			String xml = Lint.configuration("<BatchedConsole name='main' lineBreaks='" + lineBreaks + "'>"
					+ Lint.patternLayout("%m%n%wEx") + "</BatchedConsole>", "main");
			for (List<Finding> findings : List.of(Lint.live(xml, LocationCapture.NEVER), Lint.unstarted(xml))) {
				assertThat(findings).filteredOn((finding) -> finding.rule().equals(UnencodedMessageRule.RULE))
					.hasSize(expected);
			}
		}

		@Test
		void namesWhatProtects() {
			assertThat(of("%encode{%m}{CRLF}%n%ex")).singleElement().satisfies((finding) -> {
				assertThat(finding.specifier()).isEqualTo("%ex");
				assertThat(finding.advice()).contains("%sanitized{");
			});
		}

		@Test
		void isFoundOnceForAllPatterns() {
			String xml = Lint.wrap(
					"<Socket name='a' host='127.0.0.1' port='1' protocol='UDP'>" + Lint.patternLayout("%m")
							+ "</Socket><Console name='b'>" + Lint.patternLayout("%X{user} %m")
							+ "</Console><File name='c' " + "fileName='" + this.directory.resolve("c.log") + "'>"
							+ Lint.patternLayout("%m") + "</File>",
					"<Root level='info'><AppenderRef ref='a'/><AppenderRef ref='b'/><AppenderRef ref='c'/></Root>");
			assertThat(findings(UnencodedMessageRule.RULE, xml, LocationCapture.NEVER,
					Surroundings.unknown().ofWebApplication()))
				.singleElement()
				.satisfies((finding) -> {
					assertThat(finding.severity()).isEqualTo(FindingSeverity.WARNING);
					assertThat(finding.specifier()).isEqualTo("%X{user}");
					assertThat(finding.message()).endsWith("There are 3 more such places, in \"a\", \"b\", \"c\".");
				});
		}

		@ParameterizedTest
		@CsvSource(delimiter = '|', textBlock = """
				%X{traceId}          |                                   | false
				%X{traceId, user}    |                                   | true
				%X                   |                                   | true
				%X{traceId}          | ringlog.trace.enabled=false       | true
				%X{traceId}          | ringlog.trace.mdc-key=id          | true
				%X{id}               | ringlog.trace.mdc-key=id          | false
				%X{tenant}           | ringlog.trace.mdc-headers.T=tenant | false
				""")
		void isNotFoundInWhatRinglogValidates(String pattern, String property, boolean found) {
			MockEnvironment environment = new MockEnvironment();
			if (property != null) {
				environment.setProperty(property.split("=")[0], property.split("=")[1]);
			}
			assertThat(findings(UnencodedMessageRule.RULE, Lint.configuration(Lint.patternLayout(pattern)),
					LocationCapture.NEVER, Surroundings.ofBuild(environment)))
				.hasSize(found ? 1 : 0);
		}

		@Test
		void isAWarningInTheLinesOfAWebApplication() {
			assertThat(of("<Console name='main'>", "</Console>", true)).isEqualTo(FindingSeverity.WARNING);
			assertThat(of("<Console name='main'>", "</Console>", false)).isEqualTo(FindingSeverity.HINT);
			assertThat(of("<File name='main' fileName='" + this.directory.resolve("x.log") + "'>", "</File>", true))
				.isEqualTo(FindingSeverity.WARNING);
			assertThat(of("<Socket name='main' host='127.0.0.1' port='1' protocol='UDP'>", "</Socket>", true))
				.isEqualTo(FindingSeverity.HINT);
		}

		private static FindingSeverity of(String start, String end, boolean web) {
			String xml = Lint.configuration(start + Lint.patternLayout("%m%n") + end, "main");
			return findings(UnencodedMessageRule.RULE, xml, LocationCapture.NEVER,
					web ? Surroundings.unknown().ofWebApplication() : Surroundings.unknown())
				.get(0)
				.severity();
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
