package io.github.ringlog.pattern;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.config.DefaultConfiguration;
import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.logging.log4j.message.SimpleMessage;
import org.apache.logging.log4j.util.SortedArrayStringMap;
import org.apache.logging.log4j.util.StringMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.ansi.AnsiOutput;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LogbackPattern}.
 */
class LogbackPatternTests {

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', value = { "%X{id:-}|%X{id}", "%mdc{id:-}|%X{id}",
			"%-8X{id:-}|%-8X{id}", "%X{id:-none}|%equals{%X{id}}{}{none}", "%5X{id:-no id}|%5equals{%X{id}}{}{no id}",
			"[%X{traceId:-},%X{spanId:-}] |[%X{traceId},%X{spanId}] ",
			"%d{yyyy-MM-dd HH:mm:ss.SSS, UTC}|%d{yyyy-MM-dd HH:mm:ss.SSS}{UTC}", "%d{HH:mm:ss,UTC}|%d{HH:mm:ss}{UTC}",
			"%date{HH:mm, Europe/Berlin}|%date{HH:mm}{Europe/Berlin}", "%d{EEE HH:mm, UTC, de}|%d{EEE HH:mm}{UTC}{de}",
			"%d{\"HH:mm:ss,SSS\"}|%d{HH:mm:ss,SSS}", "%d{\"HH:mm:ss,SSS\", UTC}|%d{HH:mm:ss,SSS}{UTC}",
			"%clr(%d{HH:mm:ss.SSS}){faint}|%clr{%d{HH:mm:ss.SSS}}{faint}", "%clr(%5p)|%clr{%5p}",
			"%highlight(%-5level)|%highlight{%-5level}", "%cyan(%logger{36})|%cyan{%logger{36}}",
			"%boldRed(%m)|%style{%m}{bold,red}", "%gray(%m)|%style{%m}{bright_black}", "%red(\\(%t\\))|%red{(%t)}",
			"%highlight(%clr(%p){red} %X{a:-})|%highlight{%clr{%p}{red} %X{a}}",
			"%replace(%msg){'\\d+', '#'}|%replace{%msg}{\\d+}{#}",
			"%replace(%X{a:-}){\"(a)\",\"[$1]\"}|%replace{%X{a}}{(a)}{[$1]}", "%(%p %t)|%p %t",
			"%-30(%p %t)|%-30equals{%p %t}{}{}", "%esb(){APPLICATION_NAME}%m|%esb{${sys:APPLICATION_NAME:-}}%m",
			"%clr(%p){red|%clr{%p}{red", "%d{\"}|%d{\"}", "%le|%p", "%-5le|%-5p", "%lo{36}|%c{36}", "%wex|%wEx",
			"%nopex|%ex{none}", "%m%rootException|%m%rEx" })
	void translatesWhatHasAnExactEquivalent(String logback, String log4j) {
		LogbackPattern pattern = LogbackPattern.of(logback);
		assertThat(pattern.translation()).isEqualTo(log4j);
		assertThat(pattern.foreign()).isNotEmpty().allMatch((piece) -> piece.log4j() != null);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`',
			value = { "%m %kvp{NONE}|3|%X", "%highlight(%kvp %m)|11|%X",
					"%d{HH:mm:ss,SSS, UTC}|15|%d{HH:mm:ss,SSS}{UTC}", "%caller{2}|0|%l",
					"%contextName|0|Log4j has no such name", "%property{x}|0|${key}", "%micros|0|%d{SSSSSS}",
					"%X{a:-${b:-c}}|0|%X{key}", "%clr(}%m){red}|0|%clr{pattern}", "%replace(%m){a}|0|%replace{pattern}",
					"%prefix(%p)|0|level=%p", "%esb(a){B}|0|%esb{pattern}" })
	void namesWhatHasNone(String logback, int position, String advice) {
		LogbackPattern pattern = LogbackPattern.of(logback);
		assertThat(pattern.foreign()).filteredOn((piece) -> piece.log4j() == null)
			.singleElement()
			.satisfies((piece) -> {
				assertThat(piece.position()).isEqualTo(position);
				assertThat(piece.advice()).contains(advice);
				assertThat(logback.substring(position)).startsWith(piece.text());
			});
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "%", "100%", "%%d{HH, UTC}", "%d %5p [%15.15t] %-40.40c{1.} : %m%n%xwEx",
			"%d{yyyy-MM-dd HH:mm:ss,SSS} %-5p", "%d{HH:mm:ss,SSS}{UTC}", "%d{ISO8601}", "%d{UNIX_MILLIS}",
			"%d{DEFAULT,1}", "%d{HH:mm:ss,Z}", "%clr{%d{HH:mm}}{faint} (%t) %c{1.}",
			"%highlight{%p}{ERROR=red, WARN=yellow}", "%replace{%m}{[(]}{(}", "%level(%m)", "%clr(%m",
			"%X{a} %X %mdc{a, b}", "%equals{%X{a}}{}{none}", "%d{HH:mm:ss, SSS}", "%date{HH 'h', mm}",
			"%d{HH:mm, UTC, xx}", "%esb{${sys:APPLICATION_NAME:-}}", "%d{" })
	void leavesLog4jsDialect(String log4j) {
		LogbackPattern pattern = LogbackPattern.of(log4j);
		assertThat(pattern.translation()).isEqualTo(log4j);
		assertThat(pattern.foreign()).isEmpty();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "yyyy-MM-dd HH:mm:ss.SSS, UTC|yyyy-MM-dd HH:mm:ss.SSS}{UTC",
			"yyyy-MM-dd HH:mm:ss,UTC|yyyy-MM-dd HH:mm:ss}{UTC", "HH:mm:ss,SSS|HH:mm:ss,SSS", "HH:mm|HH:mm" })
	void translatesAFormatOfDates(String logback, String log4j) {
		assertThat(LogbackPattern.translateDate(logback)).isEqualTo(log4j);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', ignoreLeadingAndTrailingWhitespace = false,
			value = { "%X{none:-}.|.", "%X{known:-x}%X{none:-x}|valuex", "%6X{none:-x}.|     x.",
					"%d{HH:mm:ss.SSS, UTC}|00:00:01.002", "%d{\"HH:mm:ss,SSS\", UTC}|00:00:01,002", "%d{EEE, UTC}|Thu",
					"%clr(%p){red}|INFO", "%-10(%p %t).|INFO main .", "%replace(%m){'l+','L'}|heLo",
					"%le %lo{1} %msg%nopex|INFO Logger hello", "%red(%m)|\u001b[31mhello\u001b[m",
					"%gray(%m)|\u001b[90mhello\u001b[m", "%boldRed(%m)|\u001b[1;31mhello\u001b[m" })
	void isPrintedByLog4jAsByLogback(String logback, String text) {
		AnsiOutput.Enabled before = AnsiOutput.getEnabled();
		AnsiOutput.setEnabled(AnsiOutput.Enabled.NEVER);
		try {
			assertThat(print(LogbackPattern.of(logback).translation())).isEqualTo(text);
		}
		finally {
			AnsiOutput.setEnabled(before);
		}
	}

	@Test
	void tellsWhatToWrite() {
		assertThat(LogbackPattern.of("%clr(%X{a:-}){red}").foreign()).singleElement()
			.isEqualTo(
					new LogbackPattern.Foreign(0, "%clr(%X{a:-}){red}", "%clr{%X{a}}{red}", "Write %clr{%X{a}}{red}."));
	}

	@Test
	void tellsWhereAPieceIs() {
		assertThat(LogbackPattern.of("%m %le %clr(%highlight(%p %kvp)){red}").foreign())
			.extracting(LogbackPattern.Foreign::position)
			.containsExactly(3, 7, 26);
	}

	private static String print(String pattern) {
		StringMap context = new SortedArrayStringMap();
		context.putValue("known", "value");
		LogEvent event = Log4jLogEvent.newBuilder()
			.setLevel(Level.INFO)
			.setLoggerName("a.Logger")
			.setThreadName("main")
			.setTimeMillis(1002)
			.setMessage(new SimpleMessage("hello"))
			.setContextData(context)
			.build();
		return PatternLayout.newBuilder()
			.withConfiguration(new DefaultConfiguration())
			.withPattern(pattern)
			.build()
			.toSerializable(event);
	}

}
