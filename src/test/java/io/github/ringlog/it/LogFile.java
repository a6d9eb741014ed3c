package io.github.ringlog.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.assertj.core.api.Assertions;

/**
 * A file that an application has logged to, counted line by line.
 */
final class LogFile {

	private final Path path;

	LogFile(Path path) {
		this.path = path;
	}

	List<String> lines() {
		try (Stream<String> lines = Files.lines(this.path)) {
			return lines.toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Return how many lines hold a text.
	 */
	long count(String text) {
		return lines().stream().filter((line) -> line.contains(text)).count();
	}

	/**
	 * Assert that each thread of a flood finds all of its lines, in the order in which it
	 * logged them.
	 */
	void assertHoldsAllInOrder(int threads, int eventsEach) {
		Map<String, Integer> next = new HashMap<>();
		lines().forEach((line) -> {
			String[] parts = line.split(" ", 3);
			int expected = next.getOrDefault(parts[0], 0);
			Assertions.assertThat(parts[1]).as(line).isEqualTo(String.valueOf(expected));
			next.put(parts[0], expected + 1);
		});
		Assertions.assertThat(next).hasSize(threads);
		Assertions.assertThat(next.values()).allMatch((count) -> count == eventsEach);
	}

}
