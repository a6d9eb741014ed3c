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
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The configuration changes while eight threads log.
 */
class ReconfigurationTests {

	private static final int THREADS = 8;

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

	private static final String WATCHED_TEMPLATE = TEMPLATE.replace("<Configuration ",
			"<Configuration monitorInterval=\"1\" ");

	@Nested
	class AHundredTimes extends Reconfiguration {

		AHundredTimes() {
			super(TEMPLATE, 100);
		}

	}

	@Nested
	class NoticedByLog4j extends Reconfiguration {

		NoticedByLog4j() {
			super(WATCHED_TEMPLATE, 2);
		}

		@Override
		ChildJvm child(Path directory) {
			return super.child(directory).argument("--watched=true");
		}

	}

	/**
	 * Spring Boot hands the file to Log4j, which doesn't know of it otherwise.
	 */
	@Nested
	class OfLoggingConfigNoticedByLog4j extends NoticedByLog4j {

		@Override
		ChildJvm child(Path directory) {
			return super.child(directory)
				.argument("--logging.config=other/log4j2.xml", "--configuration=other/log4j2.xml")
				.file("other/log4j2.xml", firstConfiguration());
		}

	}

	@TestInstance(Lifecycle.PER_CLASS)
	abstract static class Reconfiguration {

		private final String template;

		private final int generations;

		private Path directory;

		private RunningJvm application;

		Reconfiguration(String template, int generations) {
			this.template = template;
			this.generations = generations;
		}

		ChildJvm child(Path directory) {
			return ChildJvm.of(directory, ReconfigurationApplication.class)
				.argument("--generations=" + this.generations, "--ringlog.buffer.size=1024")
				.file("template.xml", this.template)
				.file("classes/log4j2.xml", firstConfiguration())
				.withFirst(directory.resolve("classes"));
		}

		String firstConfiguration() {
			return this.template.replace("@GENERATION@", "0").replace("@FILE@", "flood-0");
		}

		@BeforeAll
		void run(@TempDir Path temporary) {
			this.directory = temporary;
			this.application = child(temporary).run();
			assertThat(this.application.exitCode()).as(this.application.describe()).isZero();
		}

		@Test
		void everyLineIsInAFileOnce() {
			List<String> lines = lines();
			assertThat(lines).hasSize((int) attempted());
			Set<String> messages = new HashSet<>();
			lines.forEach((line) -> messages.add(line.substring(0, line.indexOf(" of "))));
			for (int thread = 0; thread < THREADS; thread++) {
				String prefix = thread + " ";
				assertThat(IntStream.range(0, (int) this.application.printed("attempted." + thread))
					.filter((number) -> !messages.contains(prefix + number))).isEmpty();
			}
		}

		@Test
		void theLinesOfAThreadAreInOrder() {
			for (int file = 0; file < 3; file++) {
				Map<String, Integer> last = new HashMap<>();
				new LogFile(this.directory.resolve("flood-" + file + ".log")).lines().forEach((line) -> {
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
			assertThat(seen).hasSizeBetween(this.generations / 2, this.generations + 1);
		}

		@Test
		void allWentThroughTheRing() {
			assertThat(this.application.printed("published")).isEqualTo(attempted());
			assertThat(this.application.printed("written")).isEqualTo(attempted());
			assertThat(this.application.printed("dropped")).isZero();
			assertThat(this.application.printed("writerErrors")).isZero();
		}

		@Test
		void noCounterEverFalls() {
			assertThat(this.application.printed("samples")).isGreaterThan(10);
			assertThat(this.application.printed("falls")).isZero();
		}

		@Test
		void oneWriterThreadDoesItAll() {
			assertThat(this.application.printed("writerThreadsSeen")).isEqualTo(1);
		}

		private long attempted() {
			return IntStream.range(0, THREADS)
				.mapToLong((thread) -> this.application.printed("attempted." + thread))
				.sum();
		}

		private List<String> lines() {
			try (Stream<Path> files = Files.list(this.directory)) {
				return files.filter((file) -> file.getFileName().toString().startsWith("flood-"))
					.flatMap((file) -> new LogFile(file).lines().stream())
					.toList();
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

	}

}
