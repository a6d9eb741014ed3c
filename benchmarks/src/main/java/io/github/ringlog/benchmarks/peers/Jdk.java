package io.github.ringlog.benchmarks.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Finds the JDK of a run: the driver's, or one with virtual threads.
 */
final class Jdk {

	private static final Pattern HOME = Pattern.compile(".*?\\D?(\\d{2})(?:[.\\-+].*)?");

	private Jdk() {
	}

	/**
	 * Return the launcher of a JDK.
	 * @param feature the least feature version, or 0
	 */
	static Optional<Path> atLeast(int feature) {
		if (Runtime.version().feature() >= feature) {
			return Optional.of(launcher(Path.of(System.getProperty("java.home"))));
		}
		@Nullable String home = System.getenv("JAVA25_HOME");
		if (home != null) {
			return Optional.of(launcher(Path.of(home)));
		}
		return Stream.of("/opt", "/usr/lib/jvm")
			.map(Path::of)
			.filter(Files::isDirectory)
			.flatMap(Jdk::list)
			.filter((directory) -> feature(directory) >= feature)
			.sorted(Comparator.comparingInt(Jdk::feature).reversed())
			.map(Jdk::launcher)
			.filter(Files::isExecutable)
			.findFirst();
	}

	private static Path launcher(Path home) {
		return home.resolve("bin/java");
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
