package io.github.ringlog.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The list of promises beside the sources of the tests: each test that it names is there.
 */
class PromisesTests {

	// What looks like a test, also if it is misspelled.
	private static final Pattern TEST = Pattern.compile("`([^`\\s|]*)#([^`\\s|]*)`");

	private static final List<String> SOURCES = List.of("engine/src/test/java", "autoconfigure/src/test/java",
			"trace/src/test/java", "sample-gateway/src/test/java", "src/test/java", "src/test/carriers/java",
			"verifier/src/test/java");

	@Test
	void eachTestIsThere() throws IOException {
		List<MatchResult> tests = TEST.matcher(DocPage.of("src/test/promises.md").text()).results().toList();
		Map<String, String> sources = sources();
		Set<String> missing = new TreeSet<>();
		for (MatchResult test : tests) {
			String source = sources.getOrDefault(test.group(1), "");
			if (!source.contains("void " + test.group(2) + "(")) {
				missing.add(test.group());
			}
		}
		assertThat(tests).hasSizeGreaterThan(200);
		assertThat(missing).isEmpty();
	}

	/**
	 * Return the sources of all tests by the names of their classes.
	 */
	private static Map<String, String> sources() throws IOException {
		Map<String, String> sources = new TreeMap<>();
		for (String directory : SOURCES) {
			try (Stream<Path> files = Files.walk(DocPage.ROOT.resolve(directory))) {
				for (Path file : files.filter((each) -> each.toString().endsWith("Tests.java")).toList()) {
					sources.put(file.getFileName().toString().replace(".java", ""), Files.readString(file));
				}
			}
		}
		return sources;
	}

}
