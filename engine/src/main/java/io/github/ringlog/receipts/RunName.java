package io.github.ringlog.receipts;

import java.security.SecureRandom;

/**
 * Creates the names of runs: seven pairs of a letter and a digit, such as
 * {@code k7m2q9x4b1w8a0}, which other texts are unlikely to contain. The first twelve
 * characters stand for the process, the last two for a sink.
 */
final class RunName {

	static final int LENGTH = 14;

	private static final int LETTERS = 26;

	private static final int PAIRS = LETTERS * 10;

	private static final SecureRandom RANDOM = new SecureRandom();

	// Guarded by the class.
	private static String process = "";

	// Guarded by the class.
	private static int sinks;

	private RunName() {
	}

	/**
	 * Return a name that no sink has had. Once all pairs for sinks are used, the process
	 * gets another name.
	 */
	static synchronized String next() {
		int sink = sinks++ % PAIRS;
		if (sink == 0) {
			StringBuilder name = new StringBuilder(LENGTH);
			while (name.length() < LENGTH - 2) {
				append(RANDOM.nextInt(PAIRS), name);
			}
			process = name.toString();
		}
		StringBuilder name = new StringBuilder(LENGTH).append(process);
		append(sink, name);
		return name.toString();
	}

	private static void append(int pair, StringBuilder target) {
		target.append((char) ('a' + pair % LETTERS)).append((char) ('0' + pair / LETTERS));
	}

}
