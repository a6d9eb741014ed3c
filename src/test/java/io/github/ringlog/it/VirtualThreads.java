package io.github.ringlog.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Finds a JDK that has virtual threads.
 */
final class VirtualThreads {

	private VirtualThreads() {
	}

	static Path java() {
		if (Runtime.version().feature() >= 21) {
			return Path.of(System.getProperty("java.home"), "bin", "java");
		}
		Path java = Stream.of("/opt", "/usr/lib/jvm")
			.map(Path::of)
			.filter(Files::isDirectory)
			.flatMap(VirtualThreads::list)
			.filter((home) -> home.getFileName().toString().matches(".*(21|25)([.\\-+].*)?"))
			.map((home) -> home.resolve("bin/java"))
			.filter(Files::isExecutable)
			.findFirst()
			.orElse(null);
		assumeTrue(java != null, "There is no JDK with virtual threads");
		return java;
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
