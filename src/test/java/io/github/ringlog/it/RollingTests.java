package io.github.ringlog.it;

import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

import io.github.ringlog.it.app.FloodApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A file of Spring Boot's own configuration is rolled over and compressed while a flood
 * goes on, and no line is lost, torn or out of order. How many lines, the system property
 * {@code ringlog.rolling.lines} says: 10,000,000 were counted before a release.
 */
class RollingTests {

	private static final int LINES = Integer.getInteger("ringlog.rolling.lines", 150_000);

	private static final int THREADS = 4;

	private static final Pattern NUMBER = Pattern.compile("\\d+");

	private static final String LINE_END = " a request came, was routed and was answered";

	@TempDir
	private Path directory;

	@Test
	void bySize() {
		RunningJvm jvm = run("--logging.log4j2.rollingpolicy.max-file-size=1MB",
				"--logging.log4j2.rollingpolicy.file-name-pattern=flood.%i.gz");
		// A line has at least 46 bytes.
		assertThat(assertHoldsAll(jvm)).hasSizeGreaterThan((int) (LINES * 46L / (1 << 20)));
	}

	@Test
	void byTime() {
		RunningJvm jvm = run("--logging.log4j2.rollingpolicy.strategy=time",
				"--logging.log4j2.rollingpolicy.file-name-pattern=flood.%d{yyyyMMddHHmmss}.gz", "--flood.seconds=2");
		assertThat(assertHoldsAll(jvm)).hasSizeGreaterThan(1);
	}

	@Test
	void byTheDocumentedDefault() {
		RunningJvm jvm = run("--logging.log4j2.rollingpolicy.max-file-size=1MB",
				"--logging.log4j2.rollingpolicy.file-name-pattern=${logging.file.name}.%d{yyyy-MM-dd}.%i.gz");
		assertThat(assertHoldsAll(jvm)).hasSizeGreaterThan((int) (LINES * 46L / (1 << 20)));
	}

	private RunningJvm run(String... arguments) {
		RunningJvm jvm = ChildJvm.of(this.directory, FloodApplication.class)
			.argument("--flood.threads=" + THREADS, "--flood.events=" + LINES, "--logging.file.name=flood.log",
					"--logging.pattern.file=%m%n", "--logging.threshold.console=off", "--logging.level.root=off",
					"--logging.level.flood=info", "--logging.log4j2.rollingpolicy.max-history=100000")
			.argument((Object[]) arguments)
			.run();
		assertThat(jvm.exitCode()).as(jvm.describe()).isZero();
		assertThat(jvm.errors()).isEmpty();
		assertThat(jvm.printed("written")).isEqualTo(jvm.printed("attempted"));
		assertThat(jvm.printed("writerErrors")).isZero();
		return jvm;
	}

	/**
	 * Assert that the lines of all files, from the oldest to the newest, are those of the
	 * flood, each thread's in its order.
	 * @return the files
	 */
	private List<Path> assertHoldsAll(RunningJvm jvm) {
		List<Path> files = files();
		assertThat(files.subList(0, files.size() - 1)).allMatch((file) -> file.toString().endsWith(".gz"));
		int[] next = new int[THREADS];
		long lines = files.stream().mapToLong((file) -> assertInOrder(file, next)).sum();
		assertThat(lines).isEqualTo(jvm.printed("attempted"));
		assertThat(next).containsOnly((int) (lines / THREADS));
		return files;
	}

	private List<Path> files() {
		Comparator<Path> age = Comparator.comparing((Path file) -> NUMBER.matcher(file.getFileName().toString())
			.results()
			.map((number) -> "%020d".formatted(Long.parseLong(number.group())))
			.toList()
			.toString());
		try (Stream<Path> files = Files.list(this.directory)) {
			return files.filter((file) -> file.getFileName().toString().startsWith("flood."))
				// The one that is being written has no number.
				.sorted(Comparator.comparing((Path file) -> file.endsWith("flood.log")).thenComparing(age))
				.toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static long assertInOrder(Path file, int[] next) {
		long count = 0;
		try (InputStream in = new FileInputStream(file.toFile());
				BufferedReader reader = new BufferedReader(new InputStreamReader(
						file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in, StandardCharsets.UTF_8))) {
			String line = reader.readLine();
			while (line != null) {
				int thread = line.charAt(0) - '0';
				// Without assertThat, which would take longer than all the rest.
				int expected = next[thread] % (LINES / THREADS);
				if (!line.equals(thread + " " + expected + LINE_END)) {
					throw new AssertionError(
							"%s, line %d: %s, in place of %d".formatted(file, count + 1, line, expected));
				}
				next[thread]++;
				count++;
				line = reader.readLine();
			}
			return count;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(file.toString(), ex);
		}
	}

}
