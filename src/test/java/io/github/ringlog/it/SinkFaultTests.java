package io.github.ringlog.it;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;

import io.github.ringlog.kit.LogFile;
import io.github.ringlog.kit.Needs;
import io.github.ringlog.kit.Signal;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Sinks that stand still, fail and recover, in real processes: each event is a whole line
 * or is counted, once, and standard error tells it once.
 */
class SinkFaultTests {

	private static final int MANY = 20_000;

	// So many that the pipe is full although most are dropped.
	private static final int FLOOD = 400_000;

	private static final String CONSOLE = """
			<Console name="sink" follow="false"><PatternLayout pattern="%m%n"/></Console>
			""";

	private static final String FILE = """
			<RollingFile name="sink" fileName="logs/app.log" filePattern="logs/app.log.%i">
			  <PatternLayout pattern="%m%n"/>
			  <SizeBasedTriggeringPolicy size="100MB"/>
			</RollingFile>
			""";

	@TempDir
	private Path directory;

	private final AtomicReference<Process> reader = new AtomicReference<>();

	@Test
	void losesNothingWhileTheReaderOfStandardOutputStandsStill() throws Exception {
		try (Rounds rounds = startPiped(CONSOLE, "--ringlog.buffer.size=128")) {
			rounds.log(1000);
			Signal.STOP.send(this.reader.get().toHandle());
			rounds.begin(MANY);
			rounds.awaitState((counts) -> counts.used() > counts.capacity() * 3 / 4);
			assertThat(this.directory.resolve("logged-1")).doesNotExist();
			Signal.CONT.send(this.reader.get().toHandle());
			rounds.awaitDone();
			Rounds.Counts end = rounds.end();
			awaitReader();
			assertThat(end.errors()).isZero();
			assertThat(end.dropped()).isZero();
			assertThat(Rounds.lines(output())).hasSize(rounds.attempted());
		}
	}

	@Test
	void callersGoOnWhileTheReaderOfStandardOutputStandsStillIfTheyMayDrop() throws Exception {
		try (Rounds rounds = startPiped(CONSOLE, "--ringlog.buffer.size=128", "--ringlog.overflow.policy=drop")) {
			rounds.log(100);
			Signal.STOP.send(this.reader.get().toHandle());
			rounds.begin(FLOOD);
			Rounds.Counts logged = rounds.awaitLogged();
			assertThat(logged.used()).isPositive();
			assertThat(logged.dropped()).isPositive();
			Signal.CONT.send(this.reader.get().toHandle());
			rounds.awaitDone();
			rounds.log(100);
			Rounds.Counts end = rounds.end();
			awaitReader();
			assertThat(end.errors()).isZero();
			assertThat(Rounds.lines(output()).size() + end.dropped()).isEqualTo(rounds.attempted());
		}
	}

	@Test
	void countsWhatAReaderThatStandsStillLeavesBehindAtShutdown() throws Exception {
		try (Rounds rounds = startPiped(CONSOLE, "--ringlog.buffer.size=128", "--ringlog.overflow.policy=drop",
				"--ringlog.shutdown.drain-timeout=1s")) {
			rounds.log(100);
			Signal.STOP.send(this.reader.get().toHandle());
			rounds.begin(FLOOD);
			Rounds.Counts logged = rounds.awaitLogged();
			rounds.terminate();
			Signal.CONT.send(this.reader.get().toHandle());
			awaitReader();
			long inRing = told(rounds, "Ringlog: (\\d+) log events? could not be written before shutdown");
			assertThat(inRing).isPositive();
			// What became of the write that is stuck is not known: its events count as
			// failed, and some of them may have been written.
			long inAppender = told(rounds, "appender sink could not write (\\d+) log events?: ");
			long written = wholeLines(output());
			assertThat(written + logged.dropped() + inRing + inAppender).isBetween((long) rounds.attempted(),
					rounds.attempted() + inAppender);
		}
	}

	@Test
	void endsThoughNobodyReadsTheConsoleThatIsToWriteItsFinalReceipt() {
		String console = "<Console name='sink'><PatternLayout pattern='%seq %m%n'/></Console>";
		try (Rounds rounds = new Rounds(this.directory,
				Rounds
					.application(this.directory, console, "--ringlog.buffer.size=128", "--ringlog.overflow.policy=drop",
							"--ringlog.shutdown.drain-timeout=1s", "--ringlog.receipts.enabled=true")
					.startUnread())) {
			rounds.begin(FLOOD);
			assertThat(rounds.awaitLogged().dropped()).isPositive();
			rounds.terminate();
		}
	}

