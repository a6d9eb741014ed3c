package io.github.ringlog.it;

import java.nio.file.Path;

import io.github.ringlog.it.app.SmallApplication;
import io.github.ringlog.it.app.SynchronyApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.LogFile;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@code ringlog.enabled} is {@code false}: plain Log4j, wherever it was said.
 */
class DisabledTests {

	private static final String LOG4J = """
			<Configuration>
			  <Appenders>
			    <Console name="console"><PatternLayout pattern="%c{1} %m%n"/></Console>
			    <File name="file" fileName="plain.log"><PatternLayout pattern="%m|%C|%L%n"/></File>
			  </Appenders>
			  <Loggers>
			    <Logger name="plain" level="info" additivity="false"><AppenderRef ref="file"/></Logger>
			    <Root level="info"><AppenderRef ref="console"/></Root>
			  </Loggers>
			</Configuration>
			""";

	private static final String ANNOUNCEMENT = "Logging is synchronous: ringlog.enabled is false";

	private static RunningJvm run(ChildJvm child) {
		RunningJvm application = child.log4j(LOG4J).run();
		assertThat(application.exitCode()).as(application.describe()).isZero();
		return application;
	}

	/**
	 * What the other tests of this class rest on: the application sees the difference.
	 */
	@Test
	void linesComeLaterUnlessDisabled(@TempDir Path directory) {
		RunningJvm application = run(ChildJvm.of(directory, SynchronyApplication.class));
		assertThat(application.printed("thereAtOnce")).isLessThan(application.printed("events"));
		assertThat(application.printed("liveWriterThreads")).isEqualTo(1);
	}

	@Test
	void saysSoWhenTheEnvironmentVariableOverrulesAnArgument(@TempDir Path directory) {
		RunningJvm application = run(ChildJvm.of(directory, SynchronyApplication.class)
			.environment("RINGLOG_ENABLED", "false")
			.argument("--ringlog.enabled=true"));
		assertThat(application.output()).as(application.describe())
			.contains("Logging is synchronous", "RINGLOG_ENABLED was false when Log4j started");
		assertThat(application.printed("liveWriterThreads")).isZero();
	}

	@Test
	void warnsOfNothingInSpringBootsOwnConfiguration(@TempDir Path directory) {
		RunningJvm application = ChildJvm.of(directory, SmallApplication.class)
			.systemProperty("spring.application.json", "{\"ringlog.enabled\":false}")
			.run();
		assertThat(application.output()).contains(ANNOUNCEMENT, "The application runs").doesNotContain("WARN");
	}

	@Nested
	class InApplicationYml extends Disabled {

		@Override
		void disable(ChildJvm child) {
			child.applicationYml("ringlog.enabled: false\n");
		}

		/**
		 * Log4j has started by then, with our selector.
		 */
		@Test
		void leavesTheSelectorIdle() {
			assertThat(this.application.printedText("context")).isEqualTo("RingLoggerContext");
		}

		@Test
		void hasNoRing() {
			assertThat(this.application.output().lines()).noneMatch((line) -> line.startsWith("capacity="));
		}

		@Test
		void countsNothing() {
			assertThat(this.application.printed("published")).isZero();
			assertThat(this.application.printed("dropped")).isZero();
		}

	}

	@Nested
	class AsASystemProperty extends Disabled {

		@Override
		void disable(ChildJvm child) {
			child.systemProperty("ringlog.enabled", false);
		}

		@Test
		void leavesLog4jItsOwnSelector() {
			assertThat(this.application.printedText("selector"))
				.isEqualTo("org.apache.logging.log4j.core.selector.ClassLoaderContextSelector");
			assertThat(this.application.printedText("context")).isEqualTo("LoggerContext");
		}

	}

	@Nested
	class AsAnEnvironmentVariable extends Disabled {

		@Override
		void disable(ChildJvm child) {
			child.environment("RINGLOG_ENABLED", "false");
		}

		@Test
		void leavesLog4jItsOwnSelector() {
			assertThat(this.application.printedText("selector"))
				.isEqualTo("org.apache.logging.log4j.core.selector.ClassLoaderContextSelector");
			assertThat(this.application.printedText("context")).isEqualTo("LoggerContext");
		}

	}

	@TestInstance(Lifecycle.PER_CLASS)
	abstract static class Disabled {

		RunningJvm application;

		private LogFile file;

		abstract void disable(ChildJvm child);

		@BeforeAll
		void start(@TempDir Path directory) {
			ChildJvm child = ChildJvm.of(directory, SynchronyApplication.class);
			disable(child);
			this.application = run(child);
			this.file = new LogFile(directory.resolve("plain.log"));
		}

		@Test
		void aLineIsInTheFileWhenTheCallReturns() {
			assertThat(this.application.printed("thereAtOnce")).isEqualTo(this.application.printed("events"));
		}

		@Test
		void hasNoWriterThread() {
			assertThat(this.application.printed("liveWriterThreads")).isZero();
		}

		@Test
		void saysSoWhenItStarts() {
			assertThat(this.application.output()).containsOnlyOnce(ANNOUNCEMENT);
		}

		@Test
		void printsTheCallerAsPlainLog4jDoes() {
			assertThat(this.file.lines())
				.contains("located|" + SynchronyApplication.class.getName() + "|" + this.application.printed("line"));
		}

	}

}
