package io.github.ringlog.it;

import java.nio.file.Path;
import java.util.List;

import io.github.ringlog.it.app.MdcApplication;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
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

	private static ChildJvm.Running application;

	private static List<String> lines;

	@BeforeAll
	static void run(@TempDir Path directory) {
		application = ChildJvm.of(directory, MdcApplication.class)
			.cheap()
			.argument("--ringlog.buffer.size=128")
			.log4j(LOG4J)
			.run();
		assertThat(application.exitCode()).as(application.describe()).isZero();
		lines = new LogFile(directory.resolve("mdc.log")).lines();
		assertThat(lines).hasSize((int) application.printed("attempted"));
	}

	@Test
	void theWriterComesLater() {
		assertThat(application.printed("writtenWhenLogged")).isLessThan(application.printed("attempted"));
	}

	@Test
	void theMdcIsThatOfTheCall() {
		assertThat(lines).allMatch((line) -> printed(line, 1).equals(logged(line, 0)));
	}

	@Test
	void theContextStackIsThatOfTheCall() {
		assertThat(lines).allMatch((line) -> printed(line, 2).equals(logged(line, 1)));
	}

	@Test
	void theNameOfTheThreadIsThatOfTheCall() {
		assertThat(lines).allMatch((line) -> printed(line, 3).equals(logged(line, 2)));
	}

	/**
	 * What the message says that there was.
	 */
	private static String logged(String line, int index) {
		return line.split("\\|")[0].split(" ")[index];
	}

	private static String printed(String line, int index) {
		return line.split("\\|")[index];
	}

}
