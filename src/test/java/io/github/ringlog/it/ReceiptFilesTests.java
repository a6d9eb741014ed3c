package io.github.ringlog.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.github.ringlog.it.app.FloodApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.RunningJvm;
import io.github.ringlog.kit.Signal;
import io.github.ringlog.kit.Verifier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Files of an application with receipts, whole and damaged, and what
 * {@code ringlog-verify.jar} finds in them.
 */
class ReceiptFilesTests {

	private static final int EVENTS = 60_000;

	private static final Pattern NUMBER = Pattern.compile("\\[(?:[a-z][0-9]){7}-([0-9]+)]");

	@TempDir
	private static Path healthy;

	@TempDir
	private Path directory;

	@BeforeAll
	static void runOnce() {
		RunningJvm jvm = child(healthy, 4, EVENTS)
			.argument("--logging.log4j2.rollingpolicy.max-file-size=2MB",
					"--logging.log4j2.rollingpolicy.file-name-pattern=flood.%i.gz",
					"--logging.log4j2.rollingpolicy.max-history=1000")
			.run();
		assertThat(jvm.exitCode()).as(jvm.describe()).isZero();
		assertThat(jvm.errors()).isEmpty();
		assertThat(jvm.printed("written")).isEqualTo(jvm.printed("attempted"));
	}

	private static ChildJvm child(Path directory, int threads, int events) {
		return ChildJvm.of(directory, FloodApplication.class)
			.argument("--flood.threads=" + threads, "--flood.events=" + events, "--logging.file.name=flood.log",
					"--logging.level.root=off", "--logging.level.flood=info")
			.environment("LOGGING_THRESHOLD_CONSOLE", "off")
			.environment("RINGLOG_RECEIPTS_ENABLED", "true");
	}

	private static List<Path> files(Path directory) {
		try (Stream<Path> files = Files.list(directory)) {
			return files.filter((file) -> file.getFileName().toString().startsWith("flood.")).sorted().toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Copy the files of the healthy run.
	 */
	private List<Path> copies() throws IOException {
		List<Path> copies = new ArrayList<>();
		for (Path file : files(healthy)) {
			copies.add(Files.copy(file, this.directory.resolve(file.getFileName())));
		}
		assertThat(copies).hasSizeGreaterThan(3);
		return copies;
	}

	private static Path named(List<Path> files, String name) {
		return files.stream().filter((file) -> file.endsWith(name)).findFirst().orElseThrow();
	}

	private static long number(String line) {
		Matcher matcher = NUMBER.matcher(line);
		assertThat(matcher.find()).as(line).isTrue();
		return Long.parseLong(matcher.group(1));
	}

	@Test
	void filesThatWereRolledOverAndCompressedAreComplete() throws IOException {
		List<Path> files = copies();
		// A receipt after each rollover, and the final one.
		int lines = EVENTS + files.size();
		Verifier.of(files).assertStatus(0).assertPrints("COMPLETE: " + lines + " lines of 1 run,", "sink File");
	}

	@Test
	void structuredFilesAreComplete() throws IOException {
		RunningJvm jvm = child(this.directory, 2, 1000)
			.argument("--logging.structured.format.file=logstash", "--logging.structured.format.console=gelf",
					"--logging.threshold.console=trace", "--ringlog.isolation.Console.policy=block",
					"--spring.main.banner-mode=off")
			.run();
		assertThat(jvm.exitCode()).as(jvm.describe()).isZero();
		List<Path> files = new ArrayList<>(files(this.directory));
		files.add(this.directory.resolve("stdout.txt"));
		Verifier.of(files)
			.assertStatus(0)
			.assertPrints("sink Console: complete", "sink File: complete", "COMPLETE: 2002 lines of 2 runs");
		List<String> lines = new ArrayList<>(Files.readAllLines(files.get(0)));
		lines.remove(500);
		Files.write(files.get(0), lines);
		Verifier.of(files).assertStatus(1).assertPrints("missing     1 line, 501", "MISSING: 1 line;");
	}

	@Test
	void aLineThatWasDeletedIsNamed() throws IOException {
		List<Path> files = copies();
		Path last = named(files, "flood.log");
		List<String> lines = new ArrayList<>(Files.readAllLines(last));
		String deleted = lines.remove(lines.size() / 2);
		Files.write(last, lines);
		Verifier.of(files).assertStatus(1).assertPrints("missing     1 line, " + number(deleted), "MISSING: 1 line;");
	}

	@Test
	void aKilledApplicationWithACrashLogIsCompleteAfterItsNextStart() throws IOException {
		Path file = this.directory.resolve("flood.log");
		Path crashLog = this.directory.resolve("crash");
		try (RunningJvm jvm = crashing(4, EVENTS).argument("--flood.seconds=600").start()) {
			Awaitility.await()
				.atMost(Duration.ofMinutes(2))
				.until(() -> !jvm.isAlive() || (Files.exists(file) && Files.size(file) > 1_000_000));
			jvm.signal(Signal.KILL);
			jvm.awaitEnd(Duration.ofSeconds(30));
		}
		Verifier.of(files(this.directory)).assertStatus(2).assertPrints("open: ");
		Verifier.of("--crash-log", crashLog).assertStatus(1).assertPrints("MISSING: the next start writes ");
		crashing(1, 100).run();
		// Each start is a run of its own.
		Verifier.of(files(this.directory))
			.assertStatus(0)
			.assertPrints("the process was killed, and the next start has recovered its events", "of 2 runs");
		Verifier.of("--crash-log", crashLog).assertStatus(0);
		assertThat(Files.readString(file)).contains("\"recovered\":\"true\"");
	}

	private ChildJvm crashing(int threads, int events) {
		return child(this.directory, threads, events).argument("--ringlog.crash-log.file=crash",
				"--logging.structured.format.file=ecs");
	}

	@Test
	void anIsolatedAppenderOfLog4jIsASinkOfItsOwn() throws IOException {
		RunningJvm jvm = child(this.directory, 4, 4000).log4j("""
				<Configuration>
					<Appenders>

						<RollingFile name="Whole" fileName="flood.whole" filePattern="flood.whole.%i">
							<PatternLayout pattern="%seq %m%n"/>
							<OnStartupTriggeringPolicy/>
						</RollingFile>
						<File name="Part" fileName="flood.part">
							<PatternLayout pattern="%-5p %d %seq - %m%n"/>
							<RegexFilter regex="1 .*" onMatch="ACCEPT" onMismatch="DENY"/>
						</File>
					</Appenders>
					<Loggers>
						<Root level="off"/>
						<Logger name="flood" level="info">
							<AppenderRef ref="Whole"/>
							<AppenderRef ref="Part"/>
						</Logger>
					</Loggers>
				</Configuration>""").argument("--ringlog.isolation.Part.policy=block").run();
		assertThat(jvm.exitCode()).as(jvm.describe()).isZero();
		Verifier.of(files(this.directory))
			.assertStatus(0)
			.assertPrints("sink Whole: complete", "4001 of the lines 1 to 4001", "sink Part: complete",
					"1001 of the lines 1 to 1001", "COMPLETE: 5002 lines of 2 runs");
	}

	@Test
	void withoutReceiptsThereAreNoNumbers() throws IOException {
		child(this.directory, 1, 100).argument("--ringlog.receipts.enabled=false").run();
		String text = Files.readString(this.directory.resolve("flood.log"), StandardCharsets.UTF_8);
		assertThat(text).doesNotContainPattern(NUMBER).doesNotContain("receipt").contains(" --- [Thread-");
	}

}
