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
 * A configuration with asynchronous loggers of Log4j's own, while all loggers are
 * asynchronous.
 */
class MixedLoggersTests {

	private static final String QUEUED = """
			<Configuration>
			  <Appenders>
			    <File name="file" fileName="mixed.log" immediateFlush="false"><PatternLayout pattern="%m%n"/></File>
			  </Appenders>
			  <Loggers>
			    <AsyncLogger name="flood" level="info" additivity="false"><AppenderRef ref="file"/></AsyncLogger>
			    <AsyncRoot level="off"/>
			  </Loggers>
			</Configuration>
			""";

	@TempDir
	private Path directory;

	/**
	 * Without thread locals, as in a container, Log4j queues an event as it is: it copies
	 * only its own ones.
	 */
	@Test
	void areHandedEventsThatTheRingDoesNotUseAgain() {
		RunningJvm flood = ChildJvm.of(this.directory, FloodApplication.class)
			.log4j(QUEUED)
			.systemProperty("log4j2.enable.threadlocals", false)
			// Log4j throws events away when its own ring is full.
			.systemProperty("log4j2.asyncLoggerConfigRingBufferSize", 262_144)
			.argument("--flood.threads=4", "--flood.events=100000")
			.run();
		assertThat(flood.exitCode()).as(flood.describe()).isZero();
		assertThat(flood.printed("dropped")).isZero();
		new LogFile(this.directory.resolve("mixed.log")).assertHoldsAllInOrder(4, 25_000);
	}

}
