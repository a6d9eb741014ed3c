package io.github.ringlog.kit;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Assumptions;

/**
 * Something of the machine that a test needs. Where it is missing, the test is skipped if
 * {@code may-be-skipped.txt} names the need, and fails if not: no test is skipped unseen.
 * A continuous build ({@code CI=true}) skips only what that file says can't be had there.
 */
public final class Needs {

	private static final Pattern JDK_HOME = Pattern.compile(".*?\\D?(\\d{2})(?:[.\\-+].*)?");

	private static final List<String> SKIPPABLE = read();

	private Needs() {
	}

	/**
	 * Return the launcher of a JDK, that of the tests if it is new enough.
	 * @param feature the least feature version
	 * @return its path
	 */
	public static Path jdk(int feature) {
		if (Runtime.version().feature() >= feature) {
			return Path.of(System.getProperty("java.home"), "bin", "java");
		}
		Path java = Stream.of("/opt", "/usr/lib/jvm")
			.map(Path::of)
			.filter(Files::isDirectory)
			.flatMap(Needs::list)
			.filter((home) -> feature(home) >= feature)
			.map((home) -> home.resolve("bin/java"))
			.filter(Files::isExecutable)
			.findFirst()
			.orElse(null);
		that(java != null, "jdk");
		return Objects.requireNonNull(java);
	}

	private static int feature(Path home) {
		Matcher name = JDK_HOME.matcher(home.getFileName().toString());
		return name.matches() ? Integer.parseInt(name.group(1)) : 0;
	}

	private static Stream<Path> list(Path directory) {
		try (Stream<Path> entries = Files.list(directory)) {
			return entries.toList().stream();
		}
		catch (IOException ex) {
			return Stream.empty();
		}
	}

	/**
	 * Return a program of the machine.
	 * @param name its name
	 * @return its path
	 */
	public static Path program(String name) {
		Optional<Path> program = find(name);
		that(program.isPresent(), name);
		return program.orElseThrow();
	}

	private static Optional<Path> find(String name) {
		return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
			.map((directory) -> Path.of(directory, name))
			.filter(Files::isExecutable)
			.findFirst();
	}

	/**
	 * Skip the test unless a need of it is met.
	 * @param met whether it is met
	 * @param need the name of the need in {@code may-be-skipped.txt}
	 */
	public static void that(boolean met, String need) {
		if (met) {
			return;
		}
		boolean continuous = Boolean.parseBoolean(System.getenv("CI"));
		String line = SKIPPABLE.stream()
			.filter((entry) -> entry.startsWith(need + " "))
			.filter((entry) -> !continuous || entry.startsWith(need + " always: "))
			.findFirst()
			.orElseThrow(() -> new AssertionError(
					"There is no " + need + " here, and test-kit/src/main/resources/may-be-skipped.txt does not allow"
							+ " to skip the tests that need it" + (continuous ? " in a continuous build" : "")));
		Assumptions.abort("Skipped for want of " + line);
	}

	private static List<String> read() {
		try (BufferedReader reader = new BufferedReader(
				new InputStreamReader(Objects.requireNonNull(Needs.class.getResourceAsStream("/may-be-skipped.txt")),
						StandardCharsets.UTF_8))) {
			return reader.lines().filter((line) -> !line.startsWith("#")).toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