	private static long told(Rounds rounds, String pattern) {
		return Pattern.compile(pattern)
			.matcher(rounds.errors())
			.results()
			.mapToLong((found) -> Long.parseLong(found.group(1)))
			.sum();
	}

	@ParameterizedTest
	@CsvSource({ "true,policy=block", "false,policy=drop", "false,policy=synchronous" })
	void countsEachEventForAClosedPipe(boolean follow, String overflow) throws Exception {
		String console = CONSOLE.replace("false", String.valueOf(follow));
		try (Rounds rounds = startPiped(console, "--ringlog.overflow." + overflow, "--ringlog.buffer.size=128")) {
			long written = 1000 - rounds.log(1000).dropped();
			Awaitility.await().until(() -> new LogFile(output()).lines().size() == written);
			this.reader.get().destroyForcibly().waitFor();
			Rounds.Counts many = rounds.log(MANY);
			assertThat(written + many.errors() + many.dropped()).isEqualTo(rounds.attempted());
			assertThat(rounds.log(2).errors()).isEqualTo(many.errors() + 2);
			Rounds.Counts end = rounds.end();
			assertThat(end.errors()).isEqualTo(many.errors() + 2);
			assertThat(end.failed()).isEqualTo(end.errors());
			// Callers that write themselves overtake the events in the ring.
			assertThat(new LogFile(output()).lines()).hasSize((int) written)
				.allMatch((line) -> line.endsWith(" " + "x".repeat(80)));
			assertTold(rounds, end.errors());
		}
	}

