package io.github.ringlog.json;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what JSON does not show as it was logged, in all encoders of the JVM.
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
	 * Return how many lines were cut.
	 * @return lines longer than {@code ringlog.json.max-line}
	 */
	public static long cutLines() {
		return CUT.sum();
	}

	/**
	 * Return how many entries of the MDC were renamed or left out, because the line has a
	 * field of that name.
	 * @return entries of events
	 */
	public static long collisions() {
		return COLLISIONS.sum();
	}

}
