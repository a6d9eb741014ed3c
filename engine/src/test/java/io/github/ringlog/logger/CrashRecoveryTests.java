package io.github.ringlog.logger;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

import io.github.ringlog.crashlog.CrashLogSettings;
import io.github.ringlog.ring.RingSettings;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.Logger;
import org.apache.logging.log4j.ThreadContext;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Recovery: what the next start writes of what a process has left: a copy of its file,
 * made in the middle of its life, is what a kill leaves.
 */
class CrashRecoveryTests {

	private static final long SIZE = 1024L * TestRing.SIZE;

	@TempDir
	private Path directory;

	private final List<String> written = Collections.synchronizedList(new ArrayList<>());

	@Test
	void anEventThatIsNotWrittenIsRecovered() throws IOException {
		try (Life life = new Life("first")) {
			life.appender.close();
			ThreadContext.put("traceId", "4711");
			life.logger.warn("the one that {}", "told why");
			ThreadContext.clearMap();
			life.logger.info("and the next one");
			life.appender.awaitCaller();
			life.copy("second");
		}
		this.written.clear();
		try (Life life = new Life("second")) {
			life.logger.info("new");
			life.awaitEmpty();
			assertThat(this.written).containsExactly(
					"WARN test [recovered, perhaps twice] the one that told why {perhapsTwice=true, recovered=true, traceId=4711}",
					"INFO test [recovered] and the next one {recovered=true}", "INFO test new {}");
			assertThat(life.context.statistics().recovered()).isEqualTo(2);
			assertThat(life.context.statistics().synchronous()).isZero();
		}
	}

	@Test
	void whatIsRecoveredIsNotRecoveredAgain() throws IOException {
		try (Life life = new Life("first")) {
			life.appender.close();
			life.logger.info("once");
			life.appender.awaitCaller();
			life.copy("second");
		}
		try (Life life = new Life("second")) {
			life.copy("third");
		}
		this.written.clear();
		try (Life life = new Life("third")) {
			assertThat(life.context.statistics().recovered()).isZero();
			assertThat(this.written).isEmpty();
		}
	}

	@Test
	void aCleanStopLeavesNothing() {
		try (Life life = new Life("first")) {
			life.logger.info("written");
		}
		this.written.clear();
		try (Life life = new Life("first")) {
			assertThat(life.context.statistics().recovered()).isZero();
			assertThat(this.written).isEmpty();
		}
	}

	@Test
	void aContextThatStartsAgainKeepsItsEvents() throws IOException {
		try (Life life = new Life("first")) {
			life.logger.info("before");
			life.context.stop(1, TimeUnit.SECONDS);
			life.context.start(new TestConfiguration(life.appender));
			life.appender.close();
			life.context.getLogger("test").info("after");
			life.appender.awaitCaller();
			life.copy("second");
		}
		this.written.clear();
		try (Life life = new Life("second")) {
			assertThat(this.written).singleElement().asString().contains("after");
			assertThat(life.context.statistics().recovered()).isOne();
		}
	}

	@Test
	void aSecondProcessLeavesTheFileAlone() throws IOException {
		try (Life life = new Life("first")) {
			String printed = TestRing.printedBy(() -> {
				try (Life other = new Life("first")) {
					other.logger.info("of the other one");
				}
			});
			assertThat(printed).containsOnlyOnce("another process uses it. Give each process a file of its own");
			life.appender.close();
			life.logger.info("kept");
			life.appender.awaitCaller();
			life.copy("second");
		}
		this.written.clear();
		try (Life life = new Life("second")) {
			assertThat(this.written).singleElement().asString().contains("kept");
			assertThat(life.context.statistics().recovered()).isOne();
		}
	}

	@Test
	void aFileThatCannotBeMadeIsReportedOnceAndStopsNothing() {
		String printed = TestRing.printedBy(() -> {
			try (Life life = new Life("missing/file")) {
				life.context.reconfigure(new TestConfiguration(life.appender));
				life.logger.info("written");
			}
		});
		assertThat(printed).containsOnlyOnce("Make sure that the directory exists");
		assertThat(this.written).contains("INFO test written {}");
	}

	@Test
	void whatAnIsolatedAppenderHasNotWrittenIsRecoveredForItAlone() throws IOException {
		RingSettings isolating = TestRing.SETTINGS
			.withIsolation(Map.of("isolated", new RingSettings.Isolation(128, RingSettings.Overflow.block(null))));
		List<String> own = Collections.synchronizedList(new ArrayList<>());
		RecordingAppender stuck = new RecordingAppender("isolated", null, true);
		try (Life life = new Life("first", isolating, stuck)) {
			stuck.close();
			life.logger.info("one");
			life.logger.info("two");
			stuck.awaitCaller();
			life.awaitEmpty();
			Awaitility.await().until(() -> this.written.size() == 2);
			life.copy("second");
			stuck.release();
		}
		this.written.clear();
		RecordingAppender free = new RecordingAppender("isolated", null, true);
		free.onEvent((event) -> own.add(event.getMessage().getFormattedMessage()));
		try (Life life = new Life("second", isolating, free)) {
			assertThat(own).containsExactly("[recovered, perhaps twice] one", "[recovered] two");
			assertThat(this.written).isEmpty();
			assertThat(life.context.statistics().recovered()).isEqualTo(2);
		}
	}

	/**
	 * A context with a crash log.
	 */
	private final class Life implements AutoCloseable {

		final RecordingAppender appender = new RecordingAppender();

		final RingLoggerContext context = TestRing.newContext();

		final Logger logger;

		private final String name;

		Life(String name) {
			this(name, TestRing.SETTINGS, null);
		}

		Life(String name, RingSettings settings, RecordingAppender isolated) {
			this.name = name;
			this.appender.onEvent((event) -> CrashRecoveryTests.this.written
				.add(event.getLevel() + " " + event.getLoggerName() + " " + event.getMessage().getFormattedMessage()
						+ " " + new TreeMap<>(event.getContextData().toMap())));
			this.context.configure(settings
				.withCrashLog(new CrashLogSettings(CrashRecoveryTests.this.directory.resolve(name), SIZE, Level.ALL)));
			this.context.start(new TestConfiguration(this.appender).with((configuration) -> {
				if (isolated != null) {
					configuration.addAppender(isolated);
					configuration.getRootLogger().addAppender(isolated, null, null);
				}
			}));
			this.logger = this.context.getLogger("test");
		}

		/** Copy the files as a kill leaves them. */
		void copy(String target) throws IOException {
			try (var files = Files.list(CrashRecoveryTests.this.directory)) {
				for (Path file : files.filter((each) -> each.getFileName().toString().startsWith(this.name)).toList()) {
					String suffix = file.getFileName().toString().substring(this.name.length());
					Files.copy(file, CrashRecoveryTests.this.directory.resolve(target + suffix));
				}
			}
		}

		void awaitEmpty() {
			Awaitility.await()
				.until(() -> this.context.statistics().written() == this.context.statistics().published());
		}

		@Override
		public void close() {
			this.appender.release();
			this.context.stop(10, TimeUnit.SECONDS);
		}

	}

}
