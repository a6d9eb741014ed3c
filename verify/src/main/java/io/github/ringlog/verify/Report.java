package io.github.ringlog.verify;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

import io.github.ringlog.report.Plural;
import io.github.ringlog.verify.Run.Gap;
import org.jspecify.annotations.Nullable;

/**
 * Reports what is there and what is missing, for people and for machines.
 */
final class Report {

	private static final int MAX_GAPS = 20;

	private static final int MAX_GAPS_OF_JSON = 1000;

	private static final int MAX_TEXT = 160;

	private final Ledger ledger;

	private final StringBuilder text = new StringBuilder();

	Report(Ledger ledger) {
		this.ledger = ledger;
	}

	String text() {
		this.ledger.runs().forEach(this::describe);
		this.ledger.firstProblems().forEach((problem) -> line("Unreadable: %s", problem));
		if (this.ledger.problems() > this.ledger.firstProblems().size()) {
			line("Unreadable: %d more", this.ledger.problems() - this.ledger.firstProblems().size());
		}
		line("%s", summary());
		return this.text.toString();
	}

	private void line(String format, @Nullable Object... arguments) {
		this.text.append(String.format(format, arguments)).append('\n');
	}

	private void describe(Run run) {
		line("Run %s%s: %s", run.name(), run.sink().isEmpty() ? "" : ", sink " + run.sink(), run.verdict().label());
		Collection<Intervals.Interval> intervals = run.intervals().all();
		if (!intervals.isEmpty()) {
			Line first = intervals.iterator().next().firstLine();
			line("  there       %d of the lines 1 to %d%s", run.lines(), run.highest(),
					(first.time() != null) ? ", from " + first.time() : "");
		}
		describeGaps(run);
		if (run.failed() > 0) {
			line("  failed      the application could not write %s%s", Plural.of(run.failed(), "line"), explains(run));
		}
		run.dropped().forEach((what, count) -> line("  dropped     %d by the application: %s", count, what));
		if (run.duplicates() > 0) {
			line("  duplicates  %d, the last of them %d", run.duplicates(), run.lastDuplicate());
		}
		line("  end         %s", end(run));
	}

	private static String explains(Run run) {
		return (run.missing() == 0) ? "" : (run.missing() <= run.failed()) ? ": that may explain what is missing"
				: ": that does not explain all that is missing";
	}

	private void describeGaps(Run run) {
		List<Gap> gaps = run.isUnnumbered() ? List.of() : run.gaps();
		for (Gap gap : gaps.subList(0, Math.min(gaps.size(), MAX_GAPS))) {
			line("  missing     %s", Plural.of(gap.count(), "line") + ", " + gap.first()
					+ ((gap.count() != 1) ? " to " + gap.last() : ""));
			describe("before", gap.before());
			describe("after", gap.after());
		}
		if (gaps.size() > MAX_GAPS) {
			line("  missing     %d lines in all, in %d gaps", run.missing(), gaps.size());
		}
	}

	private void describe(String side, @Nullable Line shown) {
		if (shown == null) {
			line("    %-9s nothing", side);
			return;
		}
		String line = (shown.text() != null) ? shown.text() : "";
		line("    %-9s %s  %s", side, shown.place(),
				(line.length() > MAX_TEXT) ? line.substring(0, MAX_TEXT) + "…" : line);
	}

	private static String end(Run run) {
		if (run.isUnnumbered()) {
			return "unknown: lines have no numbers; the pattern needs %seq";
		}
		if (run.isRecovered()) {
			return "known: the process was killed, and the next start has recovered its events";
		}
		if (run.isEndKnown()) {
			return "known: the final receipt is there; events that were logged later are reported on standard error only";
		}
		Receipt receipt = run.receipt();
		return (receipt != null) ? "open: the last receipt is about the lines up to " + receipt.last()
				: "open: there is no receipt";
	}

	private String summary() {
		Collection<Run> runs = this.ledger.runs();
		if (runs.isEmpty()) {
			return "CAN'T TELL: no number in " + Plural.of(this.ledger.lines(), "line");
		}
		long missing = runs.stream().filter((run) -> !run.isUnnumbered()).mapToLong(Run::missing).sum();
		long lines = runs.stream().mapToLong(Run::lines).sum();
		String what = Plural.of(lines, "line") + " of " + Plural.of(runs.size(), "run");
		return switch (this.ledger.verdict()) {
			case COMPLETE -> "COMPLETE: %s, up to the end of logging".formatted(what);
			case MISSING -> "MISSING: %s; present: %s".formatted(Plural.of(missing, "line"), what);
			case UNKNOWN -> "CAN'T TELL: no gap in %s, but %s".formatted(what, (this.ledger.problems() > 0)
					? "not all of the input can be read" : "the end of a run is not known");
		};
	}

	String json() {
		JsonText json = new JsonText();
		json.begin('{').member("verdict", this.ledger.verdict().label());
		json.member("lines", this.ledger.lines()).member("numbered", this.ledger.numbered());
		json.name("runs").begin('[');
		this.ledger.runs().forEach((run) -> describe(run, json));
		json.end(']').name("problems").begin('[');
		this.ledger.firstProblems().forEach(json::value);
		return json.end(']').member("problemCount", this.ledger.problems()).end('}').toString() + "\n";
	}

	private static void describe(Run run, JsonText json) {
		json.begin('{').member("run", run.name()).member("sink", run.sink());
		json.member("verdict", run.verdict().label());
		json.member("lines", run.lines()).member("last", run.highest());
		json.member("missing", run.missing());
		List<Gap> gaps = new ArrayList<>(run.gaps());
		json.name("gaps").begin('[');
		gaps.stream().limit(MAX_GAPS_OF_JSON).forEach((gap) -> {
			json.begin('{').member("first", gap.first()).member("last", gap.last());
			describe("before", gap.before(), json);
			describe("after", gap.after(), json);
			json.end('}');
		});
		json.end(']').member("gapCount", gaps.size());
		json.name("dropped").begin('{');
		for (Map.Entry<String, Long> entry : run.dropped().entrySet()) {
			json.member(entry.getKey(), entry.getValue());
		}
		json.end('}').member("failed", run.failed()).member("duplicates", run.duplicates());
		json.member("receipts", run.receipts()).member("endKnown", run.isEndKnown());
		json.member("numbersPrinted", !run.isUnnumbered()).end('}');
	}

	private static void describe(String side, @Nullable Line line, JsonText json) {
		if (line == null) {
			return;
		}
		json.name(side).begin('{').member("source", line.source()).member("position", line.position());
		if (line.time() != null) {
			json.member("time", line.time());
		}
		if (line.text() != null) {
			json.member("text", line.text());
		}
		json.end('}');
	}

}
