package io.github.ringlog.receipts;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The text with which a receipt begins. In a sink that numbers its lines only receipts
 * have it: in all other lines its space becomes a plus sign, which keeps the length of
 * the line and valid JSON. Safe for use by several threads.
 */
public final class ReceiptForm {

	static final String BEGIN = "receipt run=";

	private static final String BROKEN = "receipt+run=";

	private final byte[] begin;

	private final byte[] broken;

	// For each byte at the end of the window: the smallest step to the next match
	// (Horspool).
	private final byte[] steps = new byte[256];

	/**
	 * Create the text in a charset.
	 * @param charset the charset of the lines
	 */
	public ReceiptForm(Charset charset) {
		// Inside a line there is no byte order mark.
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
	 * Replace each occurrence in a line.
	 * @param line the line
	 * @param length the length of the line in bytes
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
	 * Replace each occurrence in a text.
	 * @param text the text
	 * @return the new text; the same one if there is no occurrence
	 */
	public static String breakIn(String text) {
		return text.contains(BEGIN) ? text.replace(BEGIN, BROKEN) : text;
	}

}
