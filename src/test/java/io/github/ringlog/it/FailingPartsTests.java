package io.github.ringlog.it;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

import io.github.ringlog.it.app.FailingApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.LogFile;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Appenders, layouts, filters and messages that throw, and messages that log.
 */
class FailingPartsTests {

	private static final String LOG4J = """
			<Configuration>
			  <Appenders>
			    <Failing name="failing"/>
			    <File name="file" fileName="failing.log"><FailingLayout/></File>
			    <SleepyFile name="slow" fileName="slow.log" every="20" millis="1">
			      <PatternLayout pattern="%m%n"/>
			    </SleepyFile>
			  </Appenders>
			  <Loggers>
			    <Logger name="failing" level="info" additivity="false">
			      <FailingFilter/>
			      <AppenderRef ref="failing"/>
			      <AppenderRef ref="file"/>
			      <AppenderRef ref="slow"/>
			    </Logger>
			    <Root level="warn"/>
			  </Loggers>
			</Configuration>
			""";

	@TempDir
	private static Path directory;

	private static RunningJvm application;

	@BeforeAll
	static void run() {
		application = ChildJvm.of(directory, FailingApplication.class)
			.log4j(LOG4J)
			.argument("--ringlog.buffer.size=128")
			.run();
		assertThat(application.exitCode()).as(application.describe()).isZero();
	}

	@Test
	void eachFailureIsCountedOnce() {
		assertThat(application.printed("writerErrors")).as(application.describe()).isEqualTo(8);
		assertThat(application.printed("dropped")).isZero();
		assertThat(application.printed("written")).isEqualTo(application.printed("published"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "after the exception in the appender", "after the error in the appender",
			"after the exception in the layout", "after the error in the layout", "after the exception in the filter",
			"after the error in the filter", "after the exception in toString", "after the error in toString" })
	void theNextEventIsWritten(String text) {
		assertThat(lines("failing.log")).containsOnlyOnce(text);
	}

	@Test
	void theOtherAppendersGetTheEventThatOneFailsOn() {
		assertThat(lines("slow.log")).contains("fail appender exception", "fail appender error",
				"fail layout exception", "fail layout error");
	}

	@Test
	void anEventWhoseMessageFailsIsWrittenWithoutIt() {
		assertThat(lines("failing.log")).contains(
				"[the message could not be formatted: java.lang.IllegalStateException]",
				"[the message could not be formatted: java.lang.StackOverflowError]");
	}

	@Test
	void eventsOfMessagesThatLogAreWrittenBesideTheEventsThemselves() {
		int nested = (int) application.printed("nested");
		assertThat(lines("slow.log")).containsAll(IntStream.range(0, nested)
			.mapToObj((number) -> "outer %d with inner %d".formatted(number, number))
			.toList());
		assertThat(lines("slow.log")).containsAll(IntStream.range(0, nested).mapToObj("inner %d"::formatted).toList());
		assertThat(application.printed("blocked")).isPositive();
	}

	private static List<String> lines(String file) {
		return new LogFile(directory.resolve(file)).lines();
	}

}
