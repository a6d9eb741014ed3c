package io.github.ringlog.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.github.ringlog.it.app.ChaosApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.Needs;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Virtual threads log while the context is restarted and the heap is exhausted. Each call
 * is a line in the file, or counted.
 */
class ChaosTests {

	private static final Pattern LINE = Pattern.compile("(\\d+)/(\\d+) x*\\.");

	private static final String CONFIGURATION = """
			<Configuration status="OFF" shutdownHook="disable">
			  <Appenders>
			    <File name="file" fileName="app.log"><PatternLayout pattern="%m%n"/></File>
			  </Appenders>
			  <Loggers><Root level="trace"><AppenderRef ref="file"/></Root></Loggers>
			</Configuration>
			""";

	@TempDir
	private Path directory;

	private final Map<String, BitSet> found = new HashMap<>();

	private long lines;

	private long torn;

	@Test
	void eachCallIsALineOrCounted() throws IOException {
		run(8);
	}

	@Test
	@Tag("full")
	void eachCallOfTwentyMinutesIsALineOrCounted() throws IOException {
		run(Integer.getInteger("ringlog.test.chaos", 1200));
	}

	private void run(int seconds) throws IOException {
		long seed = new Random().nextLong();
		RunningJvm ended = ChildJvm.of(this.directory, ChaosApplication.class)
			.without(".*")
			.with("ringlog-engine", "disruptor", "log4j-api", "log4j-core")
			.java(Needs.jdk(21))
			.jvmOption("-Xmx96m")
			.systemProperty("log4j2.contextSelector", "io.github.ringlog.standalone.StandaloneContextSelector")
			.systemProperty("ringlog.buffer.size", 1024)
			.file("log4j2.xml", CONFIGURATION)
			.systemProperty("log4j2.configurationFile", "log4j2.xml")
			.argument(seconds, seed)
			.start()
			.awaitEnd(Duration.ofSeconds(seconds + 120));
		String described = "seed " + seed + "\n" + ended.describe();
		assertThat(ended.exitCode()).as(described).isZero();
		try (Stream<String> all = Files.lines(this.directory.resolve("app.log"))) {
			all.forEach(this::add);
		}
		long taken = ended.printed("written") + ended.printed("synchronous");
		System.out.printf("Chaos: %d calls, %d restarts, %d exhaustions: %d lines, %d dropped, %d failed, %d torn%n",
				ended.printed("calls"), ended.printed("restarts"), ended.printed("exhaustions"), this.lines,
				ended.printed("dropped"), ended.printed("failed"), this.torn);
		assertThat(ended.printed("restarts")).as(described).isPositive();
		assertThat(ended.printed("exhaustions")).as(described).isPositive();
		assertThat(taken + ended.printed("dropped")).as(described).isEqualTo(ended.printed("calls"));
		// What a failed flush has lost is counted, rather one event too many.
		assertThat(taken - this.lines).as(described).isBetween(0L, ended.printed("failed"));
		assertThat(this.torn).as(described).isLessThanOrEqualTo(ended.printed("failed"));
	}

	private void add(String line) {
		Matcher matcher = LINE.matcher(line);
		if (!matcher.matches()) {
			this.torn++;
			return;
		}
		BitSet numbers = this.found.computeIfAbsent(matcher.group(1), (key) -> new BitSet());
		int number = Integer.parseInt(matcher.group(2));
		assertThat(numbers.get(number)).as("%s twice", line).isFalse();
		numbers.set(number);
		this.lines++;
	}

}
