package io.github.ringlog.verify;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

import io.github.ringlog.verify.Sample.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The command on input that nobody meant for it: it answers, and never says that all is
 * complete when it is not.
 */
class VerifyFuzzTests {

	private static final int COUNT = 60;

	@ParameterizedTest
	@ValueSource(longs = { 1, 2, 3, 4 })
	void randomBytesAreNeverComplete(long seed) throws IOException {
		Random random = new Random(seed);
		for (int i = 0; i < 300; i++) {
			byte[] input = new byte[random.nextInt(5000)];
			random.nextBytes(input);
			expectAnswer(Sample.verify(input), false);
			byte[] archive = Sample.compress(input);
			archive[random.nextInt(archive.length)] ^= (byte) (1 + random.nextInt(255));
			expectAnswer(Sample.verify(archive, "--json"), false);
		}
	}

	/**
	 * Lines are deleted, repeated, exchanged and damaged. If a line is not there as a
	 * whole, the answer is not "complete".
	 */
	@ParameterizedTest
	@ValueSource(longs = { 11, 12, 13, 14 })
	void damagedLinesAreNeverComplete(long seed) throws IOException {
		Random random = new Random(seed);
		for (int i = 0; i < 500; i++) {
			List<String> lines = new ArrayList<>(lines(random));
			Set<String> whole = new TreeSet<>(lines);
			for (int change = random.nextInt(4); change > 0; change--) {
				int at = random.nextInt(lines.size());
				String line = lines.get(at);
				switch (random.nextInt(6)) {
					case 0 -> lines.remove(at);
					case 1 -> lines.add(line);
					case 2 -> lines.set(at, lines.get(random.nextInt(lines.size())));
					case 3 -> lines.set(at, line.substring(0, random.nextInt(Math.min(20, line.length() + 1))));
					case 4 -> lines.add(at, "{".repeat(random.nextInt(2000)));
					default -> lines.add(at, "\u0000\"\\" + "x".repeat(random.nextInt(100_000)));
				}
			}
			boolean allThere = lines.containsAll(whole);
			byte[] input = Sample.bytes(lines);
			byte[] archive = Sample.compress(input);
			expectAnswer(Sample.verify(input), allThere);
			expectAnswer(Sample.verify(archive), allThere);
			expectAnswer(Sample.verify(Arrays.copyOf(archive, random.nextInt(archive.length))), false);
		}
	}

	private static List<String> lines(Random random) {
		List<String> lines = new ArrayList<>();
		boolean mixed = random.nextBoolean();
		for (int number = 1; number < COUNT; number++) {
			boolean json = mixed && random.nextBoolean();
			lines.add(json ? Sample.ecs(Sample.RUN, number, "x") : Sample.text(Sample.RUN, number));
		}
		lines.add(Sample.textReceipt(Sample.RUN, COUNT, true));
		return lines;
	}

	@Test
	void hugeLinesDoNoHarm() {
		List<String> lines = new ArrayList<>(Sample.run(Sample.RUN, 50));
		String huge = "x".repeat(2 * LineReader.MAX_LINE);
		lines.set(10, lines.get(10) + huge);
		lines.add(20, huge);
		expectAnswer(Sample.verify(lines), true);
		lines.set(11, Sample.ecs(Sample.RUN, 12, huge));
		Outcome outcome = Sample.verify(lines);
		assertThat(outcome.output()).contains("is too long");
		expectAnswer(outcome, false);
	}

	private static void expectAnswer(Outcome outcome, boolean complete) {
		assertThat(outcome.output() + outcome.errors()).doesNotContain("Exception").doesNotContain("\tat ");
		if (complete) {
			assertThat(outcome.status()).as(outcome.output()).isZero();
		}
		else {
			assertThat(outcome.status()).as(outcome.output()).isIn(1, 2);
			assertThat(outcome.output()).doesNotContain("COMPLETE");
		}
	}

}
