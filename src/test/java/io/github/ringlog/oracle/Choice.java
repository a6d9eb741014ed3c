package io.github.ringlog.oracle;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Decides by a seed, or as it is told. It keeps what was decided, so that a shorter list
 * of decisions is a smaller case: 0 is always the simplest one.
 */
final class Choice {

	private final Random random;

	private final int[] given;

	private final List<Integer> made = new ArrayList<>();

	// Where something begins and ends that a case can do without.
	private final List<int[]> parts = new ArrayList<>();

	private Choice(Random random, int[] given) {
		this.random = random;
		this.given = given;
	}

	static Choice bySeed(long seed) {
		return new Choice(new Random(seed), new int[0]);
	}

	/** After the last one all decisions are the simplest. */
	static Choice repeat(int[] given) {
		return new Choice(null, given);
	}

	int[] made() {
		int[] all = this.made.stream().mapToInt(Integer::intValue).toArray();
		int end = all.length;
		while (end > 0 && all[end - 1] == 0) {
			end--;
		}
		return Arrays.copyOf(all, end);
	}

	/** The parts, the largest first. */
	List<int[]> parts() {
		return this.parts.stream().sorted((one, other) -> (other[1] - other[0]) - (one[1] - one[0])).toList();
	}

	/** Return a number from the first to the last. */
	int from(int first, int last) {
		int count = last - first + 1;
		int place = this.made.size();
		int decided = (this.random != null) ? this.random.nextInt(count)
				: (place < this.given.length) ? Math.min(this.given[place], count - 1) : 0;
		this.made.add(decided);
		return first + decided;
	}

	/** Return true in so many of 100 cases. */
	boolean in100(int cases) {
		return from(0, 99) >= 100 - cases;
	}

	/** Return several, of which each can be left out that is more than the fewest. */
	<T> List<T> list(int fewest, int most, int percent, Supplier<T> element) {
		List<T> list = new ArrayList<>();
		boolean more = true;
		while (more && list.size() < most) {
			int begin = this.made.size();
			more = list.size() < fewest || in100(percent);
			if (more) {
				list.add(element.get());
				this.parts.add(new int[] { begin, this.made.size() });
			}
		}
		return list;
	}

	@SafeVarargs
	final <T> T of(T... values) {
		return values[from(0, values.length - 1)];
	}

	<T> T of(List<T> values) {
		return values.get(from(0, values.size() - 1));
	}

	/** Add an attribute or leave it out. */
	Node maybe(Node node, int cases, String name, Object... values) {
		return in100(cases) ? node.with(name, of(values)) : node;
	}

}
