package io.github.ringlog.it;

import java.nio.file.Path;

import io.github.ringlog.it.app.ContainerApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.LogFile;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A web application that a container has deployed, and undeploys.
 */
class ContainerTests {

	private static final String LOG4J = """
			<Configuration>
			  <Appenders>
			    <SleepyFile name="file" fileName="flood.log" every="200" millis="5"><PatternLayout pattern="%m%n"/></SleepyFile>
			  </Appenders>
			  <Loggers>
			    <Logger name="flood" level="info" additivity="false"><AppenderRef ref="file"/></Logger>
			    <Root level="warn"/>
			  </Loggers>
			</Configuration>
			""";

	@TempDir
	private static Path directory;

	private static RunningJvm application;

	@BeforeAll
	static void run() {
		application = ChildJvm.servlet(directory, ContainerApplication.class).log4j(LOG4J).run();
		assertThat(application.exitCode()).as(application.describe()).isZero();
	}

	@Test
	void leavesItToLog4jThatThisIsAWebApplication() {
		assertThat(application.printed("webApp")).isEqualTo(1);
		assertThat(application.printed("threadLocals")).isZero();
	}

	@Test
	void losesNothingThoughThereIsNoShutdownHook() {
		int events = (int) application.printed("events");
		new LogFile(directory.resolve("flood.log")).assertHoldsAllInOrder(1, events);
		assertThat(application.printed("dropped")).isZero();
		assertThat(application.printed("written")).isEqualTo(application.printed("published"));
	}

	@Test
	void leavesNoThreadBehind() {
		assertThat(application.printed("deployedWriterThreads")).isEqualTo(1);
		assertThat(application.printed("undeployedWriterThreads")).isZero();
	}

}
