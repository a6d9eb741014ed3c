package io.github.ringlog.verify;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

/**
 * Numbers that are there, as intervals: a million numbers in a row take as much memory as
 * one. Of each interval it knows the first and the last line.
 */
final class Intervals {

	private static final int MAX_REMEMBERED = 2 * Line.MAX_TEXT;

	private final Budget budget;

	private final TreeMap<Long, Interval> byFirst = new TreeMap<>();

	// The interval that the last number belongs to, and the first number of the next one.
	private @Nullable Interval current;

	private long limit;

	// The last line of the current interval. It changes with each line, so it is decoded
	// when another interval becomes the current one.
	private final byte[] text = new byte[MAX_REMEMBERED];

	private int length;

	private String source = "";

	private long position;

	private long count;

	private long duplicates;

	private long lastDuplicate;

	Intervals(Budget budget) {
		this.budget = budget;
	}

	/**
	 * Add a number.
	 * @param place its line
	 */
	void add(long number, Place place) {
		Interval now = this.current;
		if (now != null && number == now.last + 1 && number + 1 < this.limit) {
			now.last = number;
			this.count++;
			remember(place);
			return;
		}
		settle();
		Interval before = value(this.byFirst.floorEntry(number));
		if (before != null && number <= before.last) {
			this.duplicates++;
			this.lastDuplicate = number;
			return;
		}
		Interval after = value(this.byFirst.higherEntry(number));
		Interval target = (before != null && number == before.last + 1) ? before : begin(number, place);
		target.last = number;
		this.count++;
		if (after != null && number + 1 == after.first) {
			join(target, after);
			return;
		}
		this.current = target;
		this.limit = (after != null) ? after.first : Long.MAX_VALUE;
		remember(place);
	}

	private static @Nullable Interval value(Map.@Nullable Entry<Long, Interval> entry) {
		return (entry != null) ? entry.getValue() : null;
	}

	private Interval begin(long number, Place place) {
		this.budget.take();
		Interval interval = new Interval(number, place.line(this.budget.keepsText()));
		this.byFirst.put(number, interval);
		return interval;
	}

	private void join(Interval interval, Interval next) {
		this.byFirst.remove(next.first);
		this.budget.giveBack();
		interval.last = next.last;
		interval.lastLine = next.lastLine;
	}

	private void remember(Place place) {
		this.length = Math.min(place.to - place.from, MAX_REMEMBERED);
		System.arraycopy(place.bytes, place.from, this.text, 0, this.length);
		this.source = place.source;
		this.position = place.position;
	}

	private void settle() {
		Interval now = this.current;
		if (now != null) {
			now.lastLine = new Line(this.source, this.position,
					this.budget.keepsText() ? Line.printable(this.text, 0, this.length) : null);
			this.current = null;
		}
	}

	/**
	 * Return the intervals in ascending order.
	 */
	Collection<Interval> all() {
		settle();
		return this.byFirst.values();
	}

	/**
	 * Return how many different numbers there are.
	 */
	long count() {
		return this.count;
	}

	long duplicates() {
		return this.duplicates;
	}

	long lastDuplicate() {
		return this.lastDuplicate;
	}

	/**
	 * Numbers in a row.
	 */
	static final class Interval {

		private final long first;

		private final Line firstLine;

		private long last;

		private Line lastLine;

		private Interval(long number, Line line) {
			this.first = number;
			this.firstLine = line;
			this.last = number;
			this.lastLine = line;
		}

		long first() {
			return this.first;
		}

		Line firstLine() {
			return this.firstLine;
		}

		long last() {
			return this.last;
		}

		Line lastLine() {
			return this.lastLine;
		}

	}

	/**
	 * The intervals that all runs together may have, and how many of them keep the texts
	 * of their lines.
	 */
	static final class Budget {

		static final int MAX = 500_000;

		private static final int MAX_WITH_TEXT = 5000;

		private int taken;

		private void take() {
			if (++this.taken > MAX) {
				throw new TooMuchException("There are more than " + MAX + " gaps");
			}
		}

		private void giveBack() {
			this.taken--;
		}

		private boolean keepsText() {
			return this.taken <= MAX_WITH_TEXT;
		}

	}

}
