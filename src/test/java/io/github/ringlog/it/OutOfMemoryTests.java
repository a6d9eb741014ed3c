package io.github.ringlog.it;

import java.nio.file.Path;

import io.github.ringlog.it.app.LargeMessagesApplication;
import io.github.ringlog.it.app.OutOfMemoryApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.LogFile;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Threads that log while the heap is full, or would fill it.
 */
class OutOfMemoryTests {

	private static final String FILE = """
			<Configuration>
			  <Appenders>
			    <File name="file" fileName="memory.log" immediateFlush="false"><PatternLayout pattern="%m%n"/></File>
			  </Appenders>
			  <Loggers>
			    <Logger name="memory" level="info" additivity="false"><AppenderRef ref="file"/></Logger>
			    <Root level="off"/>
			  </Loggers>
			</Configuration>
			""";

	@TempDir
	private Path directory;

	@Test
	void loseNoEventUncounted() {
		RunningJvm application = ChildJvm.of(this.directory, OutOfMemoryApplication.class)
			.jvmOption("-Xmx64m")
			.log4j(FILE)
			.run();
		assertThat(application.exitCode()).as(application.describe()).isZero();
		assertThat(application.printed("outOfMemory")).isPositive();
		assertThat(application.printed("thrown")).isZero();
		assertThat(application.printed("accounted")).as(application.describe())
			.isEqualTo(application.printed("attempted"));
		assertThat(application.printed("writerErrors") + application.printed("dropped.INFO.error")).isPositive();
		assertThat(application.printed("written")).isEqualTo(application.printed("published"));
		assertThat(new LogFile(this.directory.resolve("memory.log")).count("again ")).isEqualTo(1_000);
	}

	@Test
	void largeMessagesOfManyCallersDoNotFillTheHeap() {
		RunningJvm application = ChildJvm.of(this.directory, LargeMessagesApplication.class)
			.jvmOption("-Xmx256m")
			.log4j(FILE.replace("name=\"memory\"", "name=\"large\"").replace("%m%n", "%maxLen{%m}{30}%n"))
			.run();
		assertThat(application.exitCode()).as(application.describe()).isZero();
		// The collector ran 5,000 times when callers waited with their texts.
		assertThat(application.printed("returned")).as(application.describe()).isEqualTo(1_000);
		assertThat(application.printed("collections")).isLessThan(2_000);
		assertThat(new LogFile(this.directory.resolve("memory.log")).count("x")).isEqualTo(1_000);
	}

}
