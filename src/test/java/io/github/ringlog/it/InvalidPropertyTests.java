package io.github.ringlog.it;

import java.nio.file.Path;

import io.github.ringlog.it.app.SmallApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A bad value stops the application with a report that names the property, the value,
 * where it was set and what is allowed, also through a configuration of the user's own.
 */
class InvalidPropertyTests {

	@TempDir
	private Path directory;

	@Test
	void reportsTheLineOfApplicationYml() {
		RunningJvm application = ChildJvm.of(this.directory, SmallApplication.class).file("classes/log4j2.xml", """
				<Configuration>
				  <Appenders><Console name="own"><PatternLayout pattern="own %p %m%n"/></Console></Appenders>
				  <Loggers><Root level="info"><AppenderRef ref="own"/></Root></Loggers>
				</Configuration>
				""").withLast(this.directory.resolve("classes")).applicationYml("""
				ringlog:
				  buffer:
				    size: 1000
				""").run();
		assertThat(application.output()).containsPattern("own ERROR \\s+\\*+\\s+APPLICATION FAILED TO START");
		FailureReport.of(application)
			.says("Invalid value '1000' for configuration property 'ringlog.buffer.size'",
					"It must be a power of two from 128 to 1048576.",
					"It was set by URL [file:application.yml] - 3:11.");
	}

}
