package io.github.ringlog.lint;

import java.nio.file.Path;
import java.util.List;

import io.github.ringlog.location.QuietStatusLogger;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.core.env.StandardEnvironment;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The rules that are not about locations.
 */
@ExtendWith(QuietStatusLogger.class)
class RuleTests {

	private static List<Finding> findings(String rule, String xml, LocationCapture capture,
			LintEnvironment lintEnvironment) {
		return Lint.live(xml, capture, lintEnvironment)
			.stream()
			.filter((finding) -> finding.rule().equals(rule))
			.toList();
	}

	private static List<Finding> findings(String rule, String xml, LocationCapture capture) {
		return findings(rule, xml, capture, Lint.UNKNOWN);
	}

	private static List<Finding> findings(String rule, String xml) {
		return findings(rule, xml, LocationCapture.NEVER);
	}

	@Nested
	class LogbackDialect {

		@ParameterizedTest
		@CsvSource(delimiter = '|', quoteCharacter = '`', value = { "%m %clr(%p){red}|3|%clr{…}", "%m %kvp{NONE}|3|%X",
				"%highlight{%kvp %m}|11|%X", "%d{HH:mm:ss,SSS, UTC}|0|%d{HH:mm:ss,SSS}{UTC}",
				"%date{HH:mm, Europe/Berlin}|0|%d{HH:mm}{Europe/Berlin}", "[%X{id:-}] %m|1|%X{key}",
				"%X{a:-${sys:b}}|0|%equals{%X{key}}{}{default}", "%caller{2}|0|%l", "%contextName|0|the text itself",
				"%property{x}|0|${key}", "%micros|0|%d{SSSSSS}", "%cyan(%m)|0|%cyan{…}",
				"%boldRed(%m)|0|%style{…}{bold,red}", "%gray(%m)|0|%style{…}{bright_black}",
				"%replace(%m){'a', 'b'}|0|%replace{…}{regex}{text}", "%-30(%p %t)|0|%equals{…}{}{}",
				"%esb(){APPLICATION_NAME}|0|%esb{${sys:NAME:-}}", "%prefix(%p)|0|level=%p", "%-5le|0|%p",
				"%lo{36}|0|%c", "%wex|0|%wEx", "%nopex|0|%ex{none}", "%m%rootException|2|%rEx",
				"%m%n${LOG_EXCEPTION_CONVERSION_WORD}|4|${sys:LOG_EXCEPTION_CONVERSION_WORD}",
				"%m ${node}|3|${spring:node}" })
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
		@ValueSource(strings = { "%d{HH:mm:ss,SSS} %-5p (%t) %c{1.} %m%n%xwEx", "%clr{%p}{red} %X{id}", "%unknown", "",
				"%", "100%", "%%d{HH, UTC}", "%%clr(%p)", "%d{HH:mm:ss,SSS}{UTC}", "%d{HH:mm:ss,Z}", "%d{DEFAULT,1}",
				"%highlight{%p}{ERROR=red, WARN=yellow}", "%replace{%m}{[(]}{(}", "%level(%m)", "%X{a} %X %mdc{a, b}",
				"%equals{%X{a}}{}{none}", "%date{HH 'h', mm}", "%d{", "%d{}" })
		void isNotFoundInLog4jsOwn(String pattern) {
			assertThat(findings(LogbackPatternRule.RULE, Lint.configuration(Lint.patternLayout(pattern)))).isEmpty();
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
		@CsvSource({ "indent, 0", "escape, 0", "keep, 0", ", 1" })
		void isNotFoundWhereLineBreaksAreGuarded(String lineBreaks, int expected) {
			assertThat(guarded(Lint.configuration(Lint.patternLayout("%m%n%wEx")), lineBreaks)).hasSize(expected);
		}

		@Test
		void isEncodedAsJsonWhereThePatternIsJson() {
			assertThat(of("{'text': '%m'}%n")).singleElement()
				.satisfies((finding) -> assertThat(finding.advice()).contains("%encode{%m}{JSON}")
					.doesNotContain("indent"));
		}

		@ParameterizedTest
		@ValueSource(strings = { "<Async name='main'><AppenderRef ref='inner'/></Async>",
				"<Failover name='main' primary='inner'><Failovers><AppenderRef ref='inner'/></Failovers></Failover>" })
		void isFoundBehindAnotherAppenderWhichRinglogDoesNotWrite(String outer) {
			assertThat(guarded(Lint.configuration(
					"<Console name='inner'>" + Lint.patternLayout("%m%n") + "</Console>" + outer, "main"), "indent"))
				.singleElement()
				.satisfies((finding) -> assertThat(finding.advice()).contains("%sanitized{"));
		}

		@ParameterizedTest
		@EnumSource(names = { "OF_LOG4J", "ON_DEMAND_SYNCHRONOUS" })
		void isFoundWhereLog4jWrites(LocationCapture capture) {
			MockEnvironment environment = new MockEnvironment().withProperty("ringlog.appenders.line-breaks", "indent");
			assertThat(findings(UnencodedMessageRule.RULE, Lint.configuration(Lint.patternLayout("%m%n")), capture,
					new LintEnvironment(false, null, environment)))
				.singleElement()
				.satisfies((finding) -> assertThat(finding.advice()).contains("%sanitized{")
					.doesNotContain("line-breaks"));
		}

		private static List<Finding> guarded(String xml, String lineBreaks) {
			MockEnvironment environment = new MockEnvironment();
			if (lineBreaks != null) {
				environment.setProperty("ringlog.appenders.line-breaks", lineBreaks);
			}
			return findings(UnencodedMessageRule.RULE, xml, LocationCapture.NEVER,
					new LintEnvironment(false, null, environment));
		}

		@Test
		void namesWhatProtects() {
			assertThat(of("%encode{%m}{CRLF}%n%ex")).singleElement().satisfies((finding) -> {
				assertThat(finding.specifier()).isEqualTo("%ex");
				assertThat(finding.advice()).contains("ringlog.appenders.line-breaks=indent");
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
					new LintEnvironment(true, null, new StandardEnvironment())))
				.singleElement()
				.satisfies((finding) -> {
					assertThat(finding.severity()).isEqualTo(FindingSeverity.WARNING);
					assertThat(finding.specifier()).isEqualTo("%X{user}");
					assertThat(finding.where().appender()).isEqualTo("b");
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
					LocationCapture.NEVER, new LintEnvironment(false, null, environment)))
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
					web ? new LintEnvironment(true, null, new StandardEnvironment()) : Lint.UNKNOWN)
				.get(0)
				.severity();
		}

		private static List<Finding> of(String pattern) {
			return findings(UnencodedMessageRule.RULE, Lint.configuration(Lint.patternLayout(pattern)));
		}

	}

}
