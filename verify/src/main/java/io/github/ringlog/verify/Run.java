package io.github.ringlog.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.github.ringlog.verify.Intervals.Interval;
import io.github.ringlog.verify.Place.Line;
import org.jspecify.annotations.Nullable;

/**
 * The lines of one sink in one run, and its receipts.
 */
final class Run {

	private final String name;

	private final Intervals.Budget budget;

	private final Intervals intervals;

	private @Nullable Receipt receipt;

	// The number of the last receipt that says that it is the last one.
	private long finalNumber;

	// The one that the recovery of a killed process has written.
	private @Nullable Receipt recovery;

	// The first line that can't be read, and the lowest number of such a line.
	private @Nullable String torn;

	private long tornNumber = Long.MAX_VALUE;

	// What is in lines that are indented. If the next number follows one of them, the
	// pattern begins with padding, and they are lines of this run.
	private @Nullable Run indented;

	private boolean padded;

	// The number that was seen last, and whether in a line that is indented.
	private long latest;

	private boolean latestIndented;

	Run(String name, Intervals.Budget budget) {
		this.name = name;
		this.budget = budget;
		this.intervals = new Intervals(budget);
	}

	/**
	 * Return what takes a line.
	 * @param number the number in the line
	 * @param isIndented whether the line may continue another one
	 */
	Run of(long number, boolean isIndented) {
		this.padded |= this.latestIndented && number == this.latest + 1;
		this.latest = number;
		this.latestIndented = isIndented;
		if (!isIndented) {
			return this;
		}
		if (this.indented == null) {
			this.indented = new Run(this.name, this.budget);
		}
		return this.indented;
	}

	void add(long number, Place place) {
		this.intervals.add(number, place);
	}

	/**
	 * Add a receipt.
	 * @param number the number of its line
	 */
	void add(Receipt added, long number) {
		if (this.receipt == null || added.last() >= this.receipt.last()) {
			this.receipt = added;
		}
		if (added.isFinal()) {
			this.finalNumber = Math.max(this.finalNumber, number);
		}
	}

	/**
	 * Add the receipt of the next start.
	 */
	void close(Receipt added) {
		if (this.recovery == null || added.last() >= this.recovery.last()) {
			this.recovery = added;
		}
	}

	/**
	 * Add a line that can't be read.
	 */
	void addTorn(long number, String description) {
		this.torn = (this.torn != null) ? this.torn : description;
		this.tornNumber = Math.min(this.tornNumber, number);
	}

	/**
	 * Decide what the lines are that are indented, when all are there.
	 * @return whether there is anything of this run
	 */
	boolean settle() {
		Run more = this.padded ? this.indented : null;
		this.padded = false;
		if (more != null) {
			this.intervals.addAll(more.intervals);
			if (more.receipt != null) {
				add(more.receipt, more.finalNumber);
			}
			if (more.torn != null) {
				addTorn(more.tornNumber, more.torn);
			}
		}
		return lines() > 0 || this.recovery != null || this.torn != null;
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

	long lines() {
		return this.intervals.count();
	}

	Line firstLine() {
		return this.intervals.all().iterator().next().firstLine;
	}

	long duplicates() {
		return this.intervals.duplicates();
	}

	/**
	 * Return the highest number that must be there. Of a process that was killed, lines
	 * that were not flushed may be there or not: its events come again.
	 */
	long highest() {
		long highest = (this.recovery != null) ? this.recovery.last()
				: (this.receipt != null) ? this.receipt.last() : 0;
		for (Interval interval : this.intervals.all()) {
			if (this.recovery == null || interval.first <= highest + 1) {
				highest = Math.max(highest, interval.last);
			}
		}
		return highest;
	}

	/**
	 * Return the gaps, from number 1 on.
	 */
	List<Gap> gaps() {
		List<Gap> gaps = new ArrayList<>();
		long highest = highest();
		long next = 1;
		Line before = null;
		for (Interval interval : this.intervals.all()) {
			if (interval.first > highest) {
				break;
			}
			if (interval.first > next) {
				gaps.add(new Gap(next, interval.first - 1, before, interval.firstLine));
			}
			next = interval.last + 1;
			before = interval.lastLine;
		}
		if (highest >= next) {
			gaps.add(new Gap(next, highest, before, null));
		}
		return isAbsent() ? List.of() : gaps;
	}

	long missing() {
		return gaps().stream().mapToLong(Gap::count).sum();
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

	private boolean isAbsent() {
		return lines() == 0 && this.torn == null;
	}

	/**
	 * Return what can't be read and matters: an event that a kill has torn comes again.
	 */
	@Nullable String problem() {
		return (this.recovery != null && this.tornNumber > this.recovery.last()) ? null : this.torn;
	}

	Verdict verdict() {
		if (isAbsent()) {
			return Verdict.ABSENT;
		}
		if (!gaps().isEmpty()) {
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
