package io.github.ringlog.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Finds a JDK of this machine.
 */
final class Jdk {

	private static final Pattern HOME = Pattern.compile(".*?\\D?(\\d{2})(?:[.\\-+].*)?");

	private Jdk() {
	}

	/**
	 * Return the launcher of a JDK, that of the tests if it is new enough. The test is
	 * skipped when there is none.
	 * @param feature the least feature version
	 */
	static Path atLeast(int feature) {
		if (Runtime.version().feature() >= feature) {
			return Path.of(System.getProperty("java.home"), "bin", "java");
		}
		Path java = Stream.of("/opt", "/usr/lib/jvm")
			.map(Path::of)
			.filter(Files::isDirectory)
			.flatMap(Jdk::list)
			.filter((home) -> feature(home) >= feature)
			.map((home) -> home.resolve("bin/java"))
			.filter(Files::isExecutable)
			.findFirst()
			.orElse(null);
		assumeTrue(java != null, () -> "There is no JDK " + feature);
		return java;
	}

	private static int feature(Path home) {
		Matcher name = HOME.matcher(home.getFileName().toString());
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

}
