package io.github.ringlog.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.ringlog.verify.Intervals.Interval;
import io.github.ringlog.verify.Place.Line;
import org.jspecify.annotations.Nullable;

/**
 * The lines of one sink in one run, and its receipts.
 */
final class Run {

	final String name;

	private final AtomicInteger budget;

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

	Run(String name, AtomicInteger budget) {
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
		if (isIndented && this.indented == null) {
			this.indented = new Run(this.name, this.budget);
		}
		return (isIndented && this.indented != null) ? this.indented : this;
	}

	void add(long number, Place place) {
		this.intervals.add(number, place);
	}

	/** Add a receipt that is in a line of this run. */
	void add(Receipt added, long number) {
		if (this.receipt == null || added.last() >= this.receipt.last()) {
			this.receipt = added;
		}
		if (added.isFinal()) {
			this.finalNumber = Math.max(this.finalNumber, number);
		}
	}

	/** Add the receipt of the next start. */
	void close(Receipt added) {
		if (this.recovery == null || added.last() >= this.recovery.last()) {
			this.recovery = added;
		}
	}

	/** Add a line that can't be read. */
	void addTorn(long number, String description) {
		this.torn = (this.torn != null) ? this.torn : description;
		this.tornNumber = Math.min(this.tornNumber, number);
	}

	/** Decide what the lines are that are indented, when all are there. */
	void settle() {
		if (this.padded && this.indented != null) {
			this.intervals.addAll(this.indented.intervals);
			if (this.indented.receipt != null) {
				add(this.indented.receipt, this.indented.finalNumber);
			}
			if (this.indented.torn != null) {
				addTorn(this.indented.tornNumber, this.indented.torn);
			}
		}
	}

	boolean isEmpty() {
		return this.intervals.all().isEmpty() && this.recovery == null && this.torn == null;
	}

	/**
	 * Return the highest number that must be there. Of a process that was killed, lines
	 * that were not flushed may be there or not: its events come again.
	 */
	private long highest() {
		long highest = (this.recovery != null) ? this.recovery.last()
				: (this.receipt != null) ? this.receipt.last() : 0;
		for (Interval interval : this.intervals.all()) {
			if (this.recovery == null || interval.first <= highest + 1) {
				highest = Math.max(highest, interval.last);
			}
		}
		return highest;
	}

	private List<Gap> gaps(long highest) {
		List<Gap> gaps = new ArrayList<>();
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
		return gaps;
	}

	/**
	 * Return what can't be read and matters: an event that a kill has torn comes again.
	 */
	@Nullable String problem() {
		return (this.recovery != null && this.tornNumber > this.recovery.last()) ? null : this.torn;
	}

	Answer answer() {
		boolean absent = this.intervals.all().isEmpty() && this.torn == null;
		long highest = highest();
		List<Gap> gaps = absent ? List.of() : gaps(highest);
		boolean known = this.recovery != null || (this.finalNumber > 0 && this.finalNumber == highest);
		Verdict verdict = absent ? Verdict.ABSENT
				: !gaps.isEmpty() ? Verdict.MISSING : known ? Verdict.COMPLETE : Verdict.UNKNOWN;
		Receipt shown = (this.receipt != null) ? this.receipt : this.recovery;
		return new Answer(this.name, (shown != null) ? shown.sink() : "", verdict, this.intervals.count(), highest,
				gaps.stream().mapToLong(Gap::count).sum(), gaps, (shown != null) ? shown.dropped() : Map.of(),
				(shown != null) ? shown.failed() : 0, this.intervals.duplicates, known, end(known));
	}

	private String end(boolean known) {
		if (this.recovery != null) {
			return "known: the process was killed, and the next start has recovered its events";
		}
		if (known) {
			return "known: the final receipt is there; events that were logged later are reported on standard error only";
		}
		return (this.receipt != null) ? "open: the last receipt is about the lines up to " + this.receipt.last()
				: "open: there is no receipt";
	}

	// What is known of a run. last is the highest number that must be there, and failed
	// how many lines the application says that it could not write.
	record Answer(String run, String sink, Verdict verdict, long lines, long last, long missing, List<Gap> gaps,
			Map<String, Long> dropped, long failed, long duplicates, boolean endKnown, String end) {
	}

	// Numbers in a row that are not there, and the lines beside them.
	record Gap(long first, long last, @Nullable Line before, @Nullable Line after) {

		long count() {
			return this.last - this.first + 1;
		}

	}

}
