package io.github.ringlog.pattern;

import java.nio.charset.StandardCharsets;
import java.util.Random;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ControlCharacters}: what is found in bytes is what is found in
 * characters.
 */
class ControlCharactersTests {

	private static final int MAX_LENGTH = 20;

	private final Random random = new Random(3);

	@Test
	void areFoundInBytesAtEachPlace() {
		for (int character = 0; character <= Character.MAX_VALUE; character++) {
			if (!Character.isSurrogate((char) character)) {
				check("x".repeat(this.random.nextInt(MAX_LENGTH)) + (char) character
						+ "y".repeat(this.random.nextInt(MAX_LENGTH)));
			}
		}
	}

	@Test
	void areFoundInBytesBetweenOtherCharacters() {
		String[] parts = { "a", "\t", " ", "~", "\u00E9", "\u20AC", "\u2027", "\u202A", "\uD83D\uDE00", "\u00A0",
				"abcdefgh", "\n", "\u007F", "\u0085", "\u2028", "\u2029" };
		for (int i = 0; i < 100_000; i++) {
			StringBuilder text = new StringBuilder();
			int count = this.random.nextInt(MAX_LENGTH);
			// Those at the end are what is looked for, so few of the texts have any.
			int kinds = parts.length - ((i % 2 == 0) ? 0 : 5);
			for (int j = 0; j < count; j++) {
				text.append(parts[this.random.nextInt(kinds)]);
			}
			check(text.toString());
		}
	}

	private static void check(String text) {
		byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
		assertThat(ControlCharacters.areIn(bytes, 0, bytes.length, bytes.length == text.length())).as(text)
			.isEqualTo(ControlCharacters.areIn(text));
	}

}
