package io.github.ringlog.oracle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Random configurations and programs: with Ringlog comes out what comes out of plain
 * Log4j, or what the documentation says.
 */
class OracleTests {

	// Repeats one seed, which a failure names.
	private static final Long SEED = Long.getLong("ringlog.oracle.seed");

	private static final long FIRST_SEED = 20_000_000;

	private static final int MOST_FINDINGS = 5;

	@TempDir
	private Path directory;

	/**
	 * The same seeds in each build. Of new ones, one in some thousands shows what the
	 * oracle does not know yet, and would stop a build that has changed nothing.
	 */
	@Test
	void casesDifferOnlyAsDocumented() throws IOException {
		assertNothingFound(FIRST_SEED, Long.MAX_VALUE, Duration.ofSeconds(90));
	}

	@Test
	@Tag("full")
	void twentyThousandCasesDifferOnlyAsDocumented() throws IOException {
		assertNothingFound(FIRST_SEED, 20_000, Duration.ofHours(6));
	}

	@Test
	@Tag("full")
	void newCasesDifferOnlyAsDocumented() throws IOException {
		assertNothingFound(System.currentTimeMillis() * 1000, Long.MAX_VALUE, Duration.ofMinutes(30));
	}

	@ParameterizedTest
	@EnumSource
	void eachDocumentedDifferenceIsInTheDocumentation(DocumentedDifference difference) throws IOException {
		String page = Files.readString(Path.of("..", "..").resolve(difference.page()));
		assertThat(page).contains(difference.sentence());
	}

	@Test
	void eachFaultCanBePlanted() throws IOException {
		for (String line : Files.readAllLines(Path.of("faults", "faults.txt"))) {
			String[] fault = line.translateEscapes().split(" ## ");
			String source = Files.readString(Path.of("..", "..").resolve(fault[1]));
			assertThat(source.split(Pattern.quote(fault[2]), -1)).as(fault[0]).hasSize(2);
		}
	}

	private void assertNothingFound(long firstSeed, long cases, Duration duration) throws IOException {
		long first = (SEED != null) ? SEED : firstSeed;
		long end = System.nanoTime() + duration.toNanos();
		List<String> findings = new ArrayList<>();
		long seed = first;
		try (Oracle oracle = new Oracle(this.directory)) {
			do {
				oracle.find(seed)
					.ifPresent((found) -> findings
						.add(found.describe() + "\nTo repeat it: ./mvnw -B verify -pl src/test -am "
								+ "-Dtest=OracleTests#casesDifferOnlyAsDocumented -Dringlog.oracle.seed="
								+ found.test().seed()));
				seed++;
			}
			while (SEED == null && seed - first < cases && System.nanoTime() < end && findings.size() < MOST_FINDINGS);
			oracle.unrepeated().forEach((once) -> System.out.println("Oracle: this did not come again: " + once));
			System.out.printf("Oracle: seeds %d to %d, %d findings, %d differences that did not come again%n", first,
					seed - 1, findings.size(), oracle.unrepeated().size());
		}
		assertThat(findings).as(() -> String.join("\n\n", findings)).isEmpty();
	}

}
