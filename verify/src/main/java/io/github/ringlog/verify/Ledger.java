package io.github.ringlog.verify;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

/**
 * Takes lines and keeps what they say about runs.
 */
final class Ledger {

	private static final int MAX_RUNS = 50_000;

	private static final int MAX_PROBLEMS = 20;

	/** The format that is found for each line. */
	static final String AUTO = "auto";

	private static final byte[] RECEIPT = Receipt.BEGIN.getBytes(StandardCharsets.US_ASCII);

	private final String format;

	private final Intervals.Budget budget = new Intervals.Budget();

	private final Map<String, Run> runs = new TreeMap<>();

	private final ContainerLines container = new ContainerLines();

	private final Numbers numbers = new Numbers();

	private final JsonLine json = new JsonLine();

	private long lines;

	private long damages;

	private final List<String> firstDamages = new ArrayList<>();

	Ledger(String format) {
		this.format = format;
	}

	/**
	 * Take a line.
	 */
	void add(Place place) {
		this.lines++;
		if (!this.container.accept(place)) {
			return;
		}
		boolean object = isObject(place);
		if (this.format.equals("text") || (this.format.equals(AUTO) && !object)) {
			addText(place);
		}
		else if (object) {
			addJson(place);
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
		if (!this.numbers.find(place.bytes, place.from, place.to)) {
			return;
		}
		boolean indented = Numbers.isIndented(place.bytes, place.from, place.to);
		Run run = run(this.numbers.run).of(this.numbers.number, indented);
		Receipt receipt = receipt(place);
		if (!place.ended && (receipt == null || !receipt.run().equals(run.name()))) {
			run.addTorn(this.numbers.number, place.describe("is torn: it has no end"));
		}
		else {
			add(run, this.numbers.number, receipt, place);
		}
	}

	private static @Nullable Receipt receipt(Place place) {
		for (int i = place.from; i <= place.to - RECEIPT.length; i++) {
			if (place.bytes[i] == RECEIPT[0]
					&& Arrays.equals(place.bytes, i, i + RECEIPT.length, RECEIPT, 0, RECEIPT.length)) {
				return Receipt.find(new String(place.bytes, place.from,
						Math.min(place.to, i + Receipt.MAX_LENGTH) - place.from, StandardCharsets.UTF_8));
			}
		}
		return null;
	}

	private void addJson(Place place) {
		boolean whole = this.json.read(place);
		String name = this.json.run();
		long number = this.json.number();
		if (!whole) {
			String damage = place.describe(place.cut ? "is too long" : "is no valid JSON object");
			if (name != null && Numbers.isRun(name)) {
				run(name).addTorn((number > 0) ? number : Long.MAX_VALUE, damage);
			}
			else if (number > 0 || this.numbers.find(place.bytes, place.from, place.to)) {
				addProblem(damage);
			}
		}
		else if (name != null && Numbers.isRun(name) && number > 0) {
			add(run(name), number, Receipt.of(this.json.message(), this.json.logger()), place);
		}
		else if (this.format.equals(AUTO) && name == null && number == 0) {
			// A pattern that prints JSON.
			addText(place);
		}
	}

	private void add(Run run, long number, @Nullable Receipt receipt, Place place) {
		run.add(number, place);
		if (receipt == null) {
			return;
		}
		boolean own = receipt.run().equals(run.name());
		if (own && !receipt.recovered() && receipt.last() < number) {
			run.add(receipt, number);
		}
		else if (!own && receipt.recovered()) {
			run(receipt.run()).close(receipt);
		}
	}

	private Run run(String name) {
		Run run = this.runs.computeIfAbsent(name, (key) -> new Run(key, this.budget));
		if (this.runs.size() > MAX_RUNS) {
			throw new UnreadableException("There are more than " + MAX_RUNS + " runs");
		}
		return run;
	}

	/**
	 * Note something that can't be read.
	 */
	void addProblem(String problem) {
		this.damages++;
		if (this.firstDamages.size() < MAX_PROBLEMS) {
			this.firstDamages.add(problem);
		}
	}

	/** Return the runs of which there is something, when all lines are there. */
	Collection<Run> runs() {
		return this.runs.values().stream().filter(Run::settle).toList();
	}

	long lines() {
		return this.lines;
	}

	long problems() {
		return this.damages + runs().stream().filter((run) -> run.problem() != null).count();
	}

	List<String> firstProblems() {
		List<String> first = new ArrayList<>(this.firstDamages);
		runs().stream().map(Run::problem).filter(Objects::nonNull).limit(MAX_PROBLEMS).forEach(first::add);
		return first;
	}

	/**
	 * Return the answer for all runs.
	 */
	Verdict verdict() {
		List<Verdict> verdicts = runs().stream().map(Run::verdict).filter((each) -> each != Verdict.ABSENT).toList();
		if (verdicts.contains(Verdict.MISSING)) {
			return Verdict.MISSING;
		}
		return (verdicts.isEmpty() || verdicts.contains(Verdict.UNKNOWN) || problems() > 0) ? Verdict.UNKNOWN
				: Verdict.COMPLETE;
	}

}
