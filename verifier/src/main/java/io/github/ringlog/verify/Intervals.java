package io.github.ringlog.verify;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.ringlog.verify.Place.Line;

/**
 * Numbers that are there, as intervals: a million numbers in a row take as much memory as
 * one.
 */
final class Intervals {

	private static final int MAX = 500_000;

	// More are without the texts of their lines.
	private static final int MAX_WITH_TEXT = 5000;

	private final AtomicInteger taken;

	private final TreeMap<Long, Interval> byFirst = new TreeMap<>();

	// How many numbers came again.
	long duplicates;

	Intervals(AtomicInteger taken) {
		this.taken = taken;
	}

	void add(long number, Place place) {
		add(number, place.line(this.taken.get() <= MAX_WITH_TEXT));
	}

	private void add(long number, Line line) {
		Map.Entry<Long, Interval> floor = this.byFirst.floorEntry(number);
		Interval target = (floor != null) ? floor.getValue() : null;
		if (target != null && number <= target.last) {
			this.duplicates++;
			return;
		}
		if (target == null || number > target.last + 1) {
			if (this.taken.incrementAndGet() > MAX) {
				throw new IllegalArgumentException("There are more than " + MAX + " gaps");
			}
			target = new Interval(number, line);
			this.byFirst.put(number, target);
		}
		target.last = number;
		target.lastLine = line;
		Interval next = this.byFirst.remove(number + 1);
		if (next != null) {
			this.taken.decrementAndGet();
			target.last = next.last;
			target.lastLine = next.lastLine;
		}
	}

	void addAll(Intervals others) {
		for (Interval interval : others.all()) {
			for (long number = interval.first; number <= interval.last; number++) {
				add(number, (number < interval.last) ? interval.firstLine : interval.lastLine);
			}
		}
	}

	/** Return the intervals in ascending order. */
	Collection<Interval> all() {
		return this.byFirst.values();
	}

	/** Return how many different numbers there are. */
	long count() {
		return all().stream().mapToLong((interval) -> interval.last - interval.first + 1).sum();
	}

	/** Numbers in a row, with their first and their last line. */
	static final class Interval {

		final long first;

		final Line firstLine;

		long last;

		Line lastLine;

		private Interval(long number, Line line) {
			this.first = number;
			this.firstLine = line;
			this.last = number;
			this.lastLine = line;
		}

	}

}
