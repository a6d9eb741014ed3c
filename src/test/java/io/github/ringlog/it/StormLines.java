package io.github.ringlog.it;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The events of a storm that a reader of the application's output has seen.
 *
 * @param ids how often each event was seen, by its level and the id of its request
 * @param summaries how many warnings of Ringlog sum up drops
 */
record StormLines(Map<String, Integer> ids, long summaries) {

	private static final Pattern EVENT = Pattern.compile("\\bstorm-((?:ERROR|INFO)-\\d+) ");

	private static final Pattern SUMMARY = Pattern.compile("Dropped \\d+ log events? over ");

	// What is in front of a message, and its beginning.
	private static final int BEGINNING = 300;

	static StormLines read(Path file) throws IOException {
		Map<String, Integer> ids = new HashMap<>();
		long[] summaries = new long[1];
		try (Stream<String> lines = Files.lines(file, StandardCharsets.UTF_8)) {
			lines.map((line) -> line.substring(0, Math.min(line.length(), BEGINNING))).forEach((line) -> {
				Matcher event = EVENT.matcher(line);
				if (event.find()) {
					ids.merge(event.group(1), 1, Integer::sum);
				}
				else if (SUMMARY.matcher(line).find()) {
					summaries[0]++;
				}
			});
		}
		return new StormLines(ids, summaries[0]);
	}

	long count(String level) {
		return this.ids.keySet().stream().filter((id) -> id.startsWith(level)).count();
	}

}
