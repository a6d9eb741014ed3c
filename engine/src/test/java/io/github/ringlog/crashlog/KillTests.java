package io.github.ringlog.crashlog;

import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

/**
 * Processes that are killed at random moments of a flood of four threads. Whatever
 * happens between, each event is in the file in the end, and none twice without a mark.
 */
class KillTests {

	private static final int THREADS = 4;

	// 128 and the number of the signal.
	private static final int KILLED = 137;

	private static final Path CONTROL_GROUPS = Path.of("/sys/fs/cgroup/memory");

	private static final int[] RINGS = { 256, 4096, 16384 };

	private static final Pattern LINE = Pattern.compile(
			"I t(\\d) (\\[recovered from \\d+(, perhaps twice)?] )?((\\w+)/(\\d)/(\\d+)/([a-z]*)(ü\\.)?)( \\[cut])?");

	private static final String NOTICE = "W ringlog-recovery ";

	private static final String CONFIGURATION = """
			<Configuration status="error">
			  <Appenders>
			    <%s name="file" fileName="%s" immediateFlush="false">
			      <PatternLayout pattern="%%.-1p %%t %%m%%n" charset="UTF-8"/>
			    </%1$s>
			    <Console name="console"/>
			  </Appenders>
			  <Loggers>
			    <Root level="info"><AppenderRef ref="file"/>%s</Root>
			  </Loggers>
			</Configuration>
			""";

	@TempDir
	private Path directory;

	private final Random random = new Random();

	private final Map<String, Life> lives = new HashMap<>();

	private long recovered;

	private long twice;

	private long torn;

	private long duringRecovery;

	@ParameterizedTest
	@CsvSource({ "FLOOD, 3", "RECOVERY, 5", "STUCK_CONSOLE, 2", "FULL_DISK, 2" })
	void eachAcceptedEventIsWrittenOrRecoveredAfterAKill(Kind kind, int kills) throws Exception {
		kill(kind, kills);
	}

	@ParameterizedTest
	@CsvSource({ "FLOOD, 600", "RECOVERY, 200", "STUCK_CONSOLE, 100", "FULL_DISK, 100" })
	@Tag("full")
	void eachAcceptedEventIsWrittenOrRecoveredAfterAThousandKills(Kind kind, int kills) throws Exception {
		kill(kind, Integer.getInteger("ringlog.test.kills", kills));
	}

	/**
	 * The kernel kills what takes more memory than its control group may have.
	 */
	@Test
	@Tag("full")
	void eachAcceptedEventIsWrittenOrRecoveredAfterALackOfMemory() throws Exception {
		assumeThat(CONTROL_GROUPS).isWritable();
		Path group = Files.createDirectory(CONTROL_GROUPS.resolve("ringlog-" + ProcessHandle.current().pid()));
		try {
			Files.writeString(group.resolve("memory.limit_in_bytes"), String.valueOf(200 << 20));
			kill(Kind.FLOOD, Integer.getInteger("ringlog.test.kills", 20), group);
		}
		finally {
			Files.delete(group);
		}
	}

	private void kill(Kind kind, int kills, Path... group) throws Exception {
		for (int i = 0; i < kills; i++) {
			killOne(kind, "k" + i, group);
			if (kind == Kind.FULL_DISK) {
				// What it logs itself is counted as failed.
				killOne(kind, "full" + i, group);
				this.lives.remove("full" + i);
			}
			if (i % 50 == 49) {
				print(kind, i + 1);
			}
		}
		// Nothing is left of the others then.
		killOne(Kind.FLOOD, "last");
		this.lives.remove("last");
		this.lives.values().forEach(Life::check);
		print(kind, kills);
		assertThat(this.recovered).isPositive();
		assertThat(this.duringRecovery).isGreaterThanOrEqualTo((kind == Kind.RECOVERY) ? 1 : 0);
	}

