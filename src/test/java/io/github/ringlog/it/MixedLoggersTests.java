package io.github.ringlog.it;

import java.nio.file.Path;
import java.util.List;

import io.github.ringlog.it.app.FloodApplication;
import io.github.ringlog.it.app.SmallApplication;
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

	private static final String WARNING = "All loggers are already asynchronous";

	private static final String MIXED = """
			<Configuration>
			  <Appenders>
			    <File name="file" fileName="mixed.log" immediateFlush="false"><PatternLayout pattern="%p %m%n"/></File>
			  </Appenders>
			  <Loggers>
			    <AsyncLogger name="io.github.ringlog.it" level="info" additivity="false"><AppenderRef ref="file"/></AsyncLogger>
			    <AsyncRoot level="info"><AppenderRef ref="file"/></AsyncRoot>
			  </Loggers>
			</Configuration>
			""";

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

	private static final String PLAIN = MIXED.replace("AsyncLogger", "Logger").replace("AsyncRoot", "Root");

	@TempDir
	private Path directory;

	@Test
	void areWarnedOfOnceWithWhatToPutInTheirPlace() {
		run(MIXED);
		List<String> lines = lines();
		assertThat(lines).filteredOn((line) -> line.startsWith("WARN"))
			.singleElement()
			.asString()
			.contains("double-queue: logger");
		assertThat(lines).filteredOn((line) -> line.contains(WARNING)).hasSize(1);
		assertThat(lines).contains("  Replace it with <Root> or <Logger>.");
	}

	@Test
	void areWarnedOfOnceWhenLoggingIsConfiguredAgain() {
		run(MIXED, "--small.reconfigure=true");
		assertThat(lines()).contains("INFO The application runs")
			.filteredOn((line) -> line.startsWith("WARN"))
			.hasSize(1);
	}

	@Test
	void areStillWritten() {
		run(MIXED);
		assertThat(lines()).contains("INFO The application runs");
	}

	@Test
	void areWarnedOfNeitherWhenTheyAreOrdinary() {
		run(PLAIN);
		assertThat(lines()).contains("INFO The application runs").noneMatch((line) -> line.startsWith("WARN"));
	}

	@Test
	void areNotWarnedOfWhenAllOthersAreSynchronous() {
		run(MIXED, "--ringlog.enabled=false");
		assertThat(lines()).contains("INFO The application runs").noneMatch((line) -> line.startsWith("WARN"));
	}

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

	private RunningJvm run(String log4j, Object... arguments) {
		RunningJvm application = ChildJvm.of(this.directory, SmallApplication.class)
			.log4j(log4j)
			.argument(arguments)
			.run();
		assertThat(application.exitCode()).as(application.describe()).isZero();
		return application;
	}

	private List<String> lines() {
		return new LogFile(this.directory.resolve("mixed.log")).lines();
	}

}
