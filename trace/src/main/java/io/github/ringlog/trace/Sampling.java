package io.github.ringlog.trace;

import org.jspecify.annotations.Nullable;

/**
 * The decision of a caller whether its trace is recorded.
 */
enum Sampling {

	/**
	 * Whoever receives the headers decides.
	 */
	DEFERRED(""),

	NOT_SAMPLED("0"),

	SAMPLED("1"),

	/**
	 * Sampled, and no rule of a receiver changes that.
	 */
	DEBUG("d");

	private final String b3;

	Sampling(String b3) {
		this.b3 = b3;
	}

	/**
	 * Return the state in the header {@code b3}; empty when the decision is left open.
	 */
	String b3() {
		return this.b3;
	}

	boolean isSampled() {
		return this == SAMPLED || this == DEBUG;
	}

	/**
	 * Return the decision that {@code b3} states, or {@code null} for anything else.
	 */
	static @Nullable Sampling ofB3(char state) {
		return switch (state) {
			case '0' -> NOT_SAMPLED;
			case '1' -> SAMPLED;
			case 'd' -> DEBUG;
			default -> null;
		};
	}

	/**
	 * Return the decision that {@code X-B3-Sampled} states, some senders with a boolean.
	 */
	static Sampling ofB3Sampled(String sampled) {
		return switch (sampled) {
			case "0", "false" -> NOT_SAMPLED;
			case "1", "true" -> SAMPLED;
			default -> DEFERRED;
		};
	}

}
