package io.github.ringlog.verify;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

/**
 * Takes lines and keeps what they say about runs.
 */
final class Ledger {

	private static final int MAX_RUNS = 50_000;

	private static final int MAX_PROBLEMS = 20;

	private static final byte[] RECEIPT = "receipt run=".getBytes(StandardCharsets.US_ASCII);

	// As in 2026-11-25T02:14:51.123456789Z stdout F, or stderr, or P for a part.
	private static final byte[] CONTAINER = " stdout F ".getBytes(StandardCharsets.US_ASCII);

	private static final int DATE = 10;

	private static final int MIN_TIME = 20;

	private static final int MAX_TIME = 60;

	private final Format format;

	private final Intervals.Budget budget = new Intervals.Budget();

	private final Map<String, Run> runs = new TreeMap<>();

	private final Numbers.Found found = new Numbers.Found();

	private final JsonLine json = new JsonLine();

	private @Nullable Run last;

	private long lines;

	private long numbered;

	private long problems;

	private final List<String> firstProblems = new ArrayList<>();

	Ledger(Format format) {
		this.format = format;
	}

	/**
	 * Take a line.
	 */
	void add(Place place) {
		this.lines++;
		skipContainerPrefix(place);
		boolean object = isObject(place);
		if (this.format == Format.TEXT || (this.format == Format.AUTO && !object)) {
			addText(place);
		}
		else if (object) {
			addJson(place);
		}
	}

	/**
	 * Skip what container runtimes put before a line: a time, a stream and whether the
	 * line is whole.
	 */
	private static void skipContainerPrefix(Place place) {
		int space = place.from + MIN_TIME;
		int end = Math.min(place.to, place.from + MAX_TIME) - CONTAINER.length;
		if (space >= end || place.bytes[place.from + DATE] != 'T') {
			return;
		}
		while (space < end && place.bytes[space] != ' ') {
			space++;
		}
		int next = space + CONTAINER.length;
		if (space < end && Arrays.equals(place.bytes, space, space + 4, CONTAINER, 0, 4) && place.bytes[next - 3] == ' '
				&& place.bytes[next - 1] == ' ') {
			place.from = next;
		}
	}

	private static boolean isObject(Place place) {
		int i = place.from;
		while (i < place.to && place.bytes[i] == ' ') {
			i++;
		}
		return i < place.to && place.bytes[i] == '{';
	}

	private void addText(Place place) {
		boolean hasNumber = Numbers.find(place.bytes, place.from, place.to, this.found);
		Receipt receipt = receipt(place);
		if (hasNumber && !place.ended && (receipt == null || !receipt.run().equals(this.found.run()))) {
			addProblem(place, "is torn: it has no end");
			return;
		}
		if (hasNumber) {
			add(this.found.run(), this.found.number, receipt, place);
		}
		else if (receipt != null) {
			run(receipt.run()).add(receipt, 0);
		}
	}

	private static @Nullable Receipt receipt(Place place) {
		int at = indexOf(place.bytes, place.from, place.to, RECEIPT);
		return (at < 0) ? null : Receipt
			.find(new String(place.bytes, at, Math.min(place.to - at, Receipt.MAX_LENGTH), StandardCharsets.UTF_8));
	}

	private static int indexOf(byte[] bytes, int from, int to, byte[] wanted) {
		for (int i = from; i <= to - wanted.length; i++) {
			if (bytes[i] == wanted[0] && Arrays.equals(bytes, i, i + wanted.length, wanted, 0, wanted.length)) {
				return i;
			}
		}
		return -1;
	}

	private void addJson(Place place) {
		if (!this.json.read(place.bytes, place.from, place.to)) {
			boolean hasNumber = this.json.run != null || this.json.sequence != null
					|| Numbers.find(place.bytes, place.from, place.to, this.found);
			if (hasNumber) {
				addProblem(place, place.cut ? "is too long" : "is no valid JSON object");
			}
			return;
		}
		String run = this.json.run;
		long number = number(this.json.sequence);
		String message = this.json.message;
		Receipt receipt = (message != null) ? Receipt.find(message) : null;
		if (run != null && Numbers.isRun(run) && number > 0) {
			add(run, number, receipt, place);
		}
		else if (this.format == Format.AUTO && run == null && this.json.sequence == null) {
			// A pattern that prints JSON.
			addText(place);
		}
		else if (receipt != null) {
			run(receipt.run()).add(receipt, 0);
		}
	}

	private static long number(@Nullable String text) {
		boolean digits = text != null && !text.isEmpty() && text.length() <= 18
				&& text.chars().allMatch((digit) -> digit >= '0' && digit <= '9');
		return digits ? Long.parseLong(text) : 0;
	}

	private void add(String name, long number, @Nullable Receipt receipt, Place place) {
		Run run = run(name);
		run.add(number, place);
		this.numbered++;
		if (receipt != null && receipt.run().equals(name) && receipt.last() < number) {
			run.add(receipt, number);
		}
		else if (receipt != null && receipt.recovered()) {
			run(receipt.run()).add(receipt, 0);
		}
	}

	private Run run(String name) {
		Run run = this.last;
		if (run == null || !run.name().equals(name)) {
			run = this.runs.get(name);
			if (run == null) {
				if (this.runs.size() >= MAX_RUNS) {
					throw new TooMuchException("There are more than " + MAX_RUNS + " runs");
				}
				run = new Run(name, this.budget);
				this.runs.put(name, run);
			}
			this.last = run;
		}
		return run;
	}

	private void addProblem(Place place, String what) {
		addProblem(place.source + ":" + place.position + " " + what);
	}

	/**
	 * Note something that can't be read.
	 */
	void addProblem(String problem) {
		this.problems++;
		if (this.firstProblems.size() < MAX_PROBLEMS) {
			this.firstProblems.add(problem);
		}
	}

	Collection<Run> runs() {
		return this.runs.values();
	}

	long lines() {
		return this.lines;
	}

	long numbered() {
		return this.numbered;
	}

	long problems() {
		return this.problems;
	}

	List<String> firstProblems() {
		return this.firstProblems;
	}

	/**
	 * Return the answer for all runs.
	 */
	Verdict verdict() {
		List<Verdict> verdicts = this.runs.values().stream().map(Run::verdict).toList();
		if (verdicts.contains(Verdict.MISSING)) {
			return Verdict.MISSING;
		}
		return (verdicts.isEmpty() || verdicts.contains(Verdict.UNKNOWN) || this.problems > 0) ? Verdict.UNKNOWN
				: Verdict.COMPLETE;
	}

}
