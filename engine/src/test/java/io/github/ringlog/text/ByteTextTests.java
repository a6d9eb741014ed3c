package io.github.ringlog.text;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ByteText}: Java's own encoder is what it is compared with.
 */
class ByteTextTests {

	private static final int[] BOUNDS = { 0x80, 0x100, 0x800, 0xD800, 0x10000, 0x110000 };

	private final Random random = new Random(1);

	private final ByteText text = new ByteText(8);

	@Test
	void encodesStringsAsJavaDoes() {
		for (int i = 0; i < 100_000; i++) {
			String string = string();
			this.text.clear();
			this.text.append(string);
			assertThat(encoded()).isEqualTo(string.getBytes(StandardCharsets.UTF_8));
			assertThat(this.text.isAscii()).isEqualTo(string.chars().allMatch((character) -> character < 0x80));
		}
	}

	@Test
	void encodesStringBuildersAsJavaDoes() {
		for (int i = 0; i < 100_000; i++) {
			StringBuilder builder = new StringBuilder(string());
			this.text.clear();
			this.text.append(builder);
			assertThat(encoded()).isEqualTo(builder.toString().getBytes(StandardCharsets.UTF_8));
		}
	}

	@Test
	void tellsWhatCanNotBeToldInBytes() {
		this.text.append("\uD83D\uDE00");
		assertThat(this.text.isMalformed()).isFalse();
		this.text.append("\uD83D");
		assertThat(this.text.isMalformed()).isTrue();
		this.text.clear();
		assertThat(this.text.isMalformed()).isFalse();
	}

	@Test
	void isTheSameTextAsCharacters() {
		ByteText other = new ByteText(8);
		for (int i = 0; i < 10_000; i++) {
			StringBuilder expected = new StringBuilder();
			this.text.clear();
			for (int part = 0; part < 4; part++) {
				String string = string() + (char) (0xD800 + this.random.nextInt(0x800));
				expected.append(string);
				if (part % 2 == 0) {
					this.text.append(string);
				}
				else {
					other.clear();
					other.append(new StringBuilder(string));
					this.text.append(other);
				}
			}
			assertThat(this.text).hasToString(expected.toString());
		}
		this.text.clear();
		this.text.append("a\uD83D");
		int length = this.text.length();
		this.text.append("b\uD83D");
		this.text.truncate(length);
		this.text.append("c");
		assertThat(this.text).hasToString("a\uD83Dc");
		this.text.clear();
		this.text.append("a\uD83D");
		this.text.truncate(1);
		assertThat(this.text.isMalformed()).isFalse();
		this.text.append("c");
		assertThat(this.text).hasToString("ac");
	}

	@Test
	void isAsciiUntilACharacterIsNot() {
		String ascii = "x".repeat(100);
		for (int i = 0; i < 3; i++) {
			this.text.append(ascii);
			this.text.append(new StringBuilder(ascii));
			assertThat(this.text.isAscii()).isTrue();
		}
		this.text.append("\u00E9");
		assertThat(this.text.isAscii()).isFalse();
		this.text.append(ascii);
		assertThat(this.text.isAscii()).isFalse();
	}

	@Test
	void replacesAPartByAShorterOrALongerOne() {
		this.text.append("one two three");
		this.text.replace(4, 7, new byte[] { '2' });
		assertThat(encoded()).asString().isEqualTo("one 2 three");
		this.text.replace(4, 5, "between one and three".getBytes(StandardCharsets.US_ASCII));
		assertThat(encoded()).asString().isEqualTo("one between one and three three");
		this.text.truncate(3);
		this.text.appendAscii('!');
		assertThat(encoded()).asString().isEqualTo("one!");
	}

	@Test
	void padsANumberWithZeros() {
		this.text.appendPadded(7, 3);
		this.text.appendPadded(123456789, 9);
		this.text.appendPadded(0, 1);
		assertThat(encoded()).asString().isEqualTo("0071234567890");
	}

	@Test
	void keepsNoLargeArray() {
		this.text.append("x".repeat(10_000));
		this.text.clear(100);
		assertThat(this.text.bytes()).hasSizeLessThanOrEqualTo(100);
		this.text.append("x".repeat(100));
		byte[] kept = this.text.bytes();
		assertThat(kept).hasSize(100);
		this.text.clear(100);
		assertThat(this.text.length()).isZero();
		assertThat(this.text.bytes()).isSameAs(kept);
	}

	@Test
	void turnsAsciiBackIntoCharacters() {
		String ascii = "0123456789".repeat(50);
		StringBuilder builder = new StringBuilder("> ");
		ByteText.appendAscii(ascii.getBytes(StandardCharsets.US_ASCII), 3, 400, builder);
		for (int count : new int[] { 12, 128, 129, 11 }) {
			builder.setLength(2);
			ByteText.appendAscii(ascii.getBytes(StandardCharsets.US_ASCII), count, count, builder);
			assertThat(builder).hasToString("> " + ascii.substring(count, 2 * count));
		}
	}

	private byte[] encoded() {
		return Arrays.copyOf(this.text.bytes(), this.text.length());
	}

	private String string() {
		int bound = BOUNDS[this.random.nextInt(BOUNDS.length)];
		StringBuilder string = new StringBuilder();
		int length = this.random.nextInt(400);
		for (int i = 0; i < length; i++) {
			string.appendCodePoint(this.random.nextInt(bound));
		}
		return string.toString();
	}

}
