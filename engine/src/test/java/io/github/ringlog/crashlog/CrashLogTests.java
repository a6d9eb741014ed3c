package io.github.ringlog.crashlog;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.LongStream;

import io.github.ringlog.crashlog.CrashLogReader.Event;
import io.github.ringlog.logger.TestRing;
import io.github.ringlog.text.TextSource;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.Marker;
import org.apache.logging.log4j.MarkerManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.impl.ContextDataFactory;
import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.apache.logging.log4j.message.SimpleMessage;
import org.apache.logging.log4j.util.StringMap;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * The file of a crash log.
 */
class CrashLogTests {

	private static final int SLOTS = 128;

	private static final int SIZE = 512;

	@TempDir
	private Path directory;

	private Path path;

	private FileChannel file;

	private CrashLog log;

	private CrashRecord usual;

	@BeforeEach
	void begin() throws IOException {
		this.path = this.directory.resolve("crash.log");
		this.file = FileChannel.open(this.path, StandardOpenOption.CREATE, StandardOpenOption.READ,
				StandardOpenOption.WRITE);
		this.log = CrashLog.begin(this.path, this.file, SLOTS, SIZE, Level.ALL, 0);
	}

	@AfterEach
	void close() throws IOException {
		this.file.close();
	}

	@Test
	void hasNothingAtFirst() throws IOException {
		assertThat(events()).isEmpty();
	}

	@Test
	void hasAllOfAnEvent() throws IOException {
		put(0, (event) -> event.setLevel(Level.forName("NOTICE", 350))
			.setContextData(data("traceId", "4711"))
			.setMessage(new SimpleMessage("größer")));
		Event event = events().get(0);
		assertThat(event.message()).isEqualTo("größer");
		assertThat(event.logger()).isEqualTo("com.acme.Shop");
		assertThat(event.thread()).isEqualTo("main");
		assertThat(event.level()).isEqualTo("NOTICE");
		assertThat(event.levelValue()).isEqualTo(350);
		assertThat(event.time().toEpochMilli()).isEqualTo(1_700_000_000_123L);
		assertThat(event.context()).isEqualTo(Map.of("traceId", "4711"));
		assertThat(event.throwable()).isEmpty();
		assertThat(event.cut()).isFalse();
		assertThat(event.perhapsTwice()).isFalse();
	}

	@Test
	void hasNoEventThatIsFlushed() throws IOException {
		LongStream.range(0, 10).forEach((number) -> put(number, "event " + number));
		this.log.begin(6);
		this.log.flushed(4);
		assertThat(events()).extracting(Event::message)
			.containsExactly("event 5", "event 6", "event 7", "event 8", "event 9");
		assertThat(events()).extracting(Event::perhapsTwice).containsExactly(true, true, false, false, false);
	}

	@Test
	void keepsTheOrderOfTheRing() throws IOException {
		LongStream.range(0, SLOTS + 50).forEach((number) -> put(number, "event " + number));
		this.log.flushed(49);
		assertThat(events()).extracting(Event::sequence)
			.containsExactlyElementsOf(LongStream.range(50, SLOTS + 50).boxed().toList());
	}

	@Test
	void hasNoRecordThatIsTorn() throws IOException {
		put(0, "whole");
		put(1, "torn");
		store(1, 0, 0);
		put(2, "whole");
		assertThat(events()).extracting(Event::sequence).containsExactly(0L, 2L);
	}

	@Test
	void whatAThrowableLogsLeavesItsEventWhole() throws IOException {
		Throwable logs = new IllegalStateException() {
			@Override
			public String toString() {
				put(1, "from within");
				return "it logs";
			}
		};
		put(0, (event) -> event.setMessage(new SimpleMessage("outer")).setThrown(logs));
		assertThat(events()).extracting(Event::message).containsExactly("outer", "from within");
		assertThat(events().get(0).throwable()).startsWith("it logs");
	}

	@Test
	void hasATextThatTheEventHasAsBytes() throws IOException {
		byte[] bytes = "before größer after".getBytes(StandardCharsets.UTF_8);
		put(0, event((event) -> {
		}), (target) -> {
			target.append(bytes, 7, 8, false);
			return true;
		});
		byte[] large = "ü".repeat(SIZE).getBytes(StandardCharsets.UTF_8);
		put(1, event((event) -> event.setThrown(new IllegalStateException("broken"))), (target) -> {
			target.append(large, 0, large.length, false);
			return true;
		});
		assertThat(events()).extracting(Event::message).first().isEqualTo("größer");
		assertThat("ü".repeat(SIZE)).startsWith(events().get(1).message());
		assertThat(events().get(1).cut()).isTrue();
		assertThat(events().get(1).throwable()).startsWith("java.lang.IllegalStateException: broken");
	}

