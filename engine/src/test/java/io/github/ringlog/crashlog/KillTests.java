package io.github.ringlog.crashlog;

import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

/**
 * Processes that are killed at random moments of a flood of four threads.
 */
class KillTests {

	private static final int THREADS = 4;

	// 128 and the number of the signal.
	private static final int KILLED = 137;

	private static final Path CONTROL_GROUPS = Path.of("/sys/fs/cgroup/memory");

	private static final int[] RINGS = { 256, 4096, 16384 };

	private static final Pattern LINE = Pattern
		.compile("I t(\\d) (\\[recovered(, perhaps twice)?] )?((\\w+)/(\\d)/(\\d+)/([a-z]*)(ü\\.)?)( \\[cut])?");

	private static final String CONFIGURATION = """
			<Configuration status="error">
			  <Appenders>
			    <%s name="file" fileName="%s" immediateFlush="false">
			      <PatternLayout pattern="%%.-1p %%t %%m%%n" charset="UTF-8"/>
			    </%1$s>
			  </Appenders>
			  <Loggers>
			    <Root level="info"><AppenderRef ref="file"/></Root>
			  </Loggers>
			</Configuration>
			""";

	@TempDir
	private Path directory;

	private final Random random = new Random();

	private Life killed = new Life("none", new long[THREADS]);

	private long events;

	private long recovered;

	private long torn;

	@Test
	void eachAcceptedEventIsWrittenOrRecoveredAfterAKill() throws Exception {
		kill(Integer.getInteger("ringlog.test.kills", 10));
	}

	@Test
	@Tag("full")
	void eachAcceptedEventIsWrittenOrRecoveredAfterAThousandKills() throws Exception {
		kill(Integer.getInteger("ringlog.test.kills", 1000));
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
			kill(Integer.getInteger("ringlog.test.kills", 20), group);
		}
		finally {
			Files.delete(group);
		}
	}

	private void kill(int kills, Path... group) throws Exception {
		for (int i = 0; i <= kills; i++) {
			killOne("k" + i, group);
			if (i % 50 == 0) {
				System.out.printf("%d kills: %d events, %d recovered, %d files with a torn end%n", i, this.events,
						this.recovered, this.torn);
			}
		}
		System.out.printf("%d kills: %d events, %d recovered, %d files with a torn end%n", kills, this.events,
				this.recovered, this.torn);
		assertThat(this.recovered).isPositive();
	}

	/**
	 * Start a process, which recovers what the one before has left, and kill it.
	 */
	private void killOne(String name, Path... group) throws Exception {
		Path log = this.directory.resolve("app.log");
		Path configuration = Files.writeString(this.directory.resolve("log4j2.xml"),
				CONFIGURATION.formatted(this.random.nextBoolean() ? "File" : "RandomAccessFile", log));
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
				"-Dringlog.crash-log.file=" + this.directory.resolve("crash.log"), Victim.class.getName(), name,
				counters.toString(), String.valueOf(THREADS)));
		for (Path limited : group) {
			command.add(limited.toString());
		}
		Process process = new ProcessBuilder(command).redirectError(errors.toFile())
			.redirectOutput(ProcessBuilder.Redirect.DISCARD)
			.start();
		try {
			await().pollInterval(Duration.ofMillis(5)).atMost(Duration.ofMinutes(1)).until(() -> {
				assertThat(process.isAlive() || group.length > 0).as(Files.readString(errors)).isTrue();
				return count(counters)[0] > 0 || !process.isAlive();
			});
			// The moment is what the test is about.
			LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(this.random.nextInt(150_000)));
			if (group.length > 0) {
				assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
				assertThat(process.exitValue()).isEqualTo(KILLED);
			}
		}
		finally {
			process.destroyForcibly().waitFor();
		}
		assertThat(Files.readString(errors)).isEmpty();
		Life life = new Life(name, count(counters));
		String fragment = read(log, start, life);
		this.killed.check();
		this.events += this.killed.events();
		this.recovered += this.killed.recovered.cardinality();
		this.killed = life;
		// The end of the file is what the next process finds.
		Files.writeString(log, fragment.isEmpty() ? "\n" : fragment);
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
	private String read(Path log, long start, Life life) throws Exception {
		String written;
		try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
			byte[] bytes = new byte[(int) (file.length() - start)];
			file.seek(start);
			file.readFully(bytes);
			written = new String(bytes, StandardCharsets.UTF_8);
		}
		int end = written.lastIndexOf('\n') + 1;
		written.substring(0, end).lines().filter((line) -> !line.isEmpty()).forEach((line) -> {
			Matcher matcher = LINE.matcher(line);
			assertThat(matcher.matches()).as("line %s", line).isTrue();
			Life owner = (matcher.group(2) != null) ? this.killed : life;
			assertThat(matcher.group(5)).isEqualTo(owner.name);
			owner.add(matcher);
		});
		String fragment = written.substring(end);
		if (!fragment.isEmpty()) {
			this.torn++;
		}
		return fragment;
	}

	/**
	 * What a process has logged, and what was found of it.
	 */
	private static final class Life {

		private static final int SHIFT = 24;

		final String name;

		private final long[] accepted;

		private final List<BitSet> written = new ArrayList<>();

		final BitSet recovered = new BitSet();

		private final BitSet perhapsTwice = new BitSet();

		private final long[] latest = new long[THREADS];

		private final long[] latestRecovered = new long[THREADS];

		Life(String name, long[] accepted) {
			this.name = name;
			this.accepted = accepted;
			for (int i = 0; i < THREADS; i++) {
				this.written.add(new BitSet());
			}
		}

		void add(Matcher line) {
			int thread = Integer.parseInt(line.group(6));
			int number = Integer.parseInt(line.group(7));
			assertThat(line.group(1)).isEqualTo(line.group(6));
			String text = Victim.text(this.name, thread, number);
			if (line.group(10) != null) {
				assertThat(text).startsWith(line.group(4));
			}
			else {
				assertThat(line.group(4)).isEqualTo(text);
			}
			boolean isRecovered = line.group(2) != null;
			long[] order = isRecovered ? this.latestRecovered : this.latest;
			assertThat((long) number).isGreaterThan(order[thread]);
			order[thread] = number;
			if (isRecovered) {
				this.recovered.set(key(thread, number));
				this.perhapsTwice.set(key(thread, number), line.group(3) != null);
			}
			else {
				this.written.get(thread).set(number);
			}
		}

		private static int key(int thread, int number) {
			return thread << SHIFT | number;
		}

		void check() {
			for (int thread = 0; thread < THREADS; thread++) {
				for (int number = 1; number <= this.accepted[thread]; number++) {
					boolean isWritten = this.written.get(thread).get(number);
					boolean isRecovered = this.recovered.get(key(thread, number));
					assertThat(isWritten || isRecovered).as("event %s/%s/%s", this.name, thread, number).isTrue();
					assertThat(isWritten && isRecovered && !this.perhapsTwice.get(key(thread, number)))
						.as("event %s/%s/%s, twice", this.name, thread, number)
						.isFalse();
				}
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
