package io.github.ringlog.verify;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The lines of one sink in one run, and its receipts.
 */
final class Run {

	private final String name;

	private final Intervals intervals;

	private @Nullable Receipt receipt;

	// The number of the last receipt that says that it is the last one.
	private long finalNumber;

	private long receipts;

	// The one that the recovery of a killed process has written.
	private @Nullable Receipt recovery;

	// Receipts whose line has no number: the pattern does not print it.
	private boolean unnumbered;

	Run(String name, Intervals.Budget budget) {
		this.name = name;
		this.intervals = new Intervals(budget);
	}

	void add(long number, Place place) {
		this.intervals.add(number, place);
	}

	/**
	 * Add a receipt.
	 * @param number the number of its line, or 0 if it has none
	 */
	void add(Receipt added, long number) {
		this.receipts++;
		if (added.recovered()) {
			this.recovery = later(this.recovery, added);
			return;
		}
		this.receipt = later(this.receipt, added);
		if (added.isFinal()) {
			this.finalNumber = Math.max(this.finalNumber, number);
		}
		this.unnumbered |= number == 0;
	}

	private static Receipt later(@Nullable Receipt former, Receipt added) {
		return (former == null || added.last() >= former.last()) ? added : former;
	}

	String name() {
		return this.name;
	}

	String sink() {
		Receipt known = (this.receipt != null) ? this.receipt : this.recovery;
		return (known != null) ? known.sink() : "";
	}

	@Nullable Receipt receipt() {
		return this.receipt;
	}

	long receipts() {
		return this.receipts;
	}

	/**
	 * Return the gaps, from number 1 on.
	 */
	List<Gap> gaps() {
		List<Gap> gaps = new ArrayList<>();
		long next = 1;
		Line before = null;
		for (Intervals.Interval interval : this.intervals.all()) {
			if (interval.first() > next) {
				gaps.add(new Gap(next, interval.first() - 1, before, interval.firstLine()));
			}
			next = interval.last() + 1;
			before = interval.lastLine();
		}
		if (highest() >= next) {
			gaps.add(new Gap(next, highest(), before, null));
		}
		return gaps;
	}

	long lines() {
		return this.intervals.count();
	}

	/**
	 * Return the highest number that must be there.
	 */
	long highest() {
		Collection<Intervals.Interval> all = this.intervals.all();
		long highest = Math.max(last(this.receipt), last(this.recovery));
		for (Intervals.Interval interval : all) {
			highest = Math.max(highest, interval.last());
		}
		return highest;
	}

	private static long last(@Nullable Receipt receipt) {
		return (receipt != null) ? receipt.last() : 0;
	}

	long missing() {
		return highest() - lines();
	}

	long duplicates() {
		return this.intervals.duplicates();
	}

	long lastDuplicate() {
		return this.intervals.lastDuplicate();
	}

	Intervals intervals() {
		return this.intervals;
	}

	/**
	 * Return how many lines the application says that it could not write.
	 */
	long failed() {
		return (this.receipt != null) ? this.receipt.failed() : 0;
	}

	Map<String, Long> dropped() {
		return (this.receipt != null) ? this.receipt.dropped() : Map.of();
	}

	/**
	 * Return whether it is known that no line comes after the last one.
	 */
	boolean isEndKnown() {
		return isRecovered() || (this.finalNumber > 0 && this.finalNumber == highest());
	}

	/**
	 * Return whether the process was killed, and the next start has recovered its events.
	 */
	boolean isRecovered() {
		return this.recovery != null;
	}

	boolean isUnnumbered() {
		return this.unnumbered;
	}

	Verdict verdict() {
		if (this.unnumbered) {
			return Verdict.UNKNOWN;
		}
		if (missing() > 0) {
			return Verdict.MISSING;
		}
		return isEndKnown() ? Verdict.COMPLETE : Verdict.UNKNOWN;
	}

	/**
	 * Numbers in a row that are not there.
	 *
	 * @param first the first one
	 * @param last the last one
	 * @param before the line before them, if there is one
	 * @param after the line after them, if there is one
	 */
	record Gap(long first, long last, @Nullable Line before, @Nullable Line after) {

		long count() {
			return this.last - this.first + 1;
		}

	}

}
