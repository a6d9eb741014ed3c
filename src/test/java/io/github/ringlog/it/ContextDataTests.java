package io.github.ringlog.it;

import java.nio.file.Path;
import java.util.List;

import io.github.ringlog.it.app.MdcApplication;
import io.github.ringlog.it.app.ReusingInjector;
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
 * Tests that an event has the context data of its log call, though the writer comes much
 * later.
 */
class ContextDataTests {

	private static final String LOG4J = """
			<Configuration>
			  <Appenders>
			    <SleepyFile name="file" fileName="mdc.log" every="2" millis="1">
			      <PatternLayout pattern="%m|mdc=%X{id}|ndc=%x|thread=%t%n"/>
			    </SleepyFile>
			  </Appenders>
			  <Loggers>
			    <Logger name="flood" level="info" additivity="false"><AppenderRef ref="file"/></Logger>
			    <Root level="off"/>
			  </Loggers>
			</Configuration>
			""";

	/**
	 * What the message says that there was.
	 */
	private static String logged(String line, int index) {
		return line.split("\\|")[0].split(" ")[index];
	}

	private static String printed(String line, int index) {
		return line.split("\\|")[index];
	}

	@Nested
	class WithTheDefaultMap extends Ringlog {

		@Override
		void change(ChildJvm child) {
		}

	}

	@Nested
	class WithTheGarbageFreeMap extends Ringlog {

		@Override
		void change(ChildJvm child) {
			child.systemProperty("log4j2.garbagefreeThreadContextMap", true);
		}

	}

	@Nested
	class WithAnInjectorOfTheUser extends Ringlog {

		@Override
		void change(ChildJvm child) {
			child.systemProperty("log4j2.ContextDataInjector", ReusingInjector.class.getName());
		}

	}

	@Nested
	class WithAnInjectorOfTheUserAndDrops extends Ringlog {

		@Override
		void change(ChildJvm child) {
			child.systemProperty("log4j2.ContextDataInjector", ReusingInjector.class.getName())
				.argument("--ringlog.overflow.max-block=1ms");
		}

		@Test
		void someEventsAreDropped() {
			assertThat(this.application.printed("dropped")).isPositive();
		}

	}

	@TestInstance(Lifecycle.PER_CLASS)
	abstract static class Ringlog {

		RunningJvm application;

		private List<String> lines;

		abstract void change(ChildJvm child);

		@BeforeAll
		void run(@TempDir Path directory) {
			ChildJvm child = ChildJvm.of(directory, MdcApplication.class)
				.argument("--ringlog.buffer.size=128")
				.log4j(LOG4J);
			change(child);
			this.application = child.run();
			assertThat(this.application.exitCode()).as(this.application.describe()).isZero();
			this.lines = new LogFile(directory.resolve("mdc.log")).lines();
			assertThat(this.lines).hasSizeGreaterThan(128)
				.hasSize((int) (this.application.printed("attempted") - this.application.printed("dropped")));
		}

		@Test
		void theWriterComesLater() {
			assertThat(this.application.printed("writtenWhenLogged")).isLessThan(this.application.printed("attempted"));
		}

		@Test
		void nothingFails() {
			assertThat(this.application.printed("writerErrors")).as(this.application.describe()).isZero();
		}

		@Test
		void theMdcIsThatOfTheCall() {
			assertThat(this.lines).allMatch((line) -> printed(line, 1).equals(logged(line, 0)));
		}

		@Test
		void theContextStackIsThatOfTheCall() {
			assertThat(this.lines).allMatch((line) -> printed(line, 2).equals(logged(line, 1)));
		}

		@Test
		void theNameOfTheThreadIsThatOfTheCall() {
			assertThat(this.lines).allMatch((line) -> printed(line, 3).equals(logged(line, 2)));
		}

	}

}
