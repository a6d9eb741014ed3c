package io.github.ringlog.it;

import java.nio.file.Path;
import java.util.List;

import io.github.ringlog.it.app.SmallApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.LogFile;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that a user's {@code includeLocation} goes before
 * {@code ringlog.location.capture}.
 */
class LocationDecisionTests {

	@TempDir
	private Path directory;

	@ParameterizedTest
	@CsvSource({ "'', '--ringlog.location.capture=false', false", "'', '--ringlog.location.capture=true', true",
			"'', '--ringlog.enabled=false', true",
			"'includeLocation=\"true\"', '--ringlog.location.capture=false', true",
			"'includeLocation=\"true\"', '--ringlog.enabled=false', true",
			"'includeLocation=\"false\"', '--ringlog.location.capture=true', false",
			"'includeLocation=\"false\"', '--ringlog.enabled=false', false" })
	void decidesForItsLogger(String attribute, String argument, boolean captured) {
		RunningJvm application = ChildJvm.of(this.directory, SmallApplication.class)
			.log4j("""
					<Configuration>
					  <Appenders>
					    <File name="file" fileName="app.log" immediateFlush="false"><PatternLayout pattern="%%p %%m %%M%%n"/></File>
					  </Appenders>
					  <Loggers><Root level="info" %s><AppenderRef ref="file"/></Root></Loggers>
					</Configuration>
					"""
				.formatted(attribute))
			.argument(argument)
			.run();
		assertThat(application.exitCode()).as(application.describe()).isZero();
		List<String> lines = new LogFile(this.directory.resolve("app.log")).lines();
		assertThat(lines).contains("INFO The application runs " + (captured ? "main" : ""));
		assertThat(lines.stream().anyMatch((line) -> line.startsWith("WARN") && line.contains("location-not-captured")))
			.isNotEqualTo(captured);
	}

	/**
	 * Nobody can tell whether an appender asks for the location that is not Log4j's own
	 * and does not say so.
	 */
	@ParameterizedTest
	@CsvSource({ "'', --ringlog.enabled=false, main", "'includeLocation=\"false\"', --ringlog.enabled=false, none",
			"'', --ringlog.location.capture=false, none", "'', --ringlog.location.capture=true, main",
			"'includeLocation=\"true\"', --ringlog.location.capture=false, main",
			"'includeLocation=\"false\"', --ringlog.location.capture=true, none" })
	void reachesAnAppenderThatDoesNotSayThatItAsks(String attribute, String argument, String source) {
		RunningJvm application = ChildJvm.of(this.directory, SmallApplication.class).log4j("""
				<Configuration>
				  <Appenders><Source name="source"/></Appenders>
				  <Loggers><Root level="info" %s><AppenderRef ref="source"/></Root></Loggers>
				</Configuration>
				""".formatted(attribute)).argument(argument).run();
		assertThat(application.exitCode()).as(application.describe()).isZero();
		assertThat(application.output()).contains("source of The application runs: " + source + "\n");
	}

}
