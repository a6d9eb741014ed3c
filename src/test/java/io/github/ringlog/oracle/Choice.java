package io.github.ringlog.oracle;

import java.util.List;
import java.util.Random;

/**
 * Decides by a seed.
 */
final class Choice {

	private final Random random;

	Choice(long seed) {
		this.random = new Random(seed);
	}

	/** Return true in so many of 100 cases. */
	boolean in100(int cases) {
		return this.random.nextInt(100) < cases;
	}

	/** Return a number from the first to the last. */
	int from(int first, int last) {
		return first + this.random.nextInt(last - first + 1);
	}

	@SafeVarargs
	final <T> T of(T... values) {
		return values[this.random.nextInt(values.length)];
	}

	<T> T of(List<T> values) {
		return values.get(this.random.nextInt(values.size()));
	}

	/** Add an attribute or leave it out. */
	Node maybe(Node node, int cases, String name, Object... values) {
		return in100(cases) ? node.with(name, of(values)) : node;
	}

}
