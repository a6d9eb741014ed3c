package io.github.ringlog.lint;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import io.github.ringlog.logger.RingLoggerContext;
import io.github.ringlog.logger.TestRing;
import io.github.ringlog.logger.TestSettings;
import io.github.ringlog.receipts.NoCounts;
import io.github.ringlog.receipts.Receipts;
import io.github.ringlog.settings.RingSettings.Isolation;
import org.apache.logging.log4j.core.config.ConfigurationSource;
import org.apache.logging.log4j.core.config.xml.XmlConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Receipts need lines with numbers.
 */
@Timeout(120)
class UnnumberedLinesTests {

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			<Console name='main'><PatternLayout pattern='%d %m%n'/></Console>                            | 1
			<Console name='main'><PatternLayout pattern='%clr{%d}{faint} %m%n'/></Console>               | 1
			<Console name='main'/>                                                                       | 1
			<Console name='main'><GelfLayout/></Console>                                                 | 1
			<Console name='main'><PatternLayout pattern='%seq{[}{] }%m%n'/></Console>                    | 0
			<Console name='main'><PatternLayout pattern='%d %clr{%seq{[}{] }%t}{faint} %m%n'/></Console> | 0
			<Null name='main'/>                                                                          | 0
			""")
	void areFound(String appender, int expected) throws IOException {
		assertThat(lint(appender, "main", true)).hasSize(expected)
			.allSatisfy((finding) -> assertThat(finding.severity()).isEqualTo(FindingSeverity.WARNING));
	}

	@ParameterizedTest
	@CsvSource({ "isolated,%m%n,1", "isolated,%seq %m%n,0", "main,%m%n,0" })
	void areFoundOfAnIsolatedAppenderOfAnyKind(String name, String pattern, int expected, @TempDir Path directory)
			throws IOException {
		String appender = "<MemoryMappedFile name='%s' fileName='%s'><PatternLayout pattern='%s'/></MemoryMappedFile>"
			.formatted(name, directory.resolve("mapped.log"), pattern);
		assertThat(lint(appender, name, true)).hasSize(expected);
	}

	@Test
	void areNotFoundWithoutReceipts() throws IOException {
		assertThat(lint("<Console name='main'><PatternLayout pattern='%m%n'/></Console>", "main", false)).isEmpty();
	}

	private static List<Finding> lint(String appenders, String reference, boolean receipts) throws IOException {
		RingLoggerContext context = TestRing.newContext();
		try {
			if (receipts) {
				Receipts.install(context, new NoCounts());
			}
			context.configure(TestSettings.withIsolation(TestRing.SETTINGS, Map.of("isolated", Isolation.defaults())));
			context.start(new XmlConfiguration(context, new ConfigurationSource(new ByteArrayInputStream(
					Lint.configuration(appenders, reference).getBytes(StandardCharsets.UTF_8)))));
			return Lint.lint(context.getConfiguration(), LocationCapture.NEVER, Lint.UNKNOWN)
				.stream()
				.filter((finding) -> finding.rule().equals(UnnumberedLinesRule.RULE))
				.toList();
		}
		finally {
			context.stop();
		}
	}

}
