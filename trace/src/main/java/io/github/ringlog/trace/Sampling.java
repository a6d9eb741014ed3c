package io.github.ringlog.trace;

import org.jspecify.annotations.Nullable;

/**
 * The caller's decision whether its trace is recorded.
 */
enum Sampling {

	/**
	 * The receiver decides.
	 */
	DEFERRED(""),

	NOT_SAMPLED("0"),

	SAMPLED("1"),

	/**
	 * Sampled, and receivers must not change that.
	 */
	DEBUG("d");

	private final String b3;

	Sampling(String b3) {
		this.b3 = b3;
	}

	/**
	 * Return the state in the header {@code b3}; empty if deferred.
	 */
	String b3() {
		return this.b3;
	}

	boolean isSampled() {
		return this == SAMPLED || this == DEBUG;
	}

	/**
	 * Return the decision for a state of {@code b3}, or {@code null} if the state is
	 * unknown.
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
	 * Return the decision of {@code X-B3-Sampled}. Some senders use a boolean.
	 */
	static Sampling ofB3Sampled(String sampled) {
		return switch (sampled) {
			case "0", "false" -> NOT_SAMPLED;
			case "1", "true" -> SAMPLED;
			default -> DEFERRED;
		};
	}

}