	private void print(Kind kind, int kills) {
		System.out.printf(
				"%s: %d kills, %d during a recovery: %d events, %d recovered, %d of them marked as perhaps "
						+ "twice, %d files with a torn end%n",
				kind, kills, this.duringRecovery, this.lives.values().stream().mapToLong(Life::events).sum(),
				this.recovered, this.twice, this.torn);
	}

	/**
	 * Start a process, which recovers what those before have left, and kill it.
	 */
	private void killOne(Kind kind, String name, Path... group) throws Exception {
		boolean full = name.startsWith("full");
		Path log = this.directory.resolve("app.log");
		String console = (kind == Kind.STUCK_CONSOLE) ? "<AppenderRef ref=\"console\"/>" : "";
		Path configuration = Files.writeString(this.directory.resolve("log4j2.xml"), CONFIGURATION
			.formatted(this.random.nextBoolean() ? "File" : "RandomAccessFile", full ? "/dev/full" : log, console));
		Path counters = this.directory.resolve("counters");
		Files.deleteIfExists(counters);
		long start = Files.exists(log) ? Files.size(log) : 0;
		Path errors = this.directory.resolve("errors");
		List<String> command = new ArrayList<>();
		for (Path limited : group) {
			command.addAll(List.of("sh", "-c", "echo $$ > " + limited + "/cgroup.procs; exec \"$@\"", "sh"));
		}
		command.addAll(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx1g", "-Xms32m",
				"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-cp",
				System.getProperty("java.class.path"),
				"-Dlog4j2.contextSelector=io.github.ringlog.standalone.StandaloneContextSelector",
				"-Dlog4j2.configurationFile=" + configuration,
				"-Dringlog.buffer.size=" + RINGS[this.random.nextInt(RINGS.length)],
				"-Dringlog.crash-log.file=" + this.directory.resolve("crash.log")));
		if (!console.isEmpty()) {
			command.add("-Dringlog.isolation.console.buffer-size=128");
		}
		command.addAll(List.of(Victim.class.getName(), name, counters.toString(), String.valueOf(THREADS)));
		for (Path limited : group) {
			command.add(limited.toString());
		}
		// A pipe that nobody reads gets stuck. What Log4j reports of a full disk goes
		// there,
		// too.
		Process process = new ProcessBuilder(command).redirectError(errors.toFile())
			.redirectOutput(console.isEmpty() ? ProcessBuilder.Redirect.DISCARD : ProcessBuilder.Redirect.PIPE)
			.start();
		try {
			await().pollInterval(Duration.ofMillis(5)).atMost(Duration.ofMinutes(10)).until(() -> {
				assertThat(process.isAlive() || group.length > 0).as(Files.readString(errors)).isTrue();
				return count(counters)[0] > 0 || !process.isAlive();
			});
			if (kind != Kind.RECOVERY) {
				await().pollInterval(Duration.ofMillis(5))
					.atMost(Duration.ofMinutes(10))
					.until(() -> old("crash.log").length == 0 || !process.isAlive()
							|| full && Files.readString(errors).contains("stays for the next start"));
			}
			// The moment is what the test is about.
			LockSupport.parkNanos(
					TimeUnit.MICROSECONDS.toNanos(this.random.nextInt((kind == Kind.RECOVERY) ? 300_000 : 150_000)));
			if (group.length > 0) {
				assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
				assertThat(process.exitValue()).isEqualTo(KILLED);
			}
		}
		finally {
			process.destroyForcibly().waitFor();
		}
		this.duringRecovery += (old("crash.log").length > 0) ? 1 : 0;
		this.lives.put(name, new Life(count(counters)));
		if (full) {
			return;
		}
		assertThat(Files.readString(errors)).isEmpty();
		String fragment = read(log, start);
		// The end of the file is what the next process finds.
		Files.writeString(log, fragment.isEmpty() ? "\n" : fragment);
		for (String ofConsole : old("crash.log-console")) {
			Files.delete(this.directory.resolve(ofConsole));
		}
	}

	private String[] old(String file) {
		return this.directory.toFile().list((folder, name) -> name.startsWith(file + CrashLogReader.OLD));
	}

	private long[] count(Path counters) throws Exception {
		long[] counts = new long[THREADS];
		if (Files.exists(counters) && Files.size(counters) >= (THREADS + 1) * Victim.COUNTER) {
			ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(counters));
			for (int i = 0; i < THREADS; i++) {
				counts[i] = bytes.getLong(Victim.COUNTER * (i + 1));
			}
		}
		return counts;
	}

	/**
	 * Read what a process has written.
	 * @return the part of a line at the end
	 */
	private String read(Path log, long start) throws Exception {
		String written;
		try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
			byte[] bytes = new byte[(int) (file.length() - start)];
			file.seek(start);
			file.readFully(bytes);
			written = new String(bytes, StandardCharsets.UTF_8);
		}
		int end = written.lastIndexOf('\n') + 1;
		Map<String, Integer> latest = new HashMap<>();
		written.substring(0, end)
			.lines()
			.filter((line) -> !line.isEmpty() && !line.startsWith(NOTICE))
			.forEach((line) -> {
				Matcher matcher = LINE.matcher(line);
				assertThat(matcher.matches()).as("line %s", line).isTrue();
				add(matcher, latest);
			});
		String fragment = written.substring(end);
		if (!fragment.isEmpty()) {
			this.torn++;
		}
		return fragment;
	}

	private void add(Matcher line, Map<String, Integer> latest) {
		int thread = Integer.parseInt(line.group(6));
		int number = Integer.parseInt(line.group(7));
		assertThat(line.group(1)).isEqualTo(line.group(6));
		String text = Victim.text(line.group(5), thread, number);
		if (line.group(10) != null) {
			assertThat(text).startsWith(line.group(4));
		}
		else {
			assertThat(line.group(4)).isEqualTo(text);
		}
		boolean isRecovered = line.group(2) != null;
		boolean isMarked = line.group(3) != null;
		assertThat(latest.getOrDefault(line.group(5) + thread + isRecovered, 0)).as("before %s", text)
			.isLessThan(number);
		latest.put(line.group(5) + thread + isRecovered, number);
		this.recovered += isRecovered ? 1 : 0;
		this.twice += isMarked ? 1 : 0;
		Life life = this.lives.get(line.group(5));
		assertThat(life != null || line.group(5).startsWith("full")).isTrue();
		if (life != null) {
			life.add(thread, number, isMarked);
		}
	}

	/**
	 * What happens when a process is killed.
	 */
	enum Kind {

		/** Nothing else. */
		FLOOD,

		/** It may be recovering what others have left. */
		RECOVERY,

		/** Nobody reads the console, which is isolated. */
		STUCK_CONSOLE,

		/** The next process has no room for what it recovers. */
		FULL_DISK

	}

	/**
	 * What a process has logged, and what was found of it.
	 */
	private static final class Life {

		private final long[] accepted;

		private final List<BitSet> written = new ArrayList<>();

		private final List<BitSet> unmarked = new ArrayList<>();

		Life(long[] accepted) {
			this.accepted = accepted;
			for (int i = 0; i < THREADS; i++) {
				this.written.add(new BitSet());
				this.unmarked.add(new BitSet());
			}
		}

		void add(int thread, int number, boolean marked) {
			this.written.get(thread).set(number);
			if (!marked) {
				assertThat(this.unmarked.get(thread).get(number)).as("%d/%d twice", thread, number).isFalse();
				this.unmarked.get(thread).set(number);
			}
		}

		void check() {
			for (int thread = 0; thread < THREADS; thread++) {
				assertThat(this.written.get(thread).nextClearBit(1)).as("thread %d", thread)
					.isGreaterThan((int) this.accepted[thread]);
			}
		}

		long events() {
			long sum = 0;
			for (long count : this.accepted) {
				sum += count;
			}
			return sum;
		}

	}

}
