package io.github.ringlog.oracle;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * Makes a case smaller as long as the same kind of difference is there: with fewer
 * decisions, and simpler ones.
 */
final class Shrinker {

	private final Oracle oracle;

	private final Difference wanted;

	private final long end;

	private Choice smallest;

	private Found found;

	Shrinker(Oracle oracle, Choice choice, Found found, int seconds) {
		this.oracle = oracle;
		this.smallest = choice;
		this.found = found;
		this.wanted = found.worst();
		this.end = System.nanoTime() + seconds * 1_000_000_000L;
	}

	Found shrink() throws IOException {
		int before;
		do {
			before = weight();
			cutEnd();
			for (int i = 0; i < this.smallest.parts().size(); i++) {
				int[] part = this.smallest.parts().get(i);
				i -= differs(without(this.smallest.made(), part[0], part[1])) ? 1 : 0;
			}
			for (int i = 0; i < this.smallest.made().length; i++) {
				simplify(i);
			}
		}
		while (weight() < before && System.nanoTime() < this.end);
		return this.found;
	}

	private int weight() {
		return this.smallest.made().length * 1000
				+ Arrays.stream(this.smallest.made()).map((one) -> Math.min(one, 9)).sum();
	}

	/** Find the first decision after which all can be the simplest. */
	private void cutEnd() throws IOException {
		int needed = 0;
		while (needed < this.smallest.made().length) {
			int middle = (needed + this.smallest.made().length) / 2;
			if (!differs(Arrays.copyOf(this.smallest.made(), middle))) {
				needed = middle + 1;
			}
		}
	}

	private void simplify(int place) throws IOException {
		int value = this.smallest.made()[place];
		for (int simpler : new int[] { 0, value / 2, Math.max(0, value - 1) }) {
			int[] changed = this.smallest.made();
			if (value > simpler && place < changed.length) {
				changed[place] = simpler;
				if (differs(changed)) {
					return;
				}
			}
		}
	}

	private static int[] without(int[] decisions, int from, int to) {
		int end = Math.min(to, decisions.length);
		int[] rest = Arrays.copyOf(decisions, decisions.length - Math.max(0, end - from));
		if (from < decisions.length) {
			System.arraycopy(decisions, end, rest, from, decisions.length - end);
		}
		return rest;
	}

	private boolean differs(int[] decisions) throws IOException {
		if (System.nanoTime() > this.end || Arrays.equals(decisions, this.smallest.made())) {
			return false;
		}
		Choice choice = Choice.repeat(decisions);
		Case test = CaseGenerator.of(this.found.test().seed(), choice);
		List<Difference> differences = this.oracle.run(test);
		if (differences.stream().noneMatch((each) -> each.isLike(this.wanted))) {
			return false;
		}
		this.smallest = choice;
		this.found = new Found(test, differences);
		return true;
	}

}
