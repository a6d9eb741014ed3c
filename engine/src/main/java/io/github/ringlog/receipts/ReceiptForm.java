package io.github.ringlog.receipts;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The form of a receipt. In a sink that numbers its lines only receipts have it. In all
 * other lines its space becomes a plus sign, as in the name of a sink: the line stays as
 * long as it is, and valid JSON. Any thread may use it.
 */
public final class ReceiptForm {

	static final String BEGIN = "receipt run=";

	private static final String BROKEN = "receipt+run=";

	private final byte[] begin;

	private final byte[] broken;

	// By the byte at the place of the last one: how far the next place is, at the least.
	private final byte[] steps = new byte[256];

	/**
	 * Create the form in a charset.
	 * @param charset the charset of the lines
	 */
	public ReceiptForm(Charset charset) {
		// Within a text there is no byte order mark.
		Charset plain = charset.equals(StandardCharsets.UTF_16) ? StandardCharsets.UTF_16BE : charset;
		this.begin = BEGIN.getBytes(plain);
		this.broken = BROKEN.getBytes(plain);
		int last = this.begin.length - 1;
		Arrays.fill(this.steps, (byte) this.begin.length);
		for (int i = 0; i < last; i++) {
			this.steps[this.begin[i] & 0xFF] = (byte) (last - i);
		}
	}

	/**
	 * Break the form wherever it is in a line.
	 * @param line the line
	 * @param length how many bytes it has
	 */
	public void breakIn(byte[] line, int length) {
		int size = this.begin.length;
		int at = 0;
		while (at <= length - size) {
			if (Arrays.equals(line, at, at + size, this.begin, 0, size)) {
				System.arraycopy(this.broken, 0, line, at, size);
			}
			at += this.steps[line[at + size - 1] & 0xFF];
		}
	}

	/**
	 * Break the form wherever it is in a text.
	 * @param text the text
	 * @return the text itself if it has none
	 */
	public static String breakIn(String text) {
		return text.contains(BEGIN) ? text.replace(BEGIN, BROKEN) : text;
	}

}
