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

	// Without the copy that values() makes.
	private static final Sampling[] ALL = values();

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

	static Sampling of(boolean sampled) {
		return sampled ? SAMPLED : NOT_SAMPLED;
	}

	static Sampling ofOrdinal(int ordinal) {
		return ALL[ordinal];
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
	 * Return the decision that {@code X-B3-Flags} and {@code X-B3-Sampled} state. Some
	 * senders write a boolean.
	 */
	static Sampling ofB3(@Nullable String flags, @Nullable String sampled) {
		if ("1".equals(flags)) {
			return DEBUG;
		}
		if (sampled == null) {
			return DEFERRED;
		}
		return switch (sampled) {
			case "0", "false" -> NOT_SAMPLED;
			case "1", "true" -> SAMPLED;
			default -> DEFERRED;
		};
	}

}