	/**
	 * The disk is full half of the time, and at the end.
	 */
	@Test
	void countsEachEventThatAFullDiskDoesNotTakeAndGoesOnWhenThereIsSpace() throws Exception {
		try (SmallDisk disk = SmallDisk.mount(Files.createDirectory(this.directory.resolve("logs")));
				Rounds rounds = start(FILE)) {
			rounds.log(1000);
			long errors = 0;
			for (int round = 0; round < 3; round++) {
				Path ballast = disk.fill(64 * 1024);
				long more = rounds.log(2000).errors() - errors;
				assertThat(more).isBetween(1L, 1999L);
				errors += more;
				Files.delete(ballast);
				assertThat(rounds.log(1000).errors()).isEqualTo(errors);
			}
			disk.fill(64 * 1024);
			rounds.log(2000);
			Rounds.Counts end = rounds.end();
			assertThat(end.errors()).isBetween(errors + 1, errors + 1999);
			assertThat(end.failed()).isEqualTo(end.errors());
			assertThat(end.dropped()).isZero();
			assertNoneIsMissing(rounds, end);
			assertTold(rounds, end.errors());
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void countsEachEventThatStandardOutputInAFileDoesNotTake(boolean follow) throws Exception {
		String console = CONSOLE.replace("false", String.valueOf(follow));
		Path logs = Files.createDirectory(this.directory.resolve("logs"));
		try (SmallDisk disk = SmallDisk.mount(logs);
				Rounds rounds = new Rounds(this.directory,
						Rounds.application(this.directory, console).startInto(log()))) {
			rounds.log(1000);
			Path ballast = Files.write(disk.path().resolve("ballast"), new byte[512 * 1024]);
			Rounds.Counts full = rounds.log(MANY);
			assertThat(full.errors()).isBetween(1L, MANY - 1L);
			Files.delete(ballast);
			assertThat(rounds.log(1000).errors()).isEqualTo(full.errors());
			assertThat(rounds.end().errors()).isEqualTo(full.errors());
			assertNoneIsMissing(rounds, full);
			assertTold(rounds, full.errors());
		}
	}

	/**
	 * Synchronous Log4j loses the events in its buffer without a word.
	 */
	@Test
	void countsEachEventThatARandomAccessFileDoesNotTakeThoughLog4jWouldNotTell() throws Exception {
		String random = FILE.replace("RollingFile", "RollingRandomAccessFile")
			.replace("fileName=", "immediateFlush=\"false\" fileName=");
		try (SmallDisk disk = SmallDisk.mount(Files.createDirectory(this.directory.resolve("logs")));
				Rounds rounds = start(random)) {
			Path ballast = Files.write(disk.path().resolve("ballast"), new byte[512 * 1024]);
			Rounds.Counts full = rounds.log(MANY);
			Files.delete(ballast);
			rounds.log(1000);
			assertThat(rounds.end().errors()).isEqualTo(full.errors()).isPositive();
			assertNoneIsMissing(rounds, full);
		}
	}

	@Test
	void countsEachEventForAFileThatIsMadeReadOnlyWhileItIsOpen() throws Exception {
		try (Rounds rounds = start(FILE)) {
			rounds.log(1000);
			try (Immutable file = Immutable.make(log())) {
				assertThat(rounds.log(MANY).errors()).as(file.toString()).isEqualTo(MANY);
			}
			assertThat(rounds.log(1000).errors()).isEqualTo(MANY);
			assertThat(rounds.end().errors()).isEqualTo(MANY);
			assertThat(wholeLines(log())).isEqualTo(2000);
			assertTold(rounds, MANY);
		}
	}

	/**
	 * A flush that fails may have written some of its events, and a part of one.
	 */
	private void assertNoneIsMissing(Rounds rounds, Rounds.Counts counts) {
		long written = wholeLines(log());
		assertThat(written + counts.errors()).isGreaterThanOrEqualTo(rounds.attempted());
		assertThat(written).isGreaterThanOrEqualTo(rounds.attempted() - counts.errors());
		// Each of them was torn by itself: the next line begins a new one.
		assertThat(new LogFile(log()).lines().stream().filter((line) -> line.indexOf('x') >= 0))
			.allMatch((line) -> line.matches("[01] \\d+ x{1,80}"));
	}

	private static long wholeLines(Path file) {
		return new LogFile(file).lines().stream().filter((line) -> line.endsWith(" " + "x".repeat(80))).count();
	}

	/**
	 * Each event is told of once on standard error: at once, once a minute, and at the
	 * end.
	 */
	private static void assertTold(Rounds rounds, long events) {
		assertThat(told(rounds, "appender sink could not write (\\d+) log events?: ")).isEqualTo(events);
	}

	private Rounds start(String appender, String... arguments) {
		return new Rounds(this.directory, Rounds.application(this.directory, appender, arguments).start());
	}

	private Rounds startPiped(String appender, String... arguments) {
		return new Rounds(this.directory, Rounds.application(this.directory, appender, arguments)
			.startInto(new ProcessBuilder("cat"), this.reader::set));
	}

	private void awaitReader() throws InterruptedException {
		assertThat(this.reader.get().waitFor(1, TimeUnit.MINUTES)).isTrue();
	}

	private Path output() {
		return this.directory.resolve("stdout.txt");
	}

	private Path log() {
		return this.directory.resolve("logs/app.log");
	}

	private static void run(String... command) {
		assertThat(tryToRun(command)).as("%s", List.of(command)).isTrue();
	}

	private static boolean tryToRun(String... command) {
		if (!FileSystems.getDefault().supportedFileAttributeViews().contains("unix")) {
			return false;
		}
		try {
			return new ProcessBuilder(command).inheritIO().start().waitFor() == 0;
		}
		catch (IOException ex) {
			return false;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

	/**
	 * A file system of one megabyte.
	 */
	private record SmallDisk(Path path) implements AutoCloseable {

		static SmallDisk mount(Path path) {
			Needs.that(tryToRun("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", path.toString()), "root");
			return new SmallDisk(path);
		}

		/**
		 * Leave so much space.
		 * @return what has taken the rest
		 */
		Path fill(long left) throws IOException {
			return Files.write(this.path.resolve("ballast"),
					new byte[(int) (this.path.toFile().getUsableSpace() - left)]);
		}

		@Override
		public void close() {
			run("umount", "--lazy", this.path.toString());
		}

	}

	/**
	 * A file that can't be written to, not even by those who have it open.
	 */
	private record Immutable(Path file) implements AutoCloseable {

		static Immutable make(Path file) {
			Needs.that(tryToRun("chattr", "+i", file.toString()), "root");
			return new Immutable(file);
		}

		@Override
		public void close() {
			run("chattr", "-i", this.file.toString());
		}

	}

}
