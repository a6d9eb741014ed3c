package io.github.ringlog.it;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import io.github.ringlog.it.app.MixedOutputApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Log4j's own appenders when nothing fails.
 */
class StreamSinkApplicationTests {

	@TempDir
	private Path directory;

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void mixesNoLineWithWhatOthersPrint(boolean follow) throws Exception {
		AtomicReference<Process> reader = new AtomicReference<>();
		RunningJvm application = configured(ChildJvm.of(this.directory, MixedOutputApplication.class), "mixed", """
				<Console name="appender" follow="%s"><PatternLayout pattern="%%m%%n"/></Console>
				""".formatted(follow)).startInto(new ProcessBuilder("cat"), reader::set);
		assertThat(reader.get().waitFor(1, TimeUnit.MINUTES)).isTrue();
		List<String> lines = application.output().lines().toList();
		assertThat(lines).hasSize(80_000);
		assertThat(lines.stream().filter((line) -> !line.matches("[0-3] \\d+ x*!"))).isEmpty();
	}

	private static ChildJvm configured(ChildJvm application, String logger, String appender) {
		return application.file("batched.xml", """
				<Configuration>
				  <Appenders>%s</Appenders>
				  <Loggers>
				    <Logger name="%s" level="info" additivity="false"><AppenderRef ref="appender"/></Logger>
				    <Root level="off"/>
				  </Loggers>
				</Configuration>
				""".formatted(appender, logger))
			// Log4j warns of a relative one, on standard output.
			.argument("--logging.config=" + application.path("batched.xml"), "--spring.main.banner-mode=off");
	}

}
