package io.github.ringlog.it;

import java.nio.file.Path;

import io.github.ringlog.it.app.FloodApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.LogFile;
import io.github.ringlog.kit.Needs;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Many threads, a small ring, and every line counted.
 */
class FloodTests {

	private static final String FILE = """
			<Configuration>
			  <Appenders>
			    <RandomAccessFile name="file" fileName="flood.log" immediateFlush="false">
			      <PatternLayout pattern="%m%n"/>
			    </RandomAccessFile>
			  </Appenders>
			  <Loggers>
			    <Logger name="flood" level="trace" additivity="false"><AppenderRef ref="file"/></Logger>
			    <Root level="warn"/>
			  </Loggers>
			</Configuration>
			""";

	@TempDir
	private Path directory;

	@Test
	void writesAMillionEventsOfFiftyThreadsInOrder() {
		flood(FILE, 50, 1_000_000, flood(50, 1_000_000).argument("--ringlog.buffer.size=4096"));
	}

	@Test
	void losesNothingOfVirtualThreads() {
		Path java = Needs.jdk(21);
		flood(FILE, 200, 200_000,
				flood(200, 200_000).java(java).argument("--flood.virtual=true", "--ringlog.buffer.size=4096"));
	}

	/**
	 * Documents the fault that Ringlog is there for: Log4j's own asynchronous loggers
	 * take the negative capacity of a Disruptor 4 whose callers wait for "shut down", and
	 * throw the event away. When this test fails, it has been mended there.
	 */
	@Test
	void stockAsynchronousLoggersLoseEventsWithDisruptor4() {
		RunningJvm flood = flood(50, 1_000_000).log4j(FILE)
			.systemProperty("log4j2.contextSelector", "org.apache.logging.log4j.core.async.AsyncLoggerContextSelector")
			.systemProperty("log4j2.asyncLoggerRingBufferSize", 4096)
			.run();
		assertThat(flood.exitCode()).as(flood.describe()).isZero();
		assertThat(flood.printed("attempted")).isEqualTo(1_000_000);
		assertThat(log().lines()).hasSizeLessThan(1_000_000);
	}

	private ChildJvm flood(int threads, int events) {
		return ChildJvm.of(this.directory, FloodApplication.class)
			.argument("--flood.threads=" + threads, "--flood.events=" + events);
	}

	private void flood(String log4j, int threads, int events, ChildJvm application) {
		RunningJvm flood = application.log4j(log4j).run();
		assertThat(flood.exitCode()).as(flood.describe()).isZero();
		assertThat(flood.printed("attempted")).isEqualTo(events);
		log().assertHoldsAllInOrder(threads, events / threads);
		assertThat(flood.printed("published") + flood.printed("synchronous")).isGreaterThanOrEqualTo(events);
		assertThat(flood.printed("written")).isEqualTo(flood.printed("published"));
		assertThat(flood.printed("dropped")).isZero();
		assertThat(flood.printed("writerErrors")).isZero();
	}

	private LogFile log() {
		return new LogFile(this.directory.resolve("flood.log"));
	}

}
