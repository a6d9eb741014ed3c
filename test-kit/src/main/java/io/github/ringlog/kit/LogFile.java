package io.github.ringlog.kit;

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
public final class LogFile {

	private final Path path;

	/**
	 * Create a view of a file, which is read anew at each call.
	 * @param path its path
	 */
	public LogFile(Path path) {
		this.path = path;
	}

	/**
	 * Read the file.
	 * @return its lines
	 */
	public List<String> lines() {
		try (Stream<String> lines = Files.lines(this.path)) {
			return lines.toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Return how many lines hold a text.
	 * @param text the text
	 * @return the number of lines
	 */
	public long count(String text) {
		return lines().stream().filter((line) -> line.contains(text)).count();
	}

	/**
	 * Assert that each thread of a flood finds all of its lines, in the order in which it
	 * logged them: each begins with the name of the thread and a number from 0 on.
	 * @param threads how many threads
	 * @param eventsEach how many lines of each
	 */
	public void assertHoldsAllInOrder(int threads, int eventsEach) {
		Map<String, Integer> next = new HashMap<>();
		for (String line : lines()) {
			String[] parts = line.split(" ", 3);
			int expected = next.getOrDefault(parts[0], 0);
			if (parts.length < 2 || !parts[1].equals(Integer.toString(expected))) {
				Assertions.fail("%s, line %d of its thread, is: %s", this.path, expected, line);
			}
			next.put(parts[0], expected + 1);
		}
		Assertions.assertThat(next).hasSize(threads);
		Assertions.assertThat(next.values()).containsOnly(eventsEach);
	}

}