	@Test
	void cutsALongTextBetweenCharacters() throws IOException {
		for (int length = SIZE; length < SIZE + 4; length++) {
			String text = "a".repeat(length % 4) + "€".repeat(length);
			put(0, text);
			Event event = events().get(0);
			assertThat(event.cut()).isTrue();
			assertThat(text).startsWith(event.message());
			assertThat(event.message().getBytes(StandardCharsets.UTF_8).length).isBetween(SIZE - 100, SIZE);
			assertThat(event.describe()).endsWith(" [cut]");
		}
	}

	@Test
	void hasTheBeginningOfAStackTrace() throws IOException {
		put(0, (event) -> event.setMessage(new SimpleMessage("z".repeat(SIZE)))
			.setThrown(new IllegalStateException("broken", new IOException("disk"))));
		assertThat(events().get(0).throwable()).startsWith("java.lang.IllegalStateException: broken\n\tat ");
		assertThat(events().get(0).cut()).isTrue();
	}

	@Test
	void anEventWhoseMessageFailsHasNoRecord() throws IOException {
		put(0, event((event) -> {
		}), (target) -> {
			throw new IllegalStateException("test");
		});
		put(1, "next");
		assertThat(events()).extracting(Event::message).containsExactly("next");
	}

	@Test
	void hasNoEventThatIsNotSevereEnough() throws IOException {
		this.log = CrashLog.begin(this.path, this.file, SLOTS, SIZE, Level.WARN, 0);
		put(0, "info");
		put(1, (event) -> event.setLevel(Level.WARN).setMessage(new SimpleMessage("warn")));
		assertThat(events()).extracting(Event::message).containsExactly("warn");
	}

	@Test
	void hasTheRunsThatAreOpen() throws IOException {
		this.log.name(0, "k7m2q9x4b1w8a0", "File");
		String name = "a sink with a name that is longer than its room";
		this.log.name(1, "k7m2q9x4b1w8b0", name);
		this.log.name(2, "k7m2q9x4b1w8c0", "Other");
		this.log.flushed(0, 12);
		this.log.flushed(CrashLogReader.MAX_RUNS, 14);
		List<CrashLogReader.Run> runs = CrashLogReader.read(this.file).runs();
		assertThat(runs).extracting(CrashLogReader.Run::last).containsExactly(12L, 0L, 0L);
		assertThat(runs).extracting((run) -> run.isOf(name)).containsExactly(false, true, false);
		assertThat(runs).extracting((run) -> run.isOf(name + " here")).containsOnly(false);
		this.log.forget(0);
		assertThat(CrashLogReader.read(this.file).runs()).hasSize(2);
		this.log.name(0, "k7m2q9x4b1w8d0", "File");
		assertThat(CrashLogReader.read(this.file).runs()).contains(new CrashLogReader.Run("k7m2q9x4b1w8d0", "File", 0));
	}

	@Test
	void readsWhatIsThereOfAFileThatWasCut() throws IOException {
		put(0, "first");
		put(100, "second");
		this.file.truncate(CrashLogReader.HEADER + 2 * SIZE);
		assertThat(events()).extracting(Event::message).containsExactly("first");
	}

	@Test
	void anEmptyFileHasNothing() throws IOException {
		this.file.truncate(0);
		assertThat(events()).isEmpty();
		this.file.write(ByteBuffer.allocate(CrashLogReader.HEADER), 0);
		assertThatIOException().isThrownBy(this::events).withMessage("it is no crash log");
	}

	@Test
	void anotherVersionIsRejected() throws IOException {
		this.file.write(ByteBuffer.wrap(new byte[] { 9 }), CrashLogReader.AT_VERSION);
		assertThatIOException().isThrownBy(this::events).withMessage("it is a crash log of version 9, not 2");
	}

	@Test
	void aFileThatIsRemovedIsGivenUpWithOneMessage() throws IOException {
		Files.delete(this.path);
		LogEvent event = event((builder) -> builder.setMessage(new SimpleMessage("event")));
		String printed = TestRing.printedBy(() -> {
			Awaitility.await().until(() -> {
				this.log.flushed(0);
				CrashRecord record = CrashRecord.idle(null);
				this.log.prepare(record, event, (target) -> false);
				return record.isEmpty();
			});
			this.log.flushed(0);
		});
		assertThat(printed).containsOnlyOnce("Ringlog: events of this process have no crash log any more. " + this.path
				+ " was cut or removed. Leave it to this process alone, and restart");
	}

	@Test
	void aFileThatCannotBeMadeIsNone() {
		assertThat(CrashLogFile.open(this.directory.resolve("missing/crash.log"))).isNull();
	}

