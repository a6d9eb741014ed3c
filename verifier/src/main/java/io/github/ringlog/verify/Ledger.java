package io.github.ringlog.verify;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

/**
 * Takes lines and keeps what they say about runs.
 */
final class Ledger {

	private static final int MAX_PROBLEMS = 20;

	/** The format that is found for each line. */
	static final String AUTO = "auto";

	private static final byte[] RECEIPT = Receipt.BEGIN.getBytes(StandardCharsets.US_ASCII);

	private final String format;

	// How many intervals all runs together have.
	private final AtomicInteger intervals = new AtomicInteger();

	private final Map<String, Run> runs = new TreeMap<>();

	private final ContainerLines container = new ContainerLines();

	private final Numbers numbers = new Numbers();

	private final JsonLine json = new JsonLine();

	private long lines;

	private final List<String> problems = new ArrayList<>();

	Ledger(String format) {
		this.format = format;
	}

	/** Take a line. */
	void add(Place place) {
		this.lines++;
		if (!this.container.accept(place)) {
			return;
		}
		int first = place.from;
		while (first < place.to && place.bytes[first] == ' ') {
			first++;
		}
		boolean object = first < place.to && place.bytes[first] == '{';
		if (this.format.equals("text") || (this.format.equals(AUTO) && !object)) {
			addText(place);
		}
		else if (object) {
			addJson(place);
		}
	}

	private void addText(Place place) {
		if (!this.numbers.find(place.bytes, place.from, place.to)) {
			return;
		}
		boolean indented = Numbers.isIndented(place.bytes, place.from, place.to);
		Run run = run(this.numbers.run).of(this.numbers.number, indented);
		Receipt receipt = receipt(place);
		if (!place.ended && (receipt == null || !receipt.run().equals(run.name))) {
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
		String name = Objects.requireNonNullElse(this.json.get("run"), "");
		long number = this.json.sequence();
		if (!whole && Numbers.isRun(name)) {
			run(name).addTorn((number > 0) ? number : Long.MAX_VALUE,
					place.describe(place.cut ? "is too long" : "is no valid JSON object"));
		}
		else if (whole && Numbers.isRun(name) && number > 0) {
			add(run(name), number, Receipt.of(this.json.get("message"), this.json.get("logger")), place);
		}
		else if (whole && this.format.equals(AUTO) && name.isEmpty() && number == 0) {
			// A pattern that prints JSON.
			addText(place);
		}
	}

	private void add(Run run, long number, @Nullable Receipt receipt, Place place) {
		run.add(number, place);
		if (receipt == null) {
			return;
		}
		boolean own = receipt.run().equals(run.name);
		if (own && !receipt.recovered() && receipt.last() < number) {
			run.add(receipt, number);
		}
		else if (!own && receipt.recovered()) {
			run(receipt.run()).close(receipt);
		}
	}

	private Run run(String name) {
		return this.runs.computeIfAbsent(name, (key) -> new Run(key, this.intervals));
	}

	/** Note something that can't be read. */
	void addProblem(String problem) {
		if (this.problems.size() < MAX_PROBLEMS) {
			this.problems.add(problem);
		}
	}

	/** Report, when all lines are there. */
	Report report() {
		this.runs.values().forEach(Run::settle);
		this.runs.values().removeIf(Run::isEmpty);
		this.runs.values().stream().map(Run::problem).filter(Objects::nonNull).forEach(this::addProblem);
		List<Run.Answer> answers = this.runs.values().stream().map(Run::answer).toList();
		List<Verdict> verdicts = answers.stream()
			.map(Run.Answer::verdict)
			.filter((each) -> each != Verdict.ABSENT)
			.toList();
		boolean open = verdicts.isEmpty() || verdicts.contains(Verdict.UNKNOWN) || !this.problems.isEmpty();
		Verdict verdict = verdicts.contains(Verdict.MISSING) ? Verdict.MISSING
				: open ? Verdict.UNKNOWN : Verdict.COMPLETE;
		return new Report(verdict, this.lines, answers, this.problems);
	}

}
