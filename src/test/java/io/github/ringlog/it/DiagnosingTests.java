package io.github.ringlog.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import jdk.jfr.Name;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What docs/diagnosing.md names is there.
 */
class DiagnosingTests {

	private static final Path GUIDE = Path.of("../../docs/diagnosing.md");

	private static final Pattern METHOD = Pattern.compile(
			"(?:monitor|watch|trace|^\\| `)[^\\n]*?((?:io\\.github\\.ringlog|org\\.apache\\.logging)[\\w.]+) (\\w+)",
			Pattern.MULTILINE);

	private static final Pattern EVENT = Pattern.compile("`(?:io\\.github\\.ringlog\\.)?([A-Z]\\w+)` \\(");

	@Test
	void namesMethodsThatThereAre() throws IOException {
		Set<String> seen = new TreeSet<>();
		METHOD.matcher(Files.readString(GUIDE)).results().forEach((method) -> {
			assertThat(methods(method.group(1))).as(method.group()).contains(method.group(2));
			seen.add(method.group(2));
		});
		assertThat(seen).contains("take", "awaitSlot", "write", "writeInPlace", "writeToDestination", "callAppender");
	}

	@Test
	void namesTheEventsOfTheFlightRecorder() throws Exception {
		Set<String> documented = EVENT.matcher(Files.readString(GUIDE))
			.results()
			.map((MatchResult event) -> "io.github.ringlog." + event.group(1))
			.collect(Collectors.toSet());
		Set<String> actual = Arrays
			.stream(Class.forName("io.github.ringlog.engine.flight.FlightEvents").getDeclaredClasses())
			.map((event) -> event.getAnnotation(Name.class).value())
			.collect(Collectors.toSet());
		assertThat(documented).isEqualTo(actual);
	}

	private static Set<String> methods(String type) {
		try {
			return Arrays.stream(Class.forName(type).getDeclaredMethods())
				.map((method) -> method.getName())
				.collect(Collectors.toSet());
		}
		catch (ClassNotFoundException ex) {
			throw new AssertionError(type, ex);
		}
	}

}
