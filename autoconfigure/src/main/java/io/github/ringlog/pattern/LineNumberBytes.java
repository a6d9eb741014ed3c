package io.github.ringlog.pattern;

import io.github.ringlog.receipts.LineNumber;
import io.github.ringlog.text.ByteText;

/**
 * Prints numbers of lines as bytes. Mostly the number is the last one plus one: then only
 * its last digits change. Used by one thread at a time.
 */
final class LineNumberBytes {

	private final String before;

	private final String after;

	private final ByteText text = new ByteText(64);

	private String run = "";

	private long number;

	// Where the digits end.
	private int end;

	LineNumberBytes(String before, String after) {
		this.before = before;
		this.after = after;
	}

	/**
	 * Print the number of the line that is being written, if it has one.
	 */
	void print(ByteText target) {
		LineNumber line = LineNumber.current();
		if (line == null) {
			return;
		}
		long former = this.number;
		this.number = line.number();
		boolean next = this.number == former + 1 && line.run().equals(this.run);
		if (!next || !increment()) {
			write(line);
		}
		target.append(this.text);
	}

	private void write(LineNumber line) {
		this.run = line.run();
		this.text.clear();
		this.text.append(this.before);
		this.text.append(this.run);
		this.text.append("-");
		this.text.append(line.number());
		this.end = this.text.length();
		this.text.append(this.after);
	}

	/**
	 * Add one to the digits.
	 * @return whether there were enough of them
	 */
	private boolean increment() {
		byte[] bytes = this.text.bytes();
		int at = this.end - 1;
		while (bytes[at] == '9') {
			bytes[at--] = '0';
		}
		if (bytes[at] == '-') {
			return false;
		}
		bytes[at]++;
		return true;
	}

}
