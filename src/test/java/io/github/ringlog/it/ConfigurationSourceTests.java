package io.github.ringlog.it;

import java.nio.file.Path;

import io.github.ringlog.it.app.FloodApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.LogFile;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Log4j's configuration is found wherever Log4j and Spring Boot look for it, and its
 * loggers write through the ring.
 */
class ConfigurationSourceTests {

	private static final int THREADS = 4;

	private static final int EVENTS = 20_000;

	private static final String LOG4J = """
			<Configuration>
			  <Appenders>
			    <File name="file" fileName="flood.log"><PatternLayout pattern="%m%n"/></File>
			  </Appenders>
			  <Loggers>
			    <Logger name="flood" level="trace" additivity="false"><AppenderRef ref="file"/></Logger>
			    <Root level="off"/>
			  </Loggers>
			</Configuration>
			""";

	private static final String SPRING_LOG4J = LOG4J.replace("flood.log", "${spring:flood.file:-none.log}");

	@TempDir
	private Path directory;

	@Test
	void log4j2XmlOnTheClassPath() {
		assertFloodIsWritten(child().file("classes/log4j2.xml", LOG4J).withLast(classes()));
	}

	@Test
	void log4j2SpringXmlLooksUpSpringProperties() {
		assertFloodIsWritten(child().file("classes/log4j2-spring.xml", SPRING_LOG4J)
			.withLast(classes())
			.applicationYml("flood.file: flood.log\n"));
	}

	private ChildJvm child() {
		return ChildJvm.of(this.directory, FloodApplication.class)
			.argument("--flood.threads=" + THREADS, "--flood.events=" + EVENTS);
	}

	private Path classes() {
		return this.directory.resolve("classes");
	}

	private void assertFloodIsWritten(ChildJvm child) {
		RunningJvm application = child.run();
		assertThat(application.exitCode()).as(application.describe()).isZero();
		new LogFile(this.directory.resolve("flood.log")).assertHoldsAllInOrder(THREADS, EVENTS / THREADS);
		assertThat(application.printed("published")).isGreaterThanOrEqualTo(EVENTS);
		assertThat(application.printed("written")).isEqualTo(application.printed("published"));
		assertThat(application.printed("dropped")).isZero();
	}

}
