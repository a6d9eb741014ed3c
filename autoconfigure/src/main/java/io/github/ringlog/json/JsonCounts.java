package io.github.ringlog.json;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts cut lines and entries renamed or omitted, for all JSON encoders of the JVM.
 */
public final class JsonCounts {

	private static final LongAdder CUT = new LongAdder();

	private static final LongAdder COLLISIONS = new LongAdder();

	private JsonCounts() {
	}

	static void cut() {
		CUT.increment();
	}

	static void collision() {
		COLLISIONS.increment();
	}

	/**
	 * Return the number of lines that were cut.
	 * @return lines longer than {@code ringlog.json.max-line}
	 */
	public static long cutLines() {
		return CUT.sum();
	}

	/**
	 * Return the number of MDC entries that were renamed or omitted because the line has
	 * a field of the same name.
	 * @return entries of events
	 */
	public static long collisions() {
		return COLLISIONS.sum();
	}

}
