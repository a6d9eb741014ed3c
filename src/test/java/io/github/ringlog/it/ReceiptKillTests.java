package io.github.ringlog.it;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.ringlog.it.app.KilledApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.RunningJvm;
import io.github.ringlog.kit.Signal;
import io.github.ringlog.kit.Verifier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Applications with JSON, receipts and a crash log that are killed at random moments of a
 * flood, some of them while they recover what the one before has left. No accepted event
 * is lost, and {@code ringlog-verify.jar} is right about each run.
 */
class ReceiptKillTests {

	private static final int ROUND = 5;

	private static final String[] RINGS = { "256", "4096", "16384" };

	private static final Pattern LINE = Pattern
		.compile(".*\"message\":\"(\\[recovered from \\d+(, perhaps twice)?] )?(\\w+)/(\\d)/(\\d+)/\".*");

	private static final Pattern NUMBER = Pattern.compile(".*\"run\":\"(\\w{14})\",\"event.sequence\":(\\d+)}");

	private static final Pattern CLOSING = Pattern
		.compile(".*receipt run=(\\w{14}) sink=File first=1 last=(\\d+) .*recovered=.*");

	private final Random random = new Random();

	private final Map<String, long[]> accepted = new HashMap<>();

	private long events;

	private long recovered;

	private int duringRecovery;

	@TempDir
	private Path directory;

	@Test
	void verifyIsRightAboutEachKill() throws IOException {
		kill(ROUND);
	}

	@Test
	@Tag("full")
	void verifyIsRightAboutEachOfManyKills() throws IOException {
		int kills = Integer.getInteger("ringlog.test.kills", 200);
		for (int done = 0; done < kills; done += ROUND) {
			kill(Math.min(ROUND, kills - done));
			System.out.printf("ECS with receipts: %d kills, %d during a recovery: %d events, %d recovered%n",
					Math.min(kills, done + ROUND), this.duringRecovery, this.events, this.recovered);
		}
	}

	private void kill(int kills) throws IOException {
		Path log = this.directory.resolve("app.log");
		Files.deleteIfExists(log);
		this.accepted.clear();
		for (int i = 0; i < kills; i++) {
			killOne("k" + i);
		}
		// Nothing is left of the others then.
		child("last").argument("--killed.events=10").run();
		assertThat(oldFiles()).isEmpty();
		List<String> lines = Files.readAllLines(log);
		checkAccepted(lines);
		Verifier complete = Verifier.of(log).assertStatus(0);
		assertThat(complete.output()).doesNotContain(": missing", ": unknown", "Unreadable");
		checkEachLineIsMissed(lines, log);
	}

	private void killOne(String life) throws IOException {
		Path counters = this.directory.resolve("counters");
		Files.deleteIfExists(counters);
		try (RunningJvm jvm = child(life).start()) {
			Awaitility.await()
				.pollInterval(Duration.ofMillis(5))
				.atMost(Duration.ofMinutes(3))
				.until(() -> !jvm.isAlive() || count(counters)[0] > 0);
			// The moment is what the test is about.
			LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(this.random.nextInt(150_000)));
			assertThat(jvm.isAlive()).as(jvm.describe()).isTrue();
			jvm.signal(Signal.KILL);
			jvm.awaitEnd(Duration.ofSeconds(30));
		}
		this.duringRecovery += oldFiles().isEmpty() ? 0 : 1;
		this.accepted.put(life, count(counters));
	}

	private ChildJvm child(String life) {
		return ChildJvm.of(this.directory, KilledApplication.class)
			// On a fast machine five lives write more than the 10 MB of a file.
			.argument("--logging.log4j2.rollingpolicy.max-file-size=1GB")
			.argument("--killed.life=" + life, "--logging.file.name=app.log", "--logging.structured.format.file=ecs",
					"--logging.threshold.console=off", "--ringlog.receipts.enabled=true",
					"--ringlog.crash-log.file=crash",
					"--ringlog.buffer.size=" + RINGS[this.random.nextInt(RINGS.length)]);
	}

	private List<String> oldFiles() {
		return List.of(this.directory.toFile().list((folder, name) -> name.startsWith("crash.recover-")));
	}

	private static long[] count(Path counters) throws IOException {
		long[] counts = new long[KilledApplication.THREADS];
		if (Files.exists(counters) && Files.size(counters) == (long) counts.length * Long.BYTES) {
			ByteBuffer.wrap(Files.readAllBytes(counters)).asLongBuffer().get(counts);
		}
		return counts;
	}

	/**
	 * Expect each event of which the call has returned, and none twice without a mark.
	 */
	private void checkAccepted(List<String> lines) {
		Map<String, BitSet> written = new HashMap<>();
		Map<String, BitSet> unmarked = new HashMap<>();
		for (String line : lines) {
			Matcher matcher = LINE.matcher(line);
			if (matcher.matches()) {
				String thread = matcher.group(3) + "/" + matcher.group(4);
				int number = Integer.parseInt(matcher.group(5));
				this.recovered += (matcher.group(1) != null) ? 1 : 0;
				written.computeIfAbsent(thread, (key) -> new BitSet()).set(number);
				if (matcher.group(2) == null) {
					BitSet numbers = unmarked.computeIfAbsent(thread, (key) -> new BitSet());
					assertThat(numbers.get(number)).as("%s/%d twice", thread, number).isFalse();
					numbers.set(number);
				}
			}
		}
		this.accepted.forEach((life, counts) -> {
			for (int thread = 0; thread < counts.length; thread++) {
				this.events += counts[thread];
				BitSet numbers = written.getOrDefault(life + "/" + thread, new BitSet());
				assertThat(numbers.nextClearBit(1)).as("%s/%d", life, thread).isGreaterThan((int) counts[thread]);
			}
		});
	}

	/**
	 * Take a line of each run that was killed away.
	 */
	private void checkEachLineIsMissed(List<String> lines, Path log) throws IOException {
		Map<String, Long> removed = new HashMap<>();
		for (String line : lines) {
			Matcher closing = CLOSING.matcher(line);
			if (closing.matches() && Long.parseLong(closing.group(2)) > 0) {
				long last = Long.parseLong(closing.group(2));
				removed.put(closing.group(1), 1 + (long) (this.random.nextDouble() * last));
			}
		}
		Set<String> closings = new HashSet<>();
		List<String> rest = new ArrayList<>();
		for (String line : lines) {
			Matcher number = NUMBER.matcher(line);
			Long wanted = number.matches() ? removed.get(number.group(1)) : null;
			if (wanted == null || wanted != Long.parseLong(number.group(2))) {
				rest.add(line);
			}
			else if (CLOSING.matcher(line).matches()) {
				// It is the line of another run that says how long its own one is.
				closings.add(number.group(1));
				rest.add(line);
			}
		}
		Files.write(log, rest);
		removed.keySet().removeAll(closings);
		if (!removed.isEmpty()) {
			Verifier missing = Verifier.of(log).assertStatus(1);
			removed.forEach((run, number) -> assertThat(missing.output()).as("%s-%d", run, number)
				.containsPattern("Run " + run + ", sink File: missing\n.*\n  missing     1 line, " + number + "\n"));
		}
	}

}
