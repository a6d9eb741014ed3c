package io.github.ringlog.lint;

import java.io.IOException;
import java.util.List;

import io.github.ringlog.environment.LoggingStartException;
import io.github.ringlog.environment.RingLogProperties.Lint;
import io.github.ringlog.environment.RingLogProperties.LintMode;
import io.github.ringlog.location.QuietStatusLogger;
import io.github.ringlog.logger.RingLoggerContext;
import io.github.ringlog.logger.TestRing;
import io.github.ringlog.logger.XmlSource;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.core.env.StandardEnvironment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A configuration that did not become what it says is told.
 */
@Timeout(120)
@ExtendWith(QuietStatusLogger.class)
class IncompleteConfigurationTests {

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
					new Surroundings(false, null, new StandardEnvironment()));
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
				.isThrownBy(() -> Findings.of(context).start(new Lint(mode, List.of()), false))
				.withMessageContainingAll("No logger has an appender", "/proc/nowhere/x.log", "\"file\"");
		}
		finally {
			context.stop();
		}
	}

}
