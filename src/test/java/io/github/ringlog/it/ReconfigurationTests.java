package io.github.ringlog.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.ringlog.it.app.ReconfigurationApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.LogFile;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The configuration changes while eight threads log.
 */
class ReconfigurationTests {

	private static final int THREADS = 8;

	private static final int GENERATIONS = 100;

	/**
	 * Another name, another pattern and another file each time.
	 */
	private static final String TEMPLATE = """
			<Configuration name="generation-@GENERATION@">
			  <Appenders>
			    <RandomAccessFile name="file" fileName="@FILE@.log" append="true" immediateFlush="false">
			      <PatternLayout pattern="%m of @GENERATION@%n"/>
			    </RandomAccessFile>
			  </Appenders>
			  <Loggers>
			    <Logger name="flood" level="trace" additivity="false"><AppenderRef ref="file"/></Logger>
			    <Root level="off"/>
			  </Loggers>
			</Configuration>
			""";

	@TempDir
	private static Path directory;

	private static RunningJvm application;

	@BeforeAll
	static void run() {
		application = ChildJvm.of(directory, ReconfigurationApplication.class)
			.argument("--generations=" + GENERATIONS, "--ringlog.buffer.size=1024")
			.file("template.xml", TEMPLATE)
			.file("classes/log4j2.xml", TEMPLATE.replace("@GENERATION@", "0").replace("@FILE@", "flood-0"))
			.withLast(directory.resolve("classes"))
			.run();
		assertThat(application.exitCode()).as(application.describe()).isZero();
	}

	@Test
	void everyLineIsInAFileOnce() {
		List<String> lines = lines();
		assertThat(lines).hasSize((int) attempted());
		Set<String> messages = new HashSet<>();
		lines.forEach((line) -> messages.add(line.substring(0, line.indexOf(" of "))));
		for (int thread = 0; thread < THREADS; thread++) {
			String prefix = thread + " ";
			assertThat(IntStream.range(0, (int) application.printed("attempted." + thread))
				.filter((number) -> !messages.contains(prefix + number))).isEmpty();
		}
	}

	@Test
	void theLinesOfAThreadAreInOrder() {
		for (int file = 0; file < 3; file++) {
			Map<String, Integer> last = new HashMap<>();
			new LogFile(directory.resolve("flood-" + file + ".log")).lines().forEach((line) -> {
				String[] parts = line.split(" ");
				Integer number = Integer.valueOf(parts[1]);
				assertThat(last.getOrDefault(parts[0], -1)).as(line).isLessThan(number);
				last.put(parts[0], number);
			});
		}
	}

	@Test
	void theLinesShowTheConfigurationsThatWereInUse() {
		Set<String> seen = new HashSet<>();
		lines().forEach((line) -> seen.add(line.substring(line.indexOf(" of ") + 4)));
		assertThat(seen).hasSizeBetween(GENERATIONS / 2, GENERATIONS + 1);
	}

	@Test
	void allWentThroughTheRing() {
		assertThat(application.printed("published")).isEqualTo(attempted());
		assertThat(application.printed("written")).isEqualTo(attempted());
		assertThat(application.printed("dropped")).isZero();
		assertThat(application.printed("writerErrors")).isZero();
	}

	@Test
	void noCounterEverFalls() {
		assertThat(application.printed("samples")).isGreaterThan(10);
		assertThat(application.printed("falls")).isZero();
	}

	@Test
	void oneWriterThreadDoesItAll() {
		assertThat(application.printed("writerThreadsSeen")).isEqualTo(1);
	}

	private long attempted() {
		return IntStream.range(0, THREADS).mapToLong((thread) -> application.printed("attempted." + thread)).sum();
	}

	private List<String> lines() {
		try (Stream<Path> files = Files.list(directory)) {
			return files.filter((file) -> file.getFileName().toString().startsWith("flood-"))
				.flatMap((file) -> new LogFile(file).lines().stream())
				.toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
