package io.github.ringlog.logger;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

import io.github.ringlog.receipts.NoCounts;
import io.github.ringlog.receipts.Receipts;
import io.github.ringlog.recovery.CrashLogStatus;
import io.github.ringlog.settings.CrashLogSettings;
import io.github.ringlog.settings.RingSettings;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.Logger;
import org.apache.logging.log4j.Marker;
import org.apache.logging.log4j.MarkerManager;
import org.apache.logging.log4j.ThreadContext;
import org.apache.logging.log4j.core.LogEvent;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Recovery: what the next start writes of what a process has left: a copy of its file,
 * made in the middle of its life, is what a kill leaves.
 */
class CrashRecoveryTests {

	private static final long SIZE = 1024L * TestRing.SIZE;

	private static final RingSettings ISOLATING = TestSettings.withIsolation(TestRing.SETTINGS,
			Map.of("isolated", new RingSettings.Isolation(128, RingSettings.Overflow.block(null))));

	@TempDir
	private Path directory;

	private volatile boolean failing;

	private final List<String> written = Collections.synchronizedList(new ArrayList<>());

	@Test
	void anEventThatIsNotWrittenIsRecovered() {
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
			life.awaitRecovery();
			long process = ProcessHandle.current().pid();
			assertThat(this.written).contains("INFO test new {}")
				.containsSubsequence("WARN test [recovered from " + process
						+ ", perhaps twice] the one that told why {perhapsTwice=true, recovered=true, recoveredProcess="
						+ process + ", traceId=4711}",
						"INFO test [recovered from " + process + "] and the next one {recovered=true, recoveredProcess="
								+ process + "}")
				.hasSize(4);
			assertThat(this.written).filteredOn((line) -> line.startsWith("WARN io.github.ringlog"))
				.singleElement()
				.asString()
				.matches(".* Recovering 2 events of process " + process + " from .*second.recover-\\d+ \\{}");
			assertThat(life.context.statistics().recovered()).isEqualTo(2);
			assertThat(life.context.statistics().written()).isEqualTo(4);
			assertThat(life.context.statistics().synchronous()).isZero();
			assertThat(life.context.crashLog())
				.isEqualTo(new CrashLogStatus(this.directory.resolve("second"), "keeping", 2, 0));
		}
	}

	@Test
	void whatRoutesAnEventIsRecovered() {
		Marker audit = new MarkerManager.Log4jMarker("LOGIN").setParents(MarkerManager.getMarker("AUDIT"));
		try (Life life = new Life("first")) {
			life.appender.close();
			life.context.getLogger("com.example." + "long.".repeat(60) + "Shop").info(audit, "text");
			life.appender.awaitCaller();
			life.copy("second");
		}
		try (Life life = new Life("second")) {
			life.awaitRecovery();
			LogEvent event = life.appender.last();
			assertThat(event.getLoggerName()).isEqualTo("com.example." + "long.".repeat(60) + "Shop");
			assertThat(event.getMarker().isInstanceOf("AUDIT")).isTrue();
			assertThat(event.getMarker().getName()).isEqualTo("LOGIN");
		}
	}

	// The recovery may be faster than the thread that starts it. A wait would take ten
	// seconds, the drain timeout.
	@RepeatedTest(20)
	@Timeout(8)
	void aStartDoesNotWaitForASinkThatIsStuck() {
		leave(3);
		try (Life life = new Life("second", TestRing.SETTINGS, null, true)) {
			life.appender.awaitCaller();
			life.logger.info("new");
			Awaitility.await().until(() -> life.context.statistics().recovered() == 3);
			assertThat(life.context.crashLog()).extracting(CrashLogStatus::state, CrashLogStatus::waiting)
				.containsExactly("recovering", 3L);
			assertThat(life.oldFiles()).hasSize(1);
			life.appender.release();
			life.awaitRecovery();
			assertThat(this.written).hasSize(5);
		}
	}

	/**
	 * Two processes were killed, the second one while it recovered: what is left is more
	 * than the ring holds.
	 */
	@Test
	void noPolicyDropsWhatIsRecovered() {
		leave(TestRing.SIZE);
		try (Life life = new Life("second", TestRing.SETTINGS, null, true)) {
			life.appender.awaitCaller();
			Awaitility.await().until(() -> life.context.statistics().used().orElse(0) == TestRing.SIZE);
			life.copy("third");
		}
		RingSettings dropping = TestRing.SETTINGS.withOverflow(RingSettings.Overflow.drop(Level.FATAL));
		this.written.clear();
		try (Life life = new Life("third", dropping, null, true)) {
			life.appender.awaitCaller();
			life.appender.release();
			life.awaitRecovery();
			assertThat(this.written).filteredOn((line) -> line.contains("] event "))
				.hasSize(TestRing.SIZE)
				.allMatch((line) -> line.matches(".*\\[recovered from \\d+, perhaps twice].*"));
		}
	}

	@Test
	void whatASinkFailsOnStaysForTheNextStart() {
		leave(3);
		this.failing = true;
		String printed = TestRing.printedBy(() -> {
			try (Life life = new Life("second")) {
				Awaitility.await()
					.until(() -> life.context.statistics().recovered() == 3 && life.context.crashLog().waiting() == 0);
				life.copy("third");
			}
		});
		assertThat(printed)
			.containsPattern("Ringlog: 3 recovered events could not all be written. .*second.recover-\\d+ stays");
		this.failing = false;
		this.written.clear();
		try (Life life = new Life("third")) {
			life.awaitRecovery();
			assertThat(this.written)
				.filteredOn((line) -> line.matches(".*\\[recovered from \\d+, perhaps twice] event.*"))
				.hasSize(3);
		}
	}

	@Test
	void aDamagedRecordCostsNoOther() throws IOException {
		leave(3);
		try (FileChannel file = FileChannel.open(this.directory.resolve("second"), StandardOpenOption.WRITE)) {
			file.write(ByteBuffer.wrap(new byte[] { 77 }), 4096 + 1024 + 60);
		}
		String printed = TestRing.printedBy(() -> {
			try (Life life = new Life("second")) {
				life.awaitRecovery();
			}
		});
		assertThat(printed).contains("Ringlog: 1 record of ").contains("can't be read, and the events are lost");
		assertThat(this.written).filteredOn((line) -> line.contains("[recovered")).hasSize(2);
	}

	@Test
	void aFileThatIsNoCrashLogIsKept() throws IOException {
		Path file = Files.writeString(this.directory.resolve("first"), "a line\n".repeat(1000));
		Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
		String printed = TestRing.printedBy(() -> {
			try (Life life = new Life("first")) {
				life.awaitRecovery();
				assertThat(life.context.crashLog().state()).isEqualTo("keeping");
			}
		});
		assertThat(printed)
			.containsPattern("nothing is recovered from the crash log .*first.unreadable-\\d+: it is no crash log");
		assertThat(this.directory.toFile().list((folder, name) -> name.startsWith("first.unreadable-"))).hasSize(1);
	}

	@Test
	void anApplicationThatEndsAtOnceRecoversAll() {
		leave(TestRing.SIZE);
		Life ended = new Life("second");
		ended.close();
		assertThat(this.written).filteredOn((line) -> line.contains("] event ")).hasSize(TestRing.SIZE);
		assertThat(ended.oldFiles()).isEmpty();
	}

	/** Leave events in the crash log of a process that is killed. */
	private void leave(int events) {
		try (Life life = new Life("first")) {
			life.appender.close();
			for (int i = 0; i < events; i++) {
				life.logger.info("event {}", i);
			}
			life.appender.awaitCaller();
			life.copy("second");
		}
		this.written.clear();
	}

	@Test
	void whatIsRecoveredIsNotRecoveredAgain() {
		try (Life life = new Life("first")) {
			life.appender.close();
			life.logger.info("once");
			life.appender.awaitCaller();
			life.copy("second");
		}
		try (Life life = new Life("second")) {
			life.awaitRecovery();
			life.copy("third");
		}
		this.written.clear();
		try (Life life = new Life("third")) {
			life.awaitRecovery();
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
			life.awaitRecovery();
			assertThat(life.context.statistics().recovered()).isZero();
			assertThat(this.written).isEmpty();
		}
	}

	@Test
	void aContextThatStartsAgainKeepsItsEvents() {
		try (Life life = new Life("first")) {
			life.logger.info("before");
			life.context.stop(1, TimeUnit.SECONDS);
			life.context.start(new TestConfiguration(life.appender));
			life.appender.close();
			life.context.getLogger("test").info("after");
			life.appender.awaitCaller();
			// What the first start has left is empty, and goes.
			Awaitility.await().until(() -> life.oldFiles().isEmpty());
			life.copy("second");
		}
		this.written.clear();
		try (Life life = new Life("second")) {
			life.awaitRecovery();
			assertThat(this.written).last().asString().contains("after");
			assertThat(life.context.statistics().recovered()).isOne();
		}
	}

	@Test
	void aSecondProcessLeavesTheFileAlone() {
		try (Life life = new Life("first")) {
			String printed = TestRing.printedBy(() -> {
				try (Life other = new Life("first")) {
					other.logger.info("of the other one");
				}
			});
			assertThat(printed)
				.containsOnlyOnce("another application of this process uses it. Give each a file of its own");
			life.appender.close();
			life.logger.info("kept");
			life.appender.awaitCaller();
			life.copy("second");
		}
		this.written.clear();
		try (Life life = new Life("second")) {
			life.awaitRecovery();
			assertThat(this.written).last().asString().contains("kept");
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
	void whatAnIsolatedAppenderHasNotWrittenIsRecoveredForItAlone() {
		leaveIsolated();
		List<String> own = Collections.synchronizedList(new ArrayList<>());
		RecordingAppender free = new RecordingAppender("isolated", null, true);
		free.onEvent((event) -> own.add(event.getMessage().getFormattedMessage()));
		try (Life life = new Life("second", ISOLATING, free)) {
			life.awaitRecovery();
			assertThat(own).filteredOn((text) -> text.startsWith("[recovered"))
				.containsExactly("[recovered from " + ProcessHandle.current().pid() + ", perhaps twice] one",
						"[recovered from " + ProcessHandle.current().pid() + "] two");
			assertThat(own.get(own.size() - 1)).as("when all is written").endsWith(" recovered=2 final=true");
			assertThat(own).filteredOn((text) -> text.contains(" recovered=")).hasSize(1);
			assertThat(this.written).singleElement().asString().contains("Recovering 2 events");
			assertThat(life.context.statistics().recovered()).isEqualTo(2);
		}
	}

	@Test
	void theRunOfAnIsolatedAppenderStaysOpenIfTheMainRingsFileCantBeRead() throws IOException {
		leaveIsolated();
		Files.writeString(this.directory.resolve("second"), "a line\n".repeat(1000));
		List<String> own = Collections.synchronizedList(new ArrayList<>());
		RecordingAppender free = new RecordingAppender("isolated", null, true);
		free.onEvent((event) -> own.add(event.getMessage().getFormattedMessage()));
		String printed = TestRing.printedBy(() -> {
			try (Life life = new Life("second", ISOLATING, free)) {
				Awaitility.await()
					.until(() -> own.stream().filter((text) -> text.startsWith("[recovered")).count() == 2);
				life.awaitEmpty();
			}
		});
		assertThat(printed).contains("events of the main ring are not all recovered", "stays for the next start, too");
		assertThat(own).noneMatch((text) -> text.contains(" recovered="));
		assertThat(this.directory.toFile().list((folder, name) -> name.startsWith("second-isolated.recover-")))
			.hasSize(1);
	}

	/** Leave two events that an isolated appender has not written. */
	private void leaveIsolated() {
		RecordingAppender stuck = new RecordingAppender("isolated", null, true);
		try (Life life = new Life("first", ISOLATING, stuck)) {
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
			this(name, settings, isolated, false);
		}

		Life(String name, RingSettings settings, RecordingAppender isolated, boolean stuck) {
			this.name = name;
			this.appender.onEvent((event) -> {
				if (CrashRecoveryTests.this.failing) {
					throw new IllegalStateException("no space left");
				}
				CrashRecoveryTests.this.written
					.add(event.getLevel() + " " + event.getLoggerName() + " " + event.getMessage().getFormattedMessage()
							+ " " + new TreeMap<>(event.getContextData().toMap()));
			});
			if (stuck) {
				this.appender.close();
			}
			this.context.configure(TestSettings.withCrashLog(settings,
					new CrashLogSettings(CrashRecoveryTests.this.directory.resolve(name), SIZE, Level.ALL)));
			if (isolated != null) {
				Receipts.install(this.context, new NoCounts());
			}
			this.context.start(new TestConfiguration(this.appender).with((configuration) -> {
				if (isolated != null) {
					configuration.addAppender(isolated);
					configuration.getRootLogger().addAppender(isolated, null, null);
				}
			}));
			this.logger = this.context.getLogger("test");
		}

		/** Copy the files as a kill leaves them. */
		void copy(String target) {
			try (var files = Files.list(CrashRecoveryTests.this.directory)) {
				for (Path file : files.filter((each) -> each.getFileName().toString().startsWith(this.name)).toList()) {
					String suffix = file.getFileName().toString().substring(this.name.length());
					Files.copy(file, CrashRecoveryTests.this.directory.resolve(target + suffix));
				}
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

		/** Wait until nothing is left of an earlier process. */
		void awaitRecovery() {
			Awaitility.await().until(() -> oldFiles().isEmpty());
			awaitEmpty();
		}

		List<String> oldFiles() {
			return List.of(Objects.requireNonNull(CrashRecoveryTests.this.directory.toFile()
				.list((folder, file) -> file.matches(this.name + "(-.*)?.recover-.*"))));
		}

		void awaitEmpty() {
			Awaitility.await()
				.until(() -> this.context.statistics().written() == this.context.statistics().published());
		}

		/** End as a process does, but wait for what recoveries still have to report. */
		@Override
		public void close() {
			this.appender.release();
			this.context.stop(10, TimeUnit.SECONDS);
			Awaitility.await()
				.until(() -> Thread.getAllStackTraces()
					.keySet()
					.stream()
					.noneMatch((thread) -> thread.getName().equals("ringlog-recovery")));
		}

	}

}