	@Test
	void aDamagedRecordIsLeftOutAndCounted() throws IOException {
		String text = "the text";
		for (int at = CrashLogReader.AT_CHECKSUM; at < CrashLogReader.FIXED + 40; at++) {
			put(0, text);
			ByteBuffer one = ByteBuffer.allocate(1);
			this.file.read(one, CrashLogReader.HEADER + at);
			one.put(0, (byte) (one.get(0) ^ 0x55)).rewind();
			this.file.write(one, CrashLogReader.HEADER + at);
			assertThat(CrashLogReader.read(this.file).events()).as("byte %d", at).isEmpty();
			assertThat(CrashLogReader.read(this.file).broken()).isOne();
		}
	}

	@Test
	void cutsTheTextAndNeverWhatRoutesAnEvent() throws IOException {
		StringMap data = data("tenant", "acme");
		data.putValue("large", "v".repeat(SIZE));
		Marker marker = new MarkerManager.Log4jMarker("LOGIN").setParents(new MarkerManager.Log4jMarker("AUDIT"));
		put(0, (event) -> event.setLoggerName("l".repeat(SIZE / 2))
			.setThreadName("t".repeat(SIZE))
			.setMarker(marker)
			.setContextData(data)
			.setMessage(new SimpleMessage("m".repeat(SIZE))));
		Event event = events().get(0);
		assertThat(event.logger()).hasSize(SIZE / 2);
		assertThat(event.markers()).containsExactly("LOGIN", "AUDIT");
		assertThat(event.context()).isEqualTo(Map.of("tenant", "acme"));
		assertThat(event.message()).matches("m{20,}");
		assertThat(event.cut()).isTrue();
	}

	@Test
	void anEventWithoutRoomForWhatRoutesItHasNoRecord() throws IOException {
		put(0, (event) -> event.setLoggerName("l".repeat(SIZE)).setMessage(new SimpleMessage("text")));
		put(1, (event) -> event.setMarker(new MarkerManager.Log4jMarker("m".repeat(SIZE)))
			.setMessage(new SimpleMessage("text")));
		put(2, "next");
		assertThat(events()).extracting(Event::message).containsExactly("next");
	}

	@Test
	void whatIsRecoveredOnceMayBeThereTwiceTheNextTime() throws IOException {
		put(0, "event");
		CrashLogReader.beginRecovery(this.file);
		assertThat(events()).extracting(Event::perhapsTwice).containsExactly(true);
	}

	@Test
	void aSecondRecoveryMarksAnEventOnce() throws IOException {
		StringMap first = data(CrashLogReader.RECOVERED, "true");
		first.putValue(CrashLogReader.PROCESS, "4711");
		put(0, (event) -> event.setContextData(first)
			.setMessage(new SimpleMessage("[recovered from 4711, perhaps twice] text")));
		assertThat(events().get(0).describe()).isEqualTo("[recovered from 4711] text");
	}

	@Test
	void aFileThatIsInUseIsLeftAloneThoughItWasOpenedAndClosed() throws IOException {
		Path path = this.directory.resolve("other.log");
		try (CrashLogFile first = CrashLogFile.open(path)) {
			assertThat(first).isNotNull();
			assertThat(first.begin(SLOTS, SIZE, Level.ALL, 0)).isNotNull();
			FileChannel.open(path, StandardOpenOption.READ).close();
			assertThat(CrashLogFile.open(path)).isNull();
			assertThat(isLockedForOthers(path)).isTrue();
		}
		assertThat(isLockedForOthers(path)).isFalse();
		try (CrashLogFile second = CrashLogFile.open(path)) {
			assertThat(second).isNotNull();
		}
	}

	// A process of its own: locks are those of a process.
	private static boolean isLockedForOthers(Path path) throws IOException {
		Process flock = new ProcessBuilder("python3", "-c",
				"import fcntl,sys; fcntl.lockf(open(sys.argv[1], 'r+'), fcntl.LOCK_EX | fcntl.LOCK_NB)",
				path + CrashLogReader.LOCK)
			.redirectErrorStream(true)
			.start();
		flock.getInputStream().readAllBytes();
		return flock.onExit().join().exitValue() != 0;
	}

	@Test
	void eachCrashLogIsAFileOfItsOwn() throws IOException {
		Path path = this.directory.resolve("other.log");
		try (CrashLogFile opened = CrashLogFile.open(path)) {
			this.log = opened.begin(SLOTS, SIZE, Level.ALL, 0);
			CrashLog successor = opened.begin(SLOTS, SIZE, Level.ALL, 0);
			assertThat(successor).isNotNull();
			put(0, "late");
			try (FileChannel file = FileChannel.open(path)) {
				assertThat(CrashLogReader.read(file).events()).isEmpty();
			}
			assertThat(opened.old()).singleElement().satisfies((old) -> {
				try (FileChannel file = FileChannel.open(old)) {
					assertThat(CrashLogReader.read(file).events()).extracting(Event::message).containsExactly("late");
				}
			});
			assertThat(Files.getPosixFilePermissions(path)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
		}
	}

	@Test
	void aLinkIsRefused() throws IOException {
		Path target = Files.writeString(this.directory.resolve("precious"), "text");
		refuses((path) -> Files.createSymbolicLink(path, target), "is a link or no regular file");
		assertThat(target).hasContent("text");
	}

	@Test
	void aDirectoryIsRefused() throws IOException {
		refuses(Files::createDirectory, "is a link or no regular file");
	}

	@Test
	void aFileThatOthersMayUseIsRefused() throws IOException {
		refuses((path) -> Files.setPosixFilePermissions(Files.createFile(path),
				PosixFilePermissions.fromString("rw-r--r--")), "others than its owner may use");
	}

	@Test
	void aFileOfSomebodyElseIsRefused() throws IOException {
		assumeThat(Files.getOwner(this.directory).getName()).isEqualTo("root");
		refuses((path) -> {
			Files.setPosixFilePermissions(Files.createFile(path), PosixFilePermissions.fromString("rw-------"));
			Files.setOwner(path, path.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
		}, "belongs to nobody");
	}

	@Test
	void aLockThatIsALinkIsRefused() throws IOException {
		Path target = Files.writeString(this.directory.resolve("precious"), "text");
		Files.createSymbolicLink(this.directory.resolve("odd.log" + CrashLogReader.LOCK), target);
		assertThat(CrashLogFile.open(this.directory.resolve("odd.log"))).isNull();
		assertThat(target).hasContent("text");
	}

	@Test
	void aDirectoryWithoutRoomIsLeftAsItIs() throws Exception {
		Path small = Files.createDirectory(this.directory.resolve("small"));
		assumeThat(run("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", small.toString())).isZero();
		try {
			Path path = small.resolve("crash.log");
			String printed = TestRing.printedBy(() -> {
				try (CrashLogFile file = CrashLogFile.open(path)) {
					assertThat(file.begin(SLOTS, SIZE, Level.ALL, 0)).isNull();
					assertThat(file.begin(SLOTS, SIZE, Level.ALL, 0)).isNull();
				}
			});
			assertThat(printed).containsOnlyOnce("bytes, and ").contains("Set a smaller ringlog.crash-log.size");
			try (var files = Files.list(small)) {
				assertThat(files).containsExactly(small.resolve("crash.log.lock"));
			}
		}
		finally {
			run("umount", small.toString());
		}
	}

	private static int run(String... command) throws Exception {
		return new ProcessBuilder(command).redirectErrorStream(true)
			.redirectOutput(ProcessBuilder.Redirect.DISCARD)
			.start()
			.waitFor();
	}

	private void refuses(Preparation found, String why) throws IOException {
		Path path = this.directory.resolve("odd.log");
		found.prepare(path);
		String printed = TestRing.printedBy(() -> {
			try (CrashLogFile file = CrashLogFile.open(path)) {
				assertThat(file.begin(SLOTS, SIZE, Level.ALL, 0)).isNull();
				assertThat(file.old()).isEmpty();
			}
		});
		assertThat(printed).containsOnlyOnce("Ringlog: events of this process have no crash log.").contains(why);
		assertThat(Files.exists(path, LinkOption.NOFOLLOW_LINKS)).isTrue();
		assertThat(this.directory.resolve("odd.log.new")).doesNotExist();
	}

	private void put(long sequence, String text) {
		put(sequence, (event) -> event.setMessage(new SimpleMessage(text)));
	}

	private void put(long sequence, Consumer<Log4jLogEvent.Builder> customizer) {
		put(sequence, event(customizer), (target) -> false);
	}

	private void put(long sequence, LogEvent event, TextSource source) {
		CrashRecord record = CrashRecord.idle(this.usual);
		this.usual = record;
		this.log.prepare(record, event, source);
		this.log.put(sequence, record);
		record.clear();
	}

	private static LogEvent event(Consumer<Log4jLogEvent.Builder> customizer) {
		Log4jLogEvent.Builder event = Log4jLogEvent.newBuilder()
			.setLoggerName("com.acme.Shop")
			.setThreadName("main")
			.setLevel(Level.INFO)
			.setTimeMillis(1_700_000_000_123L);
		customizer.accept(event);
		return event.build();
	}

	private static StringMap data(String key, String value) {
		StringMap data = ContextDataFactory.createContextData();
		data.putValue(key, value);
		return data;
	}

	private void store(int slot, int offset, long value) throws IOException {
		this.file.write(ByteBuffer.allocate(8).putLong(0, value), CrashLogReader.HEADER + slot * SIZE + offset);
	}

	private List<Event> events() throws IOException {
		return CrashLogReader.read(this.file).events();
	}

	/**
	 * Makes what is found.
	 */
	private interface Preparation {

		void prepare(Path path) throws IOException;

	}

}
